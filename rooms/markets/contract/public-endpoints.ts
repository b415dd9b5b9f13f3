/** Public calls of pages, the same for everybody. */
import { z } from 'zod'
import { LISTINGS_PER_PAGE, MOST_PAGES } from '../domain/markets.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { Instant, Listing, ListingId, ListingLine, MarketKindValue } from './values.ts'

const Count = z.number().int().min(0)
/** Results with this choice added or, if only one choice is possible, in place of the current one. */
export const FacetCount = z.object({ value: z.string(), label: z.string(), count: Count })
export type FacetCount = z.infer<typeof FacetCount>

export const MarketResults = z.object({
  total: Count,
  page: z.number().int().min(1),
  pages: Count.max(MOST_PAGES),
  listings: z.array(ListingLine).max(LISTINGS_PER_PAGE),
  /** By query parameter (`angebot`, `art`, `zimmer` …). `label` is '' for values of the fixed vocabulary. */
  facets: z.record(z.string(), z.array(FacetCount)),
})
export type MarketResults = z.infer<typeof MarketResults>

/** The place to search around: listings with coordinates are matched by distance, others by the name of their town. */
export const SearchedPlace = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Towns within the radius, with their distance. */
  towns: z.array(z.object({ name: z.string().max(80), km: z.number().min(0).max(1000) })).max(200),
})
export type SearchedPlace = z.infer<typeof SearchedPlace>

export const MARKETS = contract({
  search: {
    method: 'POST',
    path: '/{market}/search',
    summary: 'A page of what a search finds, with the number of listings behind every further choice',
    params: z.object({ market: MarketKindValue }),
    body: z.object({
      /** The query of the pages' addresses (`domain/markets/market-search`). */
      query: z.string().max(2000),
      page: z.number().int().min(1).max(MOST_PAGES).default(1),
      /** Null: everywhere. */
      place: SearchedPlace.nullable().default(null),
    }),
    answer: MarketResults,
  },
  getListing: {
    method: 'GET',
    path: '/{market}/listings/{id}',
    summary: 'A listing with all its facts; 410 when it is over',
    params: z.object({ market: MarketKindValue, id: ListingId }),
    answer: Listing,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
  listAddresses: {
    method: 'GET',
    path: '/{market}/addresses',
    summary: 'What is to be found, for sitemaps: the newest 45,000, no duplicates',
    params: z.object({ market: MarketKindValue }),
    answer: z.object({
      listings: z.array(z.object({ id: ListingId, title: z.string(), updated: Instant })).max(45_000),
    }),
  },
})
