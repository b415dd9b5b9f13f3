/** The puzzles of a day, loaded by game pages on client-side navigation (`domain/games`). */
import { z } from 'zod'
import { GAME_KEYS } from '@lokalteil/domain/games/games'
import { contract } from '../kernel/endpoint.ts'
import { Text } from './values.ts'

export const GAMES_ENDPOINTS = contract({
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
