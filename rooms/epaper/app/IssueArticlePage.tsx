/** An article of an issue as text; without access its teaser, which is all a shared link shows (R1-53). */
import { useState } from 'react'
import type { IssueArticleView } from '../contract/calls.ts'
import { toIssueArticlePath, toIssuePagePath, toIssuePath } from '../domain/issues.ts'
import { Cover } from './Cover.tsx'
import { IssueOffer } from './IssueOffer.tsx'
import { epaperTexts } from './epaper-texts.ts'
import { asReader } from '@lokalteil/web/app/page/rooms/as-reader'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { useRenewed } from './use-renewed.ts'
import css from './EpaperPages.module.css'

const texts = epaperTexts.article

export function IssueArticlePage({ view: loaded }: { view: IssueArticleView }) {
  const { edition, day } = loaded.issue
  const [view] = useRenewed(loaded, () =>
    asReader({})('GET /api/epaper/issues/{edition}/{day}/articles/{key}', {
      params: { edition, day, key: loaded.teaser.key },
    }),
  )
  const { issue, teaser, article, right } = view
  return (
    <article>
      <PageHead
        title={teaser.title}
        {...(teaser.kicker === '' ? {} : { kicker: teaser.kicker })}
        breadcrumb={[
          { label: epaperTexts.title, target: '/epaper' },
          { label: epaperTexts.date(issue.day), target: toIssuePath(issue) },
        ]}
        {...(article === null && teaser.teaser !== '' ? { description: teaser.teaser } : {})}
        meta={[
          ...(article?.author ? [texts.by(article.author)] : []),
          issue.editionName,
          texts.onPage(teaser.pages),
        ].join(' · ')}
      />
      {article === null ? (
        <div className={`page ${css.page}`}>
          <div className={css.locked}>
            <div className={css.lockedCover}>
              <Cover issue={issue} isFirst />
            </div>
            <div className={css.lockedText}>
              <p>{texts.locked}</p>
              {right.kind === 'locked' && <IssueOffer issue={issue} right={right} />}
            </div>
          </div>
        </div>
      ) : (
        <div className={`page ${css.page}`}>
          <div className={css.article}>
            <div className={css.actions}>
              <ButtonLink href={toIssuePagePath(issue, teaser.pages[0]!)} variant="secondary">
                {texts.showPage}
              </ButtonLink>
              {article.contentPath !== null && (
                <ButtonLink href={article.contentPath} variant="secondary">
                  {texts.portal}
                </ButtonLink>
              )}
              <Share title={teaser.title} />
            </div>
            {/* Sanitised by the service: p, h2, strong, em and br without attributes. */}
            <div className={css.body} dangerouslySetInnerHTML={{ __html: article.html }} />
            <p className={css.shareHint}>{texts.sharing}</p>
          </div>
          <nav className={css.neighbours} aria-label={texts.neighbours}>
            {article.previous !== null && (
              <a rel="prev" href={toIssueArticlePath(issue, article.previous)}>
                <Icon name="chevron-left" size="1.1em" /> {texts.previous}
              </a>
            )}
            {article.next !== null && (
              <a rel="next" href={toIssueArticlePath(issue, article.next)}>
                {texts.next} <Icon name="chevron-right" size="1.1em" />
              </a>
            )}
          </nav>
        </div>
      )}
    </article>
  )
}

/** Copies the address of this page; its content depends on the reader's access. */
function Share({ title }: { title: string }) {
  const [isCopied, setCopied] = useState(false)
  async function share(): Promise<void> {
    const url = location.origin + location.pathname
    if ('share' in navigator) return void navigator.share({ title, url }).catch(() => {})
    await (navigator as Navigator).clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <Button variant="secondary" className="js-only" onClick={() => void share()}>
      {isCopied ? texts.copied : texts.share}
    </Button>
  )
}
