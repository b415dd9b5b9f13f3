import { PUBLIC_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const horoscopeRoutes = {
  /** A sign, and a day of the last week. */
  horoskop: { path: '/horoskop/:entry?/:day?', ...PUBLIC_PAGE },
} as const
