/**
 * The markets of a publication: homes and jobs (docs/markets.md). Who answers knows one publication at a time. Listings come
 * from feeds and from what readers order; they are plain text, and whom to write to is never told: messages are relayed.
 */
export * from './markets/values.ts'
export * from './markets/public-endpoints.ts'
export * from './markets/internal-endpoints.ts'
export * from './markets/ads.ts'

export const MARKETS_INFO = {
  title: 'Markets',
  description:
    'Homes and jobs of a publication: search with facets, listings, enquiries, saved searches, advertisements.',
  version: '1',
  base: '/markets/{mandator}',
} as const
