/** Above the text: section, headline, teaser, who wrote it and when, what can be done with it, the lead picture. */
import type { Discussion } from '@lokalteil/contracts/community'
import type { Article } from '@lokalteil/contracts/content'
import { formatDateTime, toAuthorName } from '@lokalteil/domain/german'
import { isLiveNow } from '@lokalteil/domain/reading/live'
import { toAuthorsLine } from '@lokalteil/domain/reading/teaser'
import { useMoment, usePortal } from '../../page/portal.ts'
import { pictureSources } from '../../page/picture-sources.ts'
import { ArticlePicture, VideoView } from '../../features/article/ArticleBody.tsx'
import { DiscussionLink } from '../../features/comments/DiscussionPlace.tsx'
import { BookmarkButton } from '../../features/bookmark/BookmarkButton.tsx'
import { DisplayButton } from '../../features/shell/DisplayButton.tsx'
import { ShareMenu } from '../../features/share/ShareMenu.tsx'
import { PlusMark } from '../../features/teaser/PlusMark.tsx'
import { articleTexts } from '../../messages/reading/article.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Breadcrumb } from '../blocks/Breadcrumb.tsx'
import css from './ArticlePage.module.css'

/** Where the button that reads aloud is put once it is loaded. */
export const LISTEN_PLACE = 'listen'

/** `discussion`: undefined where nobody was asked yet. */
type HeadProps = { article: Article; discussion?: Discussion | null | undefined }

export function ArticleHead({ article, discussion }: HeadProps) {
  const { now } = useMoment()
  const isReport = article.kind === 'long-read'
  return (
    <header className={css.head} data-variant={isReport ? 'long' : article.isOpinion ? 'opinion' : undefined}>
      <div className={`page ${css.headText}`}>
        <Breadcrumb
          entries={article.breadcrumb.map((section) => ({ label: section.displayName, target: `/${section.path}` }))}
        />
        {article.isSoldContent && <p className={css.sold}>{teaserTexts.soldContent}</p>}
        <h1 className={css.title}>
          {isLiveNow(article, new Date(now)) && <span className={css.live}>{teaserTexts.live}</span>}
          {article.titlePrefix.trim() !== '' && <span className={css.prefix}>{article.titlePrefix}</span>}{' '}
          {article.title}
        </h1>
        {article.teaserTextHtml !== '' && (
          <p className={css.teaser} dangerouslySetInnerHTML={{ __html: article.teaserTextHtml }} />
        )}
        <Authors article={article} />
        <div className={css.actions} role="group" aria-label={articleTexts.actions}>
          <BookmarkButton articleId={article.id} title={article.title} hasLabel />
          <ShareMenu
            path={article.path}
            title={article.title}
            {...(article.contentRestriction === 'free' ? {} : { giftOf: article.id })}
          />
          <button type="button" className={`${css.action} js-only`} onClick={() => window.print()}>
            <Icon name="print" size="1.2em" /> <span>{articleTexts.print}</span>
          </button>
          <DisplayButton className={css.action} />
          <DiscussionLink discussion={discussion} className={css.action} />
          <span id={LISTEN_PLACE} className={css.listen} />
        </div>
      </div>
      <div className={`page ${css.lead}`}>
        {article.headerVideo !== null ? (
          <VideoView video={article.headerVideo} />
        ) : (
          article.img !== null && <ArticlePicture picture={article.img} isLead />
        )}
      </div>
    </header>
  )
}

function Authors({ article }: { article: Article }) {
  const { device } = usePortal()
  const line = toAuthorsLine(article, device)
  const published = new Date(article.publishDate)
  const portraits = article.authors.flatMap((author) =>
    author.portrait === null ? [] : [{ portrait: author.portrait, name: toAuthorName(author) }],
  )
  return (
    <div className={css.authors}>
      {portraits.slice(0, 3).map(({ portrait, name }) => {
        const sources = pictureSources(portrait, { ratio: '1:1', quality: 75, scale: 'small' })
        return (
          sources && (
            <Figure
              key={name}
              sources={sources}
              alt={name}
              sizes="56px"
              ratio="1 / 1"
              colour={portrait.colour}
              className={css.portrait}
            />
          )
        )
      })}
      <div className={css.byline}>
        {line !== null && (
          <p className={css.names}>
            {line.introduction === 'commentOf' ? teaserTexts.commentBy : teaserTexts.by}
            {line.names.map(({ separator, name, href }) => (
              <span key={name}>
                {separator}
                {href === null ? name : <a href={href}>{name}</a>}
              </span>
            ))}
          </p>
        )}
        <p className={css.dates}>
          {article.contentRestriction !== 'free' && !article.isSoldContent && (
            <span>
              <PlusMark id={article.id} tags={article} />
            </span>
          )}{' '}
          <time dateTime={article.publishDate}>{articleTexts.published(formatDateTime(published))}</time>{' '}
          {article.updateDate !== null && (
            <time dateTime={article.updateDate}>
              {articleTexts.updated(formatDateTime(new Date(article.updateDate)))}
            </time>
          )}{' '}
          {article.readingMinutes > 0 && <span>{articleTexts.readingTime(article.readingMinutes)}</span>}
        </p>
      </div>
    </div>
  )
}
