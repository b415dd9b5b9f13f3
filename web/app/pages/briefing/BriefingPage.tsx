/**
 * The morning briefing: the day's front in five minutes, as a numbered list. The same for all readers, without scripts
 * too.
 */
import type { Article, Teaser } from '@lokalteil/contracts/content'
import { formatLongDate } from '@lokalteil/domain/german'
import { cutBriefing, fillBriefing } from '@lokalteil/domain/reading/briefing'
import { definePage } from '../../page/define-page.ts'
import type { LoadContext, PageProps } from '../../page/page.ts'
import { useMoment } from '../../page/portal.ts'
import { briefingTexts } from '../../messages/reading/briefing.ts'
import { urls } from '../../messages/publication/urls.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../lists/TeaserList.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import css from './BriefingPage.module.css'

type Item = {
  id: string
  title: string
  kicker: string
  target: string
  teaserText: string
  paragraphs: readonly string[]
}
export type BriefingData = { items: readonly Item[] }

/** More than are shown, because some are too long or gone. */
const ASKED = 14

function BriefingPage({ data: { items } }: PageProps<'briefing', BriefingData>) {
  const { now } = useMoment()
  return (
    <>
      <PageHead title={briefingTexts.title} description={briefingTexts.intro(formatLongDate(new Date(now)))} />
      <div className={`page ${css.page}`}>
        {items.length === 0 ? (
          <EmptyState icon="clock" title={briefingTexts.nothing} />
        ) : (
          <ol className={css.items}>
            {items.map(({ id, title, kicker, target, teaserText, paragraphs }, index) => (
              <li key={id} className={css.item}>
                <p className={css.part}>{briefingTexts.part(index + 1, items.length)}</p>
                <h2 className={css.title}>
                  {kicker !== '' && <span className={css.kicker}>{kicker} </span>}
                  {title}
                </h2>
                <p className={css.teaser}>{teaserText}</p>
                {paragraphs.map((text) => (
                  <p key={text} className={css.text}>
                    {text}
                  </p>
                ))}
                <a href={target} className={css.more} aria-label={briefingTexts.moreOf(title)}>
                  {briefingTexts.more}
                </a>
              </li>
            ))}
          </ol>
        )}
        <section className={css.end}>
          <h2 className={css.endTitle}>{briefingTexts.end}</h2>
          <p>{briefingTexts.endText}</p>
          <p className={css.actions}>
            <ButtonLink href="/" variant="secondary">
              {briefingTexts.home}
            </ButtonLink>
            <ButtonLink href={urls.offline} variant="secondary">
              {briefingTexts.offline}
            </ButtonLink>
          </p>
        </section>
      </div>
    </>
  )
}

export const page = definePage('briefing', {
  async load(_route, { content }) {
    const home = await content.getHome()
    if (!home.ok) return { kind: 'unavailable', status: home.status }
    const teasers = new Map<string, Teaser>()
    for (const block of home.data.blocks) {
      for (const teaser of ['teaser' in block ? [block.teaser] : [], 'teasers' in block ? block.teasers : []].flat())
        if (teaser.targetPathOrUrl.startsWith('/') && !teaser.isOpinion && !teaser.isSoldContent)
          teasers.set(teaser.documentId, teaser)
    }
    const items = await Promise.all([...teasers.values()].slice(0, ASKED).map((teaser) => toItem(teaser, content)))
    return { kind: 'ok', data: { items: fillBriefing(items.filter((item) => item !== null)) } }
  },
  Page: BriefingPage,
  title: () => ({ title: briefingTexts.title }),
})

/** Null: no usable text. */
async function toItem(teaser: Teaser, content: LoadContext['content']): Promise<Item | null> {
  const read = await content.getArticle({ id: teaser.documentId })
  if (!read.ok || read.data.teaserText === '') return null
  const { teaserText, contentRestriction } = read.data
  const paragraphs = contentRestriction === 'free' ? listParagraphs(read.data) : []
  return {
    id: teaser.documentId,
    title: teaser.title,
    kicker: teaser.titlePrefix.trim(),
    target: teaser.targetPathOrUrl,
    teaserText,
    paragraphs: cutBriefing({ teaserText, paragraphs }),
  }
}

/** The first paragraphs, up to the first other item. */
function listParagraphs({ contentItems }: Article): string[] {
  const first = contentItems.findIndex((item) => item.type !== 'paragraph')
  return contentItems
    .slice(0, first === -1 ? contentItems.length : first)
    .flatMap((item) => (item.type === 'paragraph' ? [toPlain(item.html)] : []))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

function toPlain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '')
}
