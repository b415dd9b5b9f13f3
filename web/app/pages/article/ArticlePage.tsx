/** The article: head, lead picture, body or paywall, tags, related texts. Test reports are built from the same parts. */
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { Discussion } from '@lokalteil/contracts/community'
import type { Article, ContentItem, ExtensionBlock, TestReport } from '@lokalteil/contracts/content'
import { formatDateTime, toAuthorName } from '@lokalteil/domain/german'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import { isLiveNow } from '@lokalteil/domain/reading/live'
import { toAuthorsLine, toRelatedTopics } from '@lokalteil/domain/reading/teaser'
import { PENDING, type AccessView } from '../../page/article-access.ts'
import type { LoadContext, PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { useMoment, usePortal, useSurroundings } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { pictureSources } from '../../page/picture-sources.ts'
import { untilIdle } from '../../browser/navigation/after-paint.ts'
import { useThirdParties } from '../../browser/consent/third-parties.ts'
import { ArticleBody, ArticlePicture, VideoView } from '../../features/article/ArticleBody.tsx'
import { AccessDetails } from '../../features/article/AccessDetails.tsx'
import { PaywallLayer, type PaywallOffer } from '../../features/article/PaywallLayer.tsx'
import { useAfterPaint } from '../../features/article/use-after-paint.ts'
import { useArticleBody } from '../../features/article/use-article-body.ts'
import { ReadingProgress } from '../../features/article/ReadingProgress.tsx'
import { DiscussionLink, DiscussionPlace } from '../../features/comments/DiscussionPlace.tsx'
import { FollowButton } from '../../features/bookmark/FollowButton.tsx'
import { BookmarkButton } from '../../features/bookmark/BookmarkButton.tsx'
import { useReading } from '../../features/read-articles/use-reading.ts'
import { DisplayButton } from '../../features/shell/DisplayButton.tsx'
import { ShareMenu } from '../../features/share/ShareMenu.tsx'
import { PlusMark } from '../../features/teaser/PlusMark.tsx'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { articleTexts } from '../../messages/reading/article.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { Breadcrumb } from '../blocks/Breadcrumb.tsx'
import { usePaywallOffer, withOffer } from './paywall-offer.ts'
import css from './ArticlePage.module.css'

const AudioPlayer = lazy(() => import('../../features/media/AudioPlayer.lazy.tsx'))
const Chapters = lazy(() => import('../../features/media/Chapters.lazy.tsx'))
const Recommendations = lazy(() => import('../../features/recommendations/Recommendations.lazy.tsx'))
const LiveReport = lazy(() => import('./LiveReport.lazy.tsx'))
const ListenButton = lazy(async () => {
  await untilIdle()
  return import('../../features/media/ListenButton.lazy.tsx')
})
const LISTEN_PLACE = 'listen'
/** Known where `load` ran: on the server, and on the way from page to page. */
let blocksPart: typeof import('./ArticleBlocks.lazy.tsx') | null = null
const loadBlocksPart = async () => (blocksPart ??= await import('./ArticleBlocks.lazy.tsx'))
const LaterBlocks = lazy(loadBlocksPart)
const CommerceWidget = lazy(() => import('../../features/article/CommerceWidget.lazy.tsx'))

/** `offer`: of a paid article that is locked for whoever asks. `discussion`: undefined where nobody was asked yet. */
export type ArticleData = {
  article: Article
  access: AccessView
  offer?: PaywallOffer | null
  blocks?: readonly ExtensionBlock[]
  discussion?: Discussion | null | undefined
}

function ArticlePage({ data }: PageProps<'article', ArticleData>) {
  const { article, access, offer, blocks, discussion } = data
  const isAfterPaint = useAfterPaint()
  useReading(article.id, 'article')
  return (
    <>
      <ReadingProgress targetId="article" />
      <article id="article" className={css.article} data-kind={article.kind}>
        <ArticleHead article={article} discussion={discussion} />
        {isAfterPaint && (
          <>
            <ArticleContent article={article} access={access} offer={offer} />
            <ArticleFoot article={article} />
            <Commerce articleId={article.id} />
          </>
        )}
      </article>
      {isAfterPaint && (
        <>
          {blocks && <Blocks blocks={blocks} />}
          <Related article={article} />
          <Recommended article={article} />
          <DiscussionPlace article={article} discussion={discussion} />
        </>
      )}
    </>
  )
}

function Blocks({ blocks }: { blocks: readonly ExtensionBlock[] }) {
  const View = blocksPart?.default ?? LaterBlocks
  return (
    <div className={css.blocks}>
      <Suspense>
        <View blocks={blocks} />
      </Suspense>
    </div>
  )
}

/** Only where the publisher wants one, and once it is known who reads. */
function Commerce({ articleId }: { articleId: string }) {
  const { settings } = usePortal()
  const isKnown = useSession(({ status }) => status !== 'unknown')
  if (settings.ecommercewidget_enabled !== true || !isKnown) return null
  return (
    <div className="page">
      <Suspense>
        <CommerceWidget key={articleId} articleId={articleId} />
      </Suspense>
    </div>
  )
}

export function ArticleHead({ article, discussion }: Pick<ArticleData, 'article' | 'discussion'>) {
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
            <>
              <PlusMark id={article.id} tags={article} />
              {' · '}
            </>
          )}
          <time dateTime={article.publishDate}>{articleTexts.published(formatDateTime(published))}</time>
          {article.updateDate !== null && (
            <>
              {' · '}
              <time dateTime={article.updateDate}>
                {articleTexts.updated(formatDateTime(new Date(article.updateDate)))}
              </time>
            </>
          )}
          {article.readingMinutes > 0 && (
            <span className={css.minutes}>{articleTexts.readingTime(article.readingMinutes)}</span>
          )}
        </p>
      </div>
    </div>
  )
}

