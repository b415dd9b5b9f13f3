/** Puzzles of all publications: made when first asked for, which takes some milliseconds, and kept for as long as there is room. */
import { openPuzzles } from '@lokalteil/domain/games/create-puzzle'
import { toSeed, type Game } from '@lokalteil/domain/games/games'
import type { PuzzleOf } from '@lokalteil/domain/games/puzzles'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import type { GameApi } from '../../../app/page/rooms/game-api.ts'
import { openGameWords } from '../../../game-words.ts'

export type GameSource = { of: (code: Mandator) => GameApi }

/** A month of every game and level of nine publications. */
const MOST_KEPT = 3000

export function createGameSource(): GameSource {
  const createPuzzle = openPuzzles(openGameWords())
  const kept = new LRUCache<string, PuzzleOf<Game>>({ max: MOST_KEPT })
  return {
    of: (code) => ({
      async getPuzzle(game, day, level) {
        const key = toSeed(code, game, day, level)
        const puzzle = (kept.get(key) as PuzzleOf<typeof game> | undefined) ?? createPuzzle(code, game, day, level)
        kept.set(key, puzzle)
        return { ok: true, data: puzzle }
      },
    }),
  }
}
