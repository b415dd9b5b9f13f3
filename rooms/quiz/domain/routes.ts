import { PUBLIC_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const quizRoutes = { quiz: { path: '/quiz/:entry?', ...PUBLIC_PAGE, endsWithAd: true } } as const
