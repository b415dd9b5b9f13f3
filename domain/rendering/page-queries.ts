/**
 * What each page reads of its query: a column of the route table. It stands apart from `routing/route-table` because the
 * browser loads that one for its first view. What reaches a page's `load`, what is in the key of a stored page and what
 * makes a page private derive from it; a parameter that has no place here reaches no page.
 */
import { ROOM_QUERIES } from '@lokalteil/rooms/rows'
import { INVITATION_PARAMETER } from '../commerce/invitations.ts'
import { ORDER_PARAMETERS } from '../commerce/order-paths.ts'
import { LIST_PARAMETERS } from '../epaper/issues.ts'
import { toMarketQuery } from '../markets/market-search.ts'
import { NOTICE_PARAMETERS } from '../notices/notice-paths.ts'
import { parseArticleSearch, writeArticleSearch } from '../reading/article-search.ts'
import { LINK_PARAMETERS } from '../reading/newsletter-links.ts'
import type { RouteName } from '../routing/route-table.ts'

type PageQuery = {
  /** The one spelling of a query. The page is stored under it and loads by it. */
  keyed?: (query: URLSearchParams) => string
  /** Names of parameters that concern one reader. A page with one of them is neither stored nor taken from the store. */
  private?: readonly string[]
}

const { offer, voucher, back, order, token, seller, basket, payment } = ORDER_PARAMETERS

const PAGE_QUERIES: Partial<Record<RouteName, PageQuery>> = {
  search: { keyed: (query) => writeArticleSearch(parseArticleSearch(query)) },
  immobilien: { keyed: (query) => toMarketQuery('home', query) },
  jobs: { keyed: (query) => toMarketQuery('job', query) },
  'newsletter-registration': { private: Object.values(LINK_PARAMETERS) },
  epaper: { private: LIST_PARAMETERS },
  'epaper/suche': { private: LIST_PARAMETERS },
  'trauer/suche': { private: NOTICE_PARAMETERS },
  'trauer/erinnerung': { private: NOTICE_PARAMETERS },
  'kommentare/abmelden': { private: ['token'] },
  'order/abo': { private: [back, INVITATION_PARAMETER] },
  'order/checkout': { private: [offer, voucher, back, INVITATION_PARAMETER, order, token, payment] },
  'order/kauf': { private: [seller, basket, order, token] },
  ...ROOM_QUERIES,
}

/** What reaches the `load` of a page. */
export function toKnownQuery(name: RouteName, query: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams(toKeyedQuery(name, query))
  for (const parameter of PAGE_QUERIES[name]?.private ?? [])
    if (query.has(parameter)) known.set(parameter, query.get(parameter)!)
  return known
}

/** What is in the key of a stored page, without question mark; '' for nothing. */
export function toKeyedQuery(name: RouteName, query: URLSearchParams): string {
  return PAGE_QUERIES[name]?.keyed?.(query) ?? ''
}

/** Whether the query makes the page one reader's. */
export function isPrivateQuery(name: RouteName, query: URLSearchParams): boolean {
  return PAGE_QUERIES[name]?.private?.some((parameter) => query.has(parameter)) ?? false
}
