import { FAST_PAGE, UNSTORED_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const obituaryRoutes = {
  trauer: { path: '/trauer', ...FAST_PAGE },
  'trauer/seite': { path: '/trauer/seite/:page', ...FAST_PAGE },
  'trauer/suche': { path: '/trauer/suche', ...UNSTORED_PAGE, isIndexable: false },
  'trauer/person': { path: '/trauer/person/:person', ...FAST_PAGE },
  'trauer/anzeige': { path: '/trauer/anzeige/:notice', ...FAST_PAGE },
  /** Shows names and texts of mourners: not cached, not indexed. */
  'trauer/kondolenz': { path: '/trauer/kondolenz/:person/:page?', ...UNSTORED_PAGE, isIndexable: false },
  'trauer/aufgeben': { path: '/trauer/aufgeben', ...UNSTORED_PAGE },
  'trauer/erinnerung': { path: '/trauer/erinnerung', ...UNSTORED_PAGE, isIndexable: false },
} as const
