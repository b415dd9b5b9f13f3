/** Puzzles of all publications: made when first asked for, which takes some milliseconds, and kept for as long as there is room. */
import { toSeed, type Game, type Level } from '@lokalteil/domain/games/games'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import { openGameWords } from '../build/game-words.ts'
import { openPuzzles } from '../domain/create-puzzle.ts'
import type { PuzzleOf } from '../domain/puzzles.ts'

/** A month of every game and level of nine publications. */
const MOST_KEPT = 3000

export function createGameSource(): (code: Mandator, game: Game, day: string, level: Level | '') => PuzzleOf<Game> {
  const createPuzzle = openPuzzles(openGameWords())
  const kept = new LRUCache<string, PuzzleOf<Game>>({ max: MOST_KEPT })
  return (code, game, day, level) => {
    const key = toSeed(code, game, day, level)
    const puzzle = kept.get(key) ?? createPuzzle(code, game, day, level)
    kept.set(key, puzzle)
    return puzzle
  }
}