export function ArticleContent({
  article,
  access: initial,
  offer: loaded,
}: Pick<ArticleData, 'article' | 'access' | 'offer'>) {
  const { contentItems, access } = useArticleBody(article, initial)
  const [live, setLive] = useState<{ id: string; items: readonly ContentItem[] } | null>(null)
  const isBrowser = useIsBrowser()
  const isPending = access.rule === PENDING
  const items = live?.id === article.id ? live.items : contentItems
  const offer = usePaywallOffer(article, loaded, access.isLocked && !isPending)
  return (
    <div
      className={`page ${css.content}`}
      data-access={access.isLocked ? 'locked' : 'open'}
      data-paid={article.contentRestriction === 'free' ? undefined : ''}
    >
      <ArticleBody
        items={items}
        renderTeaser={(item) => <Teaser teaser={item.articleTeaser} size="row" />}
        renderAudio={(audio) => <ArticleAudio article={article} audio={audio} />}
      />
      {isBrowser && !access.isLocked && !article.isLive && (
        <Suspense>
          <ListenButton article={article} items={items} place={LISTEN_PLACE} />
        </Suspense>
      )}
      {article.isLive && !access.isLocked && (
        <div className={css.liveReport}>
          {isBrowser && (
            <Suspense>
              <LiveReport
                key={article.id}
                article={article}
                items={items}
                onItems={(next) => setLive({ id: article.id, items: next })}
              />
            </Suspense>
          )}
        </div>
      )}
      {isPending && (
        <p className={css.pending} role="status">
          {articleTexts.loadingBody}
        </p>
      )}
      {access.isLocked && !isPending && (
        <PaywallLayer articleId={article.id} access={access} offer={offer} minutes={article.readingMinutes} />
      )}
      {article.contentRestriction !== 'free' && !isPending && access.rule !== 'free' && (
        <AccessDetails key={article.id} articleId={article.id} access={access} />
      )}
    </div>
  )
}

const subscribeNever = () => () => undefined

/** False on the server and while the page is being taken over. */
function useIsBrowser(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
}

/**
 * Recordings of the house play here; one that lies elsewhere is a link, so that nothing foreign is loaded unasked. Few
 * articles have one, so what plays it is a script of its own, which the server leaves to the browser.
 */
function ArticleAudio({ article, audio }: { article: Article; audio: Extract<ContentItem, { type: 'audio' }> }) {
  const isOwn = isOwnPath(audio.src)
  const isBrowser = useIsBrowser()
  const { publication } = useSurroundings()
  // The article itself as sound stands among its actions.
  if (audio.reading !== undefined && isOwn)
    return (
      <audio
        controls
        preload="none"
        src={audio.src}
        className={`${css.reading} no-js-only`}
        aria-label={articleTexts.reading}
      />
    )
  return (
    <div className={css.audio} data-own={isOwn ? '' : undefined}>
      {isOwn ? (
        <>
          {isBrowser && (
            <Suspense>
              <AudioPlayer
                piece={{
                  kind: 'recording',
                  // A signed address is another one tomorrow.
                  key: `audio:${audio.src.replace(/\?.*/, '')}`,
                  title: audio.title,
                  by: publication.name,
                  target: article.path,
                  src: audio.src,
                  seconds: audio.duration,
                  voiceLabel: audio.voiceLabel,
                }}
                chapters={audio.chapters}
                ChapterList={Chapters}
              />
            </Suspense>
          )}
          <audio controls preload="none" src={audio.src} className="no-js-only" aria-label={audio.title} />
        </>
      ) : (
        <p className={css.foreignAudio}>
          <Icon name="headphones" size="1.6rem" />
          <span>
            <strong>{audio.title}</strong> {articleTexts.foreignAudio}{' '}
            <a href={audio.src} target="_blank" rel="noopener">
              {articleTexts.foreignAudioLink}
            </a>
          </span>
        </p>
      )}
      {!isOwn && isBrowser && audio.chapters && (
        <Suspense>
          <Chapters src={audio.src} chapters={audio.chapters} />
        </Suspense>
      )}
    </div>
  )
}

