/**
 * The query parameters of each page: a column of the route table. It is a file of its own because the browser loads
 * `routing/route-table` for its first view. The parameters for a page's `load`, for its cache key, and those that make it private
 * are derived from it (an allow-list): no page gets a parameter that is not listed here.
 */
import { ROOM_QUERIES } from '@lokalteil/rooms/rows'
import { INVITATION_PARAMETER } from '../commerce/invitations.ts'
import { ORDER_PARAMETERS } from '../commerce/order-paths.ts'
import { parseArticleSearch, writeArticleSearch } from '../reading/article-search.ts'
import { LINK_PARAMETERS } from '../reading/newsletter-links.ts'
import type { RouteName } from '../routing/route-table.ts'

type PageQuery = {
  /** The canonical form of a query, used in the cache key and for `load`. */
  keyed?: (query: URLSearchParams) => string
  /** Names of parameters that concern one reader. A page with one of them is neither stored nor taken from the store. */
  private?: readonly string[]
}

const { offer, voucher, back, order, token, seller, basket, payment } = ORDER_PARAMETERS

const PAGE_QUERIES: Partial<Record<RouteName, PageQuery>> = {
  search: { keyed: (query) => writeArticleSearch(parseArticleSearch(query)) },
  'newsletter-registration': { private: Object.values(LINK_PARAMETERS) },
  'kommentare/abmelden': { private: ['token'] },
  'order/abo': { private: [back, INVITATION_PARAMETER] },
  'order/checkout': { private: [offer, voucher, back, INVITATION_PARAMETER, order, token, payment] },
  'order/kauf': { private: [seller, basket, order, token] },
  ...ROOM_QUERIES,
}

/** The parameters that a page's `load` gets. */
export function toKnownQuery(name: RouteName, query: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams(toKeyedQuery(name, query))
  for (const parameter of PAGE_QUERIES[name]?.private ?? [])
    if (query.has(parameter)) known.set(parameter, query.get(parameter)!)
  return known
}

/** The query in the cache key, without question mark; '' if there is none. */
export function toKeyedQuery(name: RouteName, query: URLSearchParams): string {
  return PAGE_QUERIES[name]?.keyed?.(query) ?? ''
}

/** True if the query makes the page private to one reader. */
export function isPrivateQuery(name: RouteName, query: URLSearchParams): boolean {
  return PAGE_QUERIES[name]?.private?.some((parameter) => query.has(parameter)) ?? false
}
