/** The head of an article: section, headline, teaser, byline and dates, actions, lead picture. */
import type { Discussion } from '@lokalteil/contracts/community'
import type { Article } from '@lokalteil/contracts/content'
import { formatDateTime, formatShortMoment } from '@lokalteil/domain/german'
import { keepWholeInHtml } from '@lokalteil/domain/reading/no-break'
import { isLiveNow } from '@lokalteil/domain/reading/live'
import { toAuthorsLine, toBylineName } from '@lokalteil/domain/reading/teaser'
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
import { Words } from '../../features/teaser/Words.tsx'
import { Breadcrumb } from '../blocks/Breadcrumb.tsx'
import css from './ArticlePage.module.css'

/** Id of the element for the button that reads aloud, once it is loaded. */
export const LISTEN_PLACE = 'listen'

/** `discussion`: undefined if it was not loaded. */
type HeadProps = { article: Article; discussion?: Discussion | null | undefined }

export function ArticleHead({ article, discussion }: HeadProps) {
  const { now } = useMoment()
  return (
    <header className={css.head}>
      <div className={`page ${css.headText}`}>
        <div className={css.place}>
          <Breadcrumb
            entries={article.breadcrumb.map((section) => ({ label: section.displayName, target: `/${section.path}` }))}
          />
          {article.contentRestriction !== 'free' && !article.isSoldContent && (
            <PlusMark id={article.id} tags={article} />
          )}
        </div>
        {article.isSoldContent && <p className={css.sold}>{teaserTexts.soldContent}</p>}
        <h1 className={css.title}>
          {isLiveNow(article, new Date(now)) && <span className={css.live}>{teaserTexts.live}</span>}
          {article.titlePrefix.trim() !== '' && <span className={css.prefix}>{article.titlePrefix}</span>}{' '}
          <Words text={article.title} />
        </h1>
        {article.teaserTextHtml !== '' && (
          <p className={css.teaser} dangerouslySetInnerHTML={{ __html: keepWholeInHtml(article.teaserTextHtml) }} />
        )}
      </div>
      <div className={`page ${css.meta}`}>
        <Authors article={article} />
        <div className={css.actions} role="group" aria-label={articleTexts.actions}>
          <BookmarkButton articleId={article.id} title={article.title} hasLabel />
          <ShareMenu
            path={article.path}
            title={article.title}
            {...(article.contentRestriction === 'free' ? {} : { giftOf: article.id })}
          />
          <button
            type="button"
            className={`${css.action} js-only`}
            title={articleTexts.print}
            onClick={() => window.print()}
          >
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
  const { device, now } = usePortal()
  const line = toAuthorsLine(article, device, toBylineName)
  const portraits = article.authors.flatMap((author) =>
    author.portrait === null ? [] : [{ portrait: author.portrait, name: toBylineName(author) }],
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
        <Dates article={article} now={new Date(now)} />
      </div>
    </div>
  )
}

/** One line: publication, change, reading time; with words for screen readers. */
function Dates({ article, now }: { article: Article; now: Date }) {
  const published = new Date(article.publishDate)
  const updated = article.updateDate === null ? null : new Date(article.updateDate)
  return (
    <p className={css.dates}>
      <time dateTime={article.publishDate} title={articleTexts.published(formatDateTime(published))}>
        <span className="visually-hidden">{articleTexts.published('')}</span>
        {formatShortMoment(published, now)}
      </time>{' '}
      {updated !== null && (
        <time dateTime={article.updateDate!} title={articleTexts.updated(formatDateTime(updated))}>
          {articleTexts.updatedShort(formatShortMoment(updated, now, published))}
        </time>
      )}{' '}
      {article.readingMinutes > 0 && (
        <span title={articleTexts.readingTime(article.readingMinutes)}>
          <span className="visually-hidden">{articleTexts.readingTimeLabel}</span>
          {teaserTexts.readingTime(article.readingMinutes)}
        </span>
      )}
    </p>
  )
}
