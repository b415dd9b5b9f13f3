import { FAST_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const weatherRoutes = {
  /** The publication's first place, or another place by its id. */
  wetter: { path: '/wetter/:place?', ...FAST_PAGE, endsWithAd: true },
} as const
