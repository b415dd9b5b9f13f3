/**
 * The page in view in the terms of 3.8, for analytics and recommendations. Follows the page store; only `pending`, the
 * two values of the recommendation and the counter of home are set directly.
 */
import {
  toAnalyticsPageType,
  toEntityPageKind,
  type AnalyticsPageType,
  type EntityPageKind,
} from '@lokalteil/domain/routing/page-types'
import type { PageError } from '../../page/page.ts'
import type { PageStore } from '../../page/page-store.ts'

export type CurrentPage = {
  currentPageUrl: string
  /** The data that its module loaded; null for an error. */
  currentPageData: unknown
  currentPageType: AnalyticsPageType | ''
  currentPageError: PageError | null
  /** The next page is loading. */
  currentPagePending: boolean
  reco_type: string
  recoResponseId: string
  /** How often home was requested by its logo while it was in view; each time its data is loaded anew (S3.8-01). */
  homeKey: number
  /** Status and kind of the page's main entity. */
  statusAndTypes: { status: number; types: EntityPageKind[] }
}

export type CurrentPageStore = ReturnType<typeof createCurrentPage>

export function createCurrentPage(store: PageStore, origin: string) {
  let told: Pick<CurrentPage, 'currentPagePending' | 'reco_type' | 'recoResponseId' | 'homeKey'> = {
    currentPagePending: false,
    reco_type: 'unknown',
    recoResponseId: '',
    homeKey: 0,
  }
  store.subscribe(() => {
    told = { ...told, reco_type: 'unknown', recoResponseId: '' }
  })
  return {
    get(): CurrentPage {
      const { route, path, query, content } = store.get().state
      const isPage = content.kind === 'page'
      const kind = route === null ? null : toEntityPageKind(route)
      return {
        ...told,
        currentPageUrl: origin + path + query,
        currentPageData: isPage ? content.data : null,
        currentPageType: route === null || !isPage ? '' : toAnalyticsPageType(route),
        currentPageError: isPage ? null : content,
        statusAndTypes: { status: isPage ? 200 : content.status, types: isPage && kind !== null ? [kind] : [] },
      }
    },
    setPending: (currentPagePending: boolean): void => void (told = { ...told, currentPagePending }),
    setRecommendation: (type: string, responseId: string): void =>
      void (told = { ...told, reco_type: type, recoResponseId: responseId }),
    countHome: (): number => (told = { ...told, homeKey: told.homeKey + 1 }).homeKey,
  }
}
