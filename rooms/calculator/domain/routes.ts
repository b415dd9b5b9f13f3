import { PUBLIC_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const calculatorRoutes = { rechner: { path: '/rechner', ...PUBLIC_PAGE, endsWithAd: true } } as const
