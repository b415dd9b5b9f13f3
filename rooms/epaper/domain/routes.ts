import { PERSONAL_PAGE, PUBLIC_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const epaperRoutes = {
  epaper: { path: '/epaper', ...PUBLIC_PAGE, endsWithAd: true },
  'epaper/suche': { path: '/epaper/suche', ...PERSONAL_PAGE },
  /** Issues of an edition, an issue, one of its pages or articles (`issues.ts`). */
  'epaper/ausgabe': { path: '/epaper/:edition/:day?/:part?/:key?', ...PERSONAL_PAGE, isIndexable: true },
} as const
