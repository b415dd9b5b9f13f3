/** The article: head, lead picture, body or paywall, tags, related texts. Test reports use the same parts. */
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { lazyPart, lazyPartOrWord } from '../../page/lazy-part.tsx'
import type { Discussion } from '@lokalteil/contracts/community'
import type { Article, ContentItem, ExtensionBlock, TestReport } from '@lokalteil/contracts/content'
import type { AdvertisingFacts } from '@lokalteil/domain/advertising/facts'
import { placeInText } from '@lokalteil/domain/advertising/places'
import { placeRelated } from '@lokalteil/domain/reading/related'
import { PENDING, type AccessView } from '../../page/article-access.ts'
import type { LoadContext, PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { usePortal, useSurroundings } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { useThirdParties } from '../../browser/consent/third-parties.ts'
import { AdPlace } from '../../features/advertising/AdPlace.tsx'
import { useAds } from '../../features/advertising/use-ads.ts'
import { ArticleBody } from '../../features/article/ArticleBody.tsx'
import { AccessDetails } from '../../features/article/AccessDetails.tsx'
import { PaywallLayer, type PaywallOffer } from '../../features/article/PaywallLayer.tsx'
import { useAfterPaint } from '../../browser/navigation/use-after-paint.ts'
import { useIsBrowser } from '../../features/article/use-is-browser.ts'
import { useArticleBody } from '../../features/article/use-article-body.ts'
import { ReadingProgress } from '../../features/article/ReadingProgress.tsx'
import { DiscussionPlace } from '../../features/comments/DiscussionPlace.tsx'
import { useReading } from '../../features/read-articles/use-reading.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import { ArticleHead, LISTEN_PLACE } from './ArticleHead.tsx'
import { ArticleTopics } from './ArticleTopics.tsx'
import { laterPart } from './later-part.tsx'
import { usePaywallOffer, withOffer } from './paywall-offer.ts'
// The server draws teasers, and the browser hydrates them when idle, so their styles must be in the page.
import '../../features/teaser/Teaser.module.css'
import '../blocks/SectionHeader.module.css'
import css from './ArticlePage.module.css'
// Its script loads later, but the server's markup needs the styles at once.
import './ArticleStory.module.css'

const Recommendations = lazyPart(() => import('../../features/recommendations/Recommendations.lazy.tsx'))
const LiveReport = lazyPartOrWord(() => import('./LiveReport.lazy.tsx'))
const ListenButton = lazyPart(async () => {
  const { untilMoved } = await import('../../browser/navigation/until-moved.later.ts')
  await untilMoved()
  return import('../../features/media/ListenButton.lazy.tsx')
})
const { View: Blocks, load: loadBlocksPart } = laterPart(() => import('./ArticleBlocks.lazy.tsx'))
const { View: Context, load: loadContextPart } = laterPart(() => import('./ArticleContext.lazy.tsx'))
const { View: Insert, load: loadInsertPart } = laterPart(() => import('./ArticleInsert.lazy.tsx'))
const CommerceWidget = lazyPart(() => import('../../features/article/CommerceWidget.lazy.tsx'))

/** `offer`: of a paid article that is locked for the reader. `discussion`: undefined if it was not loaded. */
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
      <ReadingProgress />
      <ArticleFrame article={article}>
        <ArticleHead article={article} discussion={discussion} />
        {isAfterPaint && (
          <>
            <ArticleText article={article} access={access} offer={offer} />
            <Commerce articleId={article.id} />
          </>
        )}
      </ArticleFrame>
      {isAfterPaint && (
        <>
          {blocks && (
            <div className={css.blocks}>
              <Blocks blocks={blocks} />
            </div>
          )}
          <AdBelow article={article} />
          <Related article={article} />
          <Recommended article={article} />
          <DiscussionPlace article={article} discussion={discussion} />
        </>
      )}
    </>
  )
}

/** The grid of head, text and side column, shared by articles and test reports. */
export function ArticleFrame({ article, children }: { article: Article | TestReport; children: ReactNode }) {
  const head = article.kind === 'long-read' ? 'long' : article.isOpinion ? 'opinion' : undefined
  return (
    <article id="article" className={css.article} data-kind={article.kind} data-head={head}>
      {children}
    </article>
  )
}

/** The text, on a desktop with a column beside it. `children`: further parts of the text. */
export function ArticleText({
  article,
  access,
  offer,
  children,
}: Pick<ArticleData, 'article' | 'access' | 'offer'> & { children?: ReactNode }) {
  const body = useArticleBody(article, access)
  return (
    <div className={`page ${css.columns}`}>
      <div className={css.column}>
        <ArticleContent article={article} offer={offer} {...body} />
        {children}
        <Context part="account" article={article} />
      </div>
      <aside className={css.rail} aria-label={articleTexts.context}>
        <Context part="story" article={article} items={body.contentItems} />
        <ArticleTopics article={article} />
        {placeRelated(article) === 'beside' && (
          <div>
            <Context part="related" article={article} />
          </div>
        )}
      </aside>
    </div>
  )
}

/** Only if the publisher uses it, and once the session is known. */
function Commerce({ articleId }: { articleId: string }) {
  const { settings } = usePortal()
  const isKnown = useSession(({ status }) => status !== 'unknown')
  if (settings.ecommercewidget_enabled !== true || !isKnown) return null
  return (
    <div className={`page ${css.commerce}`}>
      <Suspense>
        <CommerceWidget key={articleId} articleId={articleId} />
      </Suspense>
    </div>
  )
}

