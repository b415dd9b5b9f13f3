/** Same-origin calls of game pages: the puzzle of a day, the same for all readers. */
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { Text } from '@lokalteil/contracts/portal/values'
import { GAME_KEYS } from '@lokalteil/domain/games/games'
import { z } from 'zod'

export const GAMES_CALLS = contract({
  getPuzzle: {
    method: 'GET',
    path: '/api/games/{game}/{day}',
    summary:
      'The puzzle of one of the last thirty days with its solution, the same for all; without `level` the easiest',
    params: z.object({ game: z.enum(GAME_KEYS), day: Text(10) }),
    query: z.object({ level: Text(20).optional() }),
    answer: z.looseObject({}),
    problems: { 404: 'NOT_FOUND' },
  },
})
