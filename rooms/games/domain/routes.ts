import { FAST_PAGE } from '@lokalteil/domain/routing/route-kinds'

const GAME_PAGE = { ...FAST_PAGE, endsWithAd: true } as const

export const gamesRoutes = {
  spiele: { path: '/spiele', ...GAME_PAGE },
  'spiele/sudoku': { path: '/spiele/sudoku/:day?/:level?', ...GAME_PAGE },
  'spiele/kakuro': { path: '/spiele/kakuro/:day?/:level?', ...GAME_PAGE },
  'spiele/wortraten': { path: '/spiele/wortraten/:day?', ...GAME_PAGE },
  'spiele/schiffe-versenken': { path: '/spiele/schiffe-versenken/:day?', ...GAME_PAGE },
  'spiele/kreuzwortraetsel': { path: '/spiele/kreuzwortraetsel/:day?', ...GAME_PAGE },
  'spiele/puzzle': { path: '/spiele/puzzle/:day?/:level?', ...GAME_PAGE },
  'spiele/segelboot': { path: '/spiele/segelboot/:day?', ...GAME_PAGE },
} as const
