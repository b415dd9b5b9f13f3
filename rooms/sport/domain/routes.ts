import { FAST_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const sportRoutes = {
  /** In every publication: a league's table that other sites embed. */
  'sport-widget': { path: '/sport-widget', ...FAST_PAGE, layout: 'bare', isIndexable: false },
  ergebnisse: { path: '/ergebnisse/:competition?/:matchday?', ...FAST_PAGE, endsWithAd: true },
  'ergebnisse/spiel': { path: '/ergebnisse/spiel/:competition/:match', ...FAST_PAGE, endsWithAd: true },
  'ergebnisse/verein': { path: '/ergebnisse/verein/:competition/:team', ...FAST_PAGE, endsWithAd: true },
} as const