/** Rendered alone after hydration, so that its parents do not render again. */
function InBrowser({ children }: { children: ReactNode }) {
  return useIsBrowser() && <Suspense>{children}</Suspense>
}

function ArticleContent({
  article,
  contentItems,
  access,
  offer: loaded,
}: Pick<ArticleData, 'article' | 'access' | 'offer'> & Pick<Article, 'contentItems'>) {
  const [live, setLive] = useState<{ id: string; items: readonly ContentItem[] } | null>(null)
  const isPending = access.rule === PENDING
  const items = live?.id === article.id ? live.items : contentItems
  const match = items.find(({ type }) => type === 'match')
  const renderAd = useAdsInText(article, items, access.isLocked)
  const offer = usePaywallOffer(article, loaded, access.isLocked && !isPending)
  return (
    <div
      className={`page ${css.content}`}
      data-access={access.isLocked ? 'locked' : 'open'}
      data-paid={article.contentRestriction === 'free' ? undefined : ''}
    >
      {match && <Insert article={article} item={match} />}
      <Context part="contents" article={article} items={items} />
      <ArticleBody
        items={items}
        renderTeaser={(item) => <Context part="teaser" article={article} teaser={item.articleTeaser} />}
        renderInsert={(item) => <Insert article={article} item={item} />}
        renderAfter={renderAd}
      />
      {match && <Insert article={article} item={match} isCourse />}
      {!access.isLocked && !article.isLive && (
        <InBrowser>
          <ListenButton article={article} items={items} place={LISTEN_PLACE} />
        </InBrowser>
      )}
      {article.isLive && !access.isLocked && (
        <div className={css.liveReport}>
          <InBrowser>
            <LiveReport
              key={article.id}
              article={article}
              items={items}
              onItems={(next) => setLive({ id: article.id, items: next })}
            />
          </InBrowser>
        </div>
      )}
      {isPending && (
        <p className={css.pending} role="status">
          {articleTexts.loadingBody}
        </p>
      )}
      {access.isLocked && !isPending && (
        <PaywallLayer articleId={article.id} access={access} offer={offer} behind={article} />
      )}
      {article.contentRestriction !== 'free' && !isPending && access.rule !== 'free' && (
        <AccessDetails key={article.id} articleId={article.id} access={access} />
      )}
    </div>
  )
}

/** None in sensitive texts, and in those that the publisher lists as legal. */
function useArticleAds(article: Article | TestReport): AdvertisingFacts | null {
  const { legalSiteIds = [] } = useSurroundings()
  const { id, title, titlePrefix, section, tags } = article
  const ads = useAds({ id, section: section.path, words: [titlePrefix, title, ...tags.map((tag) => tag.displayName)] })
  return legalSiteIds.includes(id) ? null : ads
}

/** The ad below an item of the text; none in a locked text, and none in a live report, whose entries move. */
function useAdsInText(article: Article, items: readonly ContentItem[], isLocked: boolean) {
  const ads = useArticleAds(article)
  const places = useMemo(
    () => (ads === null || isLocked || article.isLive ? [] : placeInText(items, ads.rules?.articles)),
    [ads, items, isLocked, article.isLive],
  )
  return (index: number) =>
    places.includes(index) && <AdPlace name={`article-${places.indexOf(index) + 1}`} section={article.section.path} />
}

export function AdBelow({ article }: { article: Article | TestReport }) {
  return useArticleAds(article) && <AdPlace name="article-end" section={article.section.path} />
}

/** Below the text, unless the rail has them. */
export function Related({ article }: { article: Article }) {
  if (placeRelated(article) !== 'below') return null
  return (
    <aside className={`page ${css.related}`}>
      <Context part="related" article={article} />
    </aside>
  )
}

/** Only if the publication has recommendations; with consent the space is reserved from the first paint. */
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
            renderTeaser={(teaser) => <Context part="card" article={article} teaser={teaser} />}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Waits for the script on the server, which renders the context; a browser does not wait. */
export async function drawContext(): Promise<void> {
  const part = loadContextPart()
  if (typeof document === 'undefined') await part
}

const INSERTS: ReadonlySet<ContentItem['type']> = new Set(['match', 'audio', 'document'])
const isInsert = (item: ContentItem): boolean =>
  item.type === 'table' ? item.chart !== undefined : INSERTS.has(item.type)

/** Waits in the browser as well, because an insert that comes late would push the text down. */
export async function drawInserts({ contentItems }: Pick<Article, 'contentItems'>): Promise<void> {
  if (contentItems.some(isInsert)) await loadInsertPart()
}

/** Null in the browser, which loads it when the reader gets near. */
export function findDiscussion(
  article: Article | TestReport,
  { publication, community }: Pick<LoadContext, 'publication'> & { community?: LoadContext['community'] | undefined },
): Promise<Discussion | null> | Discussion | null | undefined {
  return publication.hasCommunity === true ? community?.getDiscussion(article) : null
}

export const page = definePage<'article', ArticleData>('article', {
  async load(route, context) {
    const [read] = await Promise.all([context.content.getArticle({ id: route.id }), drawContext()])
    if (read.ok) {
      const { blocks = [] } = read.data
      const [offered, discussion] = await Promise.all([
        withOffer(context.access(read.data), context.offers),
        findDiscussion(read.data, context),
      ])
      await drawInserts(offered.article)
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
