import { AUTH_PAGE, FAST_PAGE, UNSTORED_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const marketRoutes = {
  '__mein-portal-auth-markets': { path: '/account/suchen', ...AUTH_PAGE },
  immobilien: { path: '/immobilien/:page?', ...FAST_PAGE, endsWithAd: true },
  'immobilien/angebot': { path: '/immobilien/angebot/:reference', ...FAST_PAGE, endsWithAd: true },
  'immobilien/inserieren': { path: '/immobilien/inserieren', ...UNSTORED_PAGE },
  'immobilien/link': { path: '/immobilien/link/:token', ...UNSTORED_PAGE, isIndexable: false },
  jobs: { path: '/jobs/:page?', ...FAST_PAGE, endsWithAd: true },
  'jobs/angebot': { path: '/jobs/angebot/:reference', ...FAST_PAGE, endsWithAd: true },
  'jobs/inserieren': { path: '/jobs/inserieren', ...UNSTORED_PAGE },
  'jobs/link': { path: '/jobs/link/:token', ...UNSTORED_PAGE, isIndexable: false },
} as const
