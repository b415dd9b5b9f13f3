import { FAST_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const weatherRoutes = {
  /** The first place of the publication, or another of its places by its id. */
  wetter: { path: '/wetter/:place?', ...FAST_PAGE },
} as const
