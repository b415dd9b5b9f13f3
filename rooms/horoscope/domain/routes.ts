import { PUBLIC_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const horoscopeRoutes = {
  /** The overview, a sign, or a sign on a day of the last week. */
  horoskop: { path: '/horoskop/:entry?/:day?', ...PUBLIC_PAGE, endsWithAd: true },
} as const
