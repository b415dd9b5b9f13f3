/**
 * Recommendations at the end of an article: from the recommendation script with consent (S1-09), the most read articles
 * if it does not answer in time (S9-11), and below them what other readers of this article read, by the portal's own figures.
 * The page leaves this out without consent. Never articles that are already on the page.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Article, Teaser } from '@lokalteil/contracts/content'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { portalClient } from '../../page/portal-client.ts'
import { usePortal } from '../../page/portal.ts'
import { readSettings } from '../../browser/session/site-settings.ts'
import { recommending } from '../../browser/consent/third-parties.ts'
import { watchWidget } from '../../browser/analytics/watch-widget.ts'
import { recommendationTexts } from '../../messages/consent/consent.ts'
import { pickRecommendations } from './pick-recommendations.ts'
import css from './Recommendations.module.css'

const MOST = 4

type Shown = { type: string; teasers: readonly Teaser[] }
type RecommendationsProps = { article: Article; renderTeaser: (teaser: Teaser) => ReactNode }

export default function Recommendations({ article, renderTeaser }: RecommendationsProps) {
  const { publication } = usePortal()
  const [shown, setShown] = useState<Shown | null>(null)
  const [readWith, setReadWith] = useState<readonly Teaser[]>([])
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    let isLeft = false
    const show = async () => {
      const found = await recommend(article, publication)
      if (isLeft) return
      setShown(found)
      const more = await listReadWith(article, found.teasers)
      // Not once the end of the list is in view: what stands below it would move.
      if (!isLeft && (place.current?.getBoundingClientRect().bottom ?? 0) > innerHeight) setReadWith(more)
    }
    void show()
    return () => {
      isLeft = true
    }
  }, [article, publication])
  const hasTeasers = shown !== null && shown.teasers.length > 0
  useEffect(() => {
    if (hasTeasers && place.current !== null) return watchWidget(place.current)
  }, [hasTeasers])

  if (shown !== null && !hasTeasers) return null
  const toCell = (teaser: Teaser) => <div key={teaser.documentId}>{renderTeaser(teaser)}</div>
  return (
    <aside
      className={`page ${css.place}`}
      ref={place}
      aria-labelledby="recommendations"
      data-recommendations={shown?.type ?? 'pending'}
    >
      <h2 className={css.title} id="recommendations">
        {recommendationTexts.title}
      </h2>
      <p className={css.reason}>{toReason(shown?.type)}</p>
      <div className={css.grid}>{shown?.teasers.map(toCell)}</div>
      {readWith.length > 0 && (
        <div className={css.readWith} data-read-with>
          <h2 className={css.title}>{recommendationTexts.readWith}</h2>
          <p className={css.reason}>{recommendationTexts.byReaders}</p>
          <div className={css.grid}>{readWith.map(toCell)}</div>
        </div>
      )}
    </aside>
  )
}

async function recommend(article: Article, publication: { isLocalEdition: boolean }): Promise<Shown> {
  const content = createContentApi(contentBase(), createBrowserFetch())
  const settings = await readSettings(publication)
  const exclude = listShown(article)
  const found = await pickRecommendations(
    {
      articleId: article.id,
      topicIds: article.tags.map(({ id }) => id),
      exclude,
      limit: MOST,
      isTopicRankingOff: settings.data_reco_deactivatetopicranking_enabled,
      bucket: recommending.bucket,
      contentApi: contentBase(),
    },
    settings.data_reco_timeout_ms,
  )
  const read = found === null ? null : await content.listTeasers({}, { ids: found.articleIds.join(',') })
  if (found !== null && read?.ok === true && read.data.teasers.length > 0) {
    recommending.tell(found.type, found.responseId)
    return { type: found.type, teasers: read.data.teasers }
  }
  const mostRead = await content.listMostRead()
  recommending.tell('editorial', '')
  const known = new Set([article.id, ...exclude])
  return {
    type: 'editorial',
    teasers: mostRead.ok ? mostRead.data.teasers.filter(({ documentId }) => !known.has(documentId)).slice(0, MOST) : [],
  }
}

/** Nothing where too few readers are known, or the portal does not answer. */
async function listReadWith(article: Article, shown: readonly Teaser[]): Promise<readonly Teaser[]> {
  const found = await portalClient.call('GET /api/figures/read-with/{id}', { params: { id: article.id } })
  const known = new Set([article.id, ...listShown(article), ...shown.map(({ documentId }) => documentId)])
  const ids = found.kind === 'ok' ? found.data.articleIds.filter((id) => !known.has(id)).slice(0, MOST) : []
  if (ids.length === 0) return []
  const read = await createContentApi(contentBase(), createBrowserFetch()).listTeasers({}, { ids: ids.join(',') })
  return read.ok ? read.data.teasers : []
}

/** Ids of articles already on the page. */
function listShown({ relatedArticles, contentItems }: Article): string[] {
  return [
    ...relatedArticles.teasers.map(({ documentId }) => documentId),
    ...contentItems.flatMap((item) => (item.type === 'articleTeaser' ? [item.articleTeaser.documentId] : [])),
  ]
}

function toReason(type: string | undefined): string {
  if (type === 'editorial') return recommendationTexts.editorial
  return type === 'freshness' ? recommendationTexts.byFreshness : recommendationTexts.byTopics
}