export function ArticleFoot({ article }: { article: Article }) {
  return (
    <footer className={`page ${css.foot}`}>
      {article.correction !== '' && (
        <p className={css.note}>
          <strong>{articleTexts.correction}:</strong> {article.correction}
        </p>
      )}
      {article.source !== '' && <p className={css.note}>{articleTexts.source(article.source)}</p>}
      {article.aiUse !== 'none' && (
        <p className={css.note}>{article.aiUse === 'generated' ? articleTexts.aiGenerated : articleTexts.aiAssisted}</p>
      )}
      {article.tags.length + article.regions.length > 0 && (
        <nav aria-label={articleTexts.topics}>
          <ul className={css.tags}>
            {article.tags.map((tag) => (
              <li key={tag.id}>
                <a href={tag.fullPath} className={css.tag}>
                  {tag.displayName}
                </a>
                <FollowButton id={tag.id} name={tag.displayName} text="" />
              </li>
            ))}
            {article.regions.map((region) => (
              <li key={region.id}>
                <a href={region.target} className={css.tag}>
                  <Icon name="pin" size="0.95em" /> {region.label}
                </a>
                <FollowButton id={region.id} name={region.label} text="" />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </footer>
  )
}

export function Related({ article }: { article: Article }) {
  const { teasers, topicName } = article.relatedArticles
  if (teasers.length === 0) return null
  const [topic] = toRelatedTopics(topicName)
  return (
    <aside className={`page ${css.related}`}>
      <SectionHeader
        title={topic === undefined ? articleTexts.related : articleTexts.relatedTo(topic)}
        target={article.maintag?.fullPath ?? ''}
      />
      <div className={css.relatedGrid}>
        {teasers.map((teaser) => (
          <BookmarkableTeaser key={teaser.documentId} teaser={teaser} size="small" />
        ))}
      </div>
    </aside>
  )
}

/** Where the publisher has recommendations; with consent to them the room is kept from the first paint on. */
export function Recommended({ article }: { article: Article }) {
  const { thirdParties } = usePortal()
  const isAllowed = useThirdParties()?.recommendations === true
  if (thirdParties?.scripts.recommendations === undefined) return null
  return (
    <div className={css.recommended}>
      {isAllowed && (
        <Suspense>
          <Recommendations
            key={article.id}
            article={article}
            renderTeaser={(teaser) => <BookmarkableTeaser teaser={teaser} size="small" />}
          />
        </Suspense>
      )}
    </div>
  )
}

/** In the browser nobody is asked before the reader gets near. */
export function findDiscussion(
  article: Article | TestReport,
  { publication, community }: Pick<LoadContext, 'publication'> & { community?: LoadContext['community'] | undefined },
): Promise<Discussion | null> | Discussion | null | undefined {
  return publication.hasCommunity === true ? community?.getDiscussion(article) : null
}

export const page = definePage<'article', ArticleData>('article', {
  async load(route, context) {
    const read = await context.content.getArticle({ id: route.id })
    if (read.ok) {
      const { blocks = [] } = read.data
      const [offered, discussion] = await Promise.all([
        withOffer(context.access(read.data), context.offers),
        findDiscussion(read.data, context),
      ])
      const data = { ...offered, discussion }
      if (blocks.length === 0) return { kind: 'ok', data }
      return { kind: 'ok', data: { ...data, blocks: await (await loadBlocksPart()).loadBlocks(blocks, context) } }
    }
    if (read.status === 410) return { kind: 'gone' }
    if (read.status !== 404) return { kind: 'unavailable', status: read.status }
    return {
      kind: 'elsewhere',
      route: { name: 'channel', path: route.slug === '' ? route.id : `${route.slug}-${route.id}` },
    }
  },
  Page: ArticlePage,
  title: ({ article }) => ({ title: article.title, titlePrefix: article.titlePrefix }),
  canonical: ({ article }) => article.path,
})
