/** Names of pages for analytics and for the paywall service (specification 2.7, decisions S2.7-01 to S2.7-04). */
import { isLegalRoute } from './routes.ts'
import type { Route, RouteName } from './routes.ts'

export type AnalyticsPageType =
  | 'Homepage'
  | 'Artikelseiten'
  | 'Themenseiten'
  | 'Autorenprofile'
  | 'Suchergebnisseiten'
  | 'Topicspage'
  | 'Topicpage'
  | 'CouponList'
  | 'HeadlinesPage'
  | 'Autorenubersichtsseite'
  | 'Testberichtubersichtsseite'
  | 'Testberichtsseite'
  | 'Legalseite'

/** Kinds whose main entity is tracked and can be followed; verbatim, without umlauts (S2.7-01). */
export const ENTITY_PAGE_KINDS = [
  'Autorenprofile',
  'Tag',
  'Autorenubersichtsseite',
  'Artikelseiten',
  'Topicpage',
  'SingleTag',
  'Topicspage',
  'HeadlinesPage',
] as const
export type EntityPageKind = (typeof ENTITY_PAGE_KINDS)[number]

/** '' for pages without a type. */
export function toAnalyticsPageType(route: Route, legalSiteIds: readonly string[] = []): AnalyticsPageType | '' {
  if (isLegalRoute(route, legalSiteIds)) return 'Legalseite'
  switch (route.name) {
    case 'home':
      return 'Homepage'
    case 'article':
      return 'Artikelseiten'
    case 'tag':
    case 'channel':
      return 'Themenseiten'
    case 'author':
      return 'Autorenprofile'
    case 'authors':
      return 'Autorenubersichtsseite'
    case 'search':
      return 'Suchergebnisseiten'
    case 'topics':
      return 'Topicspage'
    case 'topic':
      return 'Topicpage'
    case 'coupons':
      return 'CouponList'
    case 'headlines':
      return 'HeadlinesPage'
    case 'testberichte-feed':
      return 'Testberichtubersichtsseite'
    case 'testbericht':
      return 'Testberichtsseite'
    default:
      return ''
  }
}

/** The second set of names; null if the page tracks no entity. A tag's first page is 'SingleTag', later ones 'Tag'. */
export function toEntityPageKind(route: Route): EntityPageKind | null {
  switch (route.name) {
    case 'author':
      return 'Autorenprofile'
    case 'authors':
      return 'Autorenubersichtsseite'
    case 'article':
      return 'Artikelseiten'
    case 'topic':
      return 'Topicpage'
    case 'topics':
      return 'Topicspage'
    case 'headlines':
      return 'HeadlinesPage'
    case 'tag':
      return route.page === 1 ? 'SingleTag' : 'Tag'
    case 'channel':
      return 'SingleTag'
    default:
      return null
  }
}

export type PaywallPageType = 'ARTICLE' | 'HOME' | 'TAG'

/** Test reports count as articles, so that a paid one is locked (S2.7-04). Null: 'Other' of the service. */
export function toPaywallPageType(name: RouteName): PaywallPageType | null {
  switch (name) {
    case 'article':
    case 'testbericht':
      return 'ARTICLE'
    case 'home':
      return 'HOME'
    case 'tag':
    case 'channel':
      return 'TAG'
    default:
      return null
  }
}

/** The value of `_dm_pageType` in a paywall request. */
export function toPaywallRequestPageType(type: PaywallPageType | null): 'Artikelseite' | 'Kategorieseite' | 'Other' {
  if (type === 'ARTICLE') return 'Artikelseite'
  return type === 'HOME' || type === 'TAG' ? 'Kategorieseite' : 'Other'
}
