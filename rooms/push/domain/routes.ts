import { PUBLIC_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const pushRoutes = { mitteilungen: { path: '/mitteilungen', ...PUBLIC_PAGE } } as const
