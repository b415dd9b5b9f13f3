/** Homes and jobs for client-side navigation, and the reader's own ads and searches. */
import { z } from 'zod'
import { MOST_PAGES } from '../domain/markets.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { Ad, Listing, ListingId, MarketKindValue, MarketResults, SavedSearch } from './markets.ts'
import { Text } from '@lokalteil/contracts/portal/values'

/** Results with settings of the publication: places to search around, and whether readers can order ads. */
export const MarketView = MarketResults.extend({
  places: z.array(z.object({ id: z.string(), name: z.string() })),
  canAdvertise: z.boolean(),
})
export type MarketView = z.infer<typeof MarketView>

/** Price of an advertisement; null: none can be ordered. */
export const AdOffer = z.object({
  ads: z
    .object({
      packages: z.array(
        z.object({ id: z.string(), name: z.string(), days: z.number().int(), cents: z.number().int() }),
      ),
      vatPercent: z.number().int(),
    })
    .nullable(),
})
export type AdOffer = z.infer<typeof AdOffer>

export const OwnMarkets = z.object({ searches: z.array(SavedSearch), ads: z.array(Ad) })
export type OwnMarkets = z.infer<typeof OwnMarkets>

/** The same for all readers. */
export const MARKET_CALLS = contract({
  searchMarket: {
    method: 'GET',
    path: '/api/markets/{market}/search',
    summary: 'A page of homes or jobs with the number behind every further choice; the same for all',
    params: z.object({ market: MarketKindValue }),
    query: z.object({
      /** The query of the pages' addresses. */
      query: Text(2000).default(''),
      page: z.coerce.number().int().min(1).max(MOST_PAGES).default(1),
    }),
    answer: MarketView,
    problems: { 404: 'NOT_FOUND' },
  },
  getListing: {
    method: 'GET',
    path: '/api/markets/{market}/listings/{id}',
    summary: 'A home or a job with all that is known of it; the same for all',
    params: z.object({ market: MarketKindValue, id: ListingId }),
    answer: Listing,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  getAdOffer: {
    method: 'GET',
    path: '/api/markets/{market}/packages',
    summary: 'What an advertisement costs that is written here; the same for all',
    params: z.object({ market: MarketKindValue }),
    answer: AdOffer,
    problems: { 404: 'NOT_FOUND' },
  },
})

export const OWN_MARKET_CALLS = contract({
  listOwnMarkets: {
    method: 'GET',
    path: '/api/mein/markets',
    summary: 'The reader’s saved searches and advertisements',
    answer: OwnMarkets,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  endSavedSearch: {
    method: 'DELETE',
    path: '/api/mein/markets/searches/{id}',
    summary: 'Ends a saved search of the reader’s',
    params: z.object({ id: Text(60) }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN' },
  },
  endAd: {
    method: 'DELETE',
    path: '/api/mein/markets/ads/{id}',
    summary: 'Throws a draft of the reader’s away, or ends an advertisement that is live',
    params: z.object({ id: Text(60) }),
    answer: null,
    problems: { 401: 'NOT_LOGGED_IN', 409: 'UNDER_WAY' },
  },
})

/** The listing or search of a link in a mail; `about` null: unknown. */
export const MarketLink = z.object({
  kind: MarketKindValue,
  token: z.string(),
  state: z.enum(['open', 'done', 'used', 'expired', 'invalid', 'unavailable']),
  about: z.object({ kind: z.enum(['enquiry', 'search']), text: z.string(), placeName: z.string() }).nullable(),
})
export type MarketLink = z.infer<typeof MarketLink>

/** For pages on the server alone. */
export const MARKET_LINK_CALLS = contract({
  readLink: {
    method: 'GET',
    path: '/internal/markets/{market}/links/{token}',
    summary: 'What the link of a mail is about; changes nothing',
    params: z.object({ market: MarketKindValue, token: Text(200) }),
    answer: MarketLink,
  },
})
