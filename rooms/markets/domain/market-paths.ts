/** Paths of the market pages. */
import { slugOf } from '@lokalteil/domain/german-text'
import type { MarketKind } from './markets.ts'

export const MARKET_PATHS: Readonly<Record<MarketKind, string>> = { home: '/immobilien', job: '/jobs' }
export const SAVED_SEARCHES_PATH = '/account/suchen'

/** `query` as written by `writeMarketSearch`. */
export function toMarketPath(kind: MarketKind, query = '', page = 1): string {
  return `${MARKET_PATHS[kind]}${page > 1 ? `/${page}` : ''}${query === '' ? '' : `?${query}`}`
}

export function toListingPath({ kind, id, title }: { kind: MarketKind; id: string; title: string }): string {
  return `${MARKET_PATHS[kind]}/angebot/${slugOf(title, 70) || 'angebot'}-${id}`
}

export const toOrderPath = (kind: MarketKind): string => `${MARKET_PATHS[kind]}/inserieren`

/**
 * A link in mails that ends a saved search or confirms an enquiry. Opening it changes nothing: the page asks for
 * confirmation.
 */
export const toMarketLinkPath = (kind: MarketKind, token: string): string => `${MARKET_PATHS[kind]}/link/${token}`
export const MARKET_ONE_CLICK = '/api/markets/unsubscribe'

/** Our name as a seller in the checkout. */
export const MARKET_SELLER = 'anzeigen'
export const toCheckoutPath = (ad: string): string => `/order/kauf?seller=${MARKET_SELLER}&basket=${ad}`
