import { FAST_PAGE } from '@lokalteil/domain/routing/route-kinds'

export const gamesRoutes = {
  spiele: { path: '/spiele', ...FAST_PAGE, endsWithAd: true },
  'spiele/sudoku': { path: '/spiele/sudoku/:day?/:level?', ...FAST_PAGE },
  'spiele/kakuro': { path: '/spiele/kakuro/:day?/:level?', ...FAST_PAGE },
  'spiele/wortraten': { path: '/spiele/wortraten/:day?', ...FAST_PAGE },
  'spiele/schiffe-versenken': { path: '/spiele/schiffe-versenken/:day?', ...FAST_PAGE },
  'spiele/kreuzwortraetsel': { path: '/spiele/kreuzwortraetsel/:day?', ...FAST_PAGE },
  'spiele/puzzle': { path: '/spiele/puzzle/:day?/:level?', ...FAST_PAGE },
  'spiele/segelboot': { path: '/spiele/segelboot/:day?', ...FAST_PAGE },
} as const
