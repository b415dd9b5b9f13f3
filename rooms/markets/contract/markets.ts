/**
 * The markets of a publication: homes and jobs (docs/markets.md). Each call is about one publication. Listings come
 * from feeds and from readers' orders. They are plain text and never contain the contact: messages are relayed.
 */
export * from './values.ts'
export * from './public-endpoints.ts'
export * from './internal-endpoints.ts'
export * from './ads.ts'

export const MARKETS_INFO = {
  title: 'Markets',
  description:
    'Homes and jobs of a publication: search with facets, listings, enquiries, saved searches, advertisements.',
  version: '1',
  base: '/markets/{publication}',
} as const
