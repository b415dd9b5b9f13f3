/** Puzzles of all publications, created on first use (some milliseconds) and memoised in a bounded cache. */
import { toSeed, type Game, type Level } from '@lokalteil/domain/games/games'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import { openGameWords } from '../build/game-words.ts'
import { openPuzzles } from '../domain/create-puzzle.ts'
import type { PuzzleOf } from '../domain/puzzles.ts'

/** Enough for a month of every game and level in nine publications. */
const MOST_KEPT = 3000

export function createGameSource(): (
  code: PublicationCode,
  game: Game,
  day: string,
  level: Level | '',
) => PuzzleOf<Game> {
  const createPuzzle = openPuzzles(openGameWords())
  const kept = new LRUCache<string, PuzzleOf<Game>>({ max: MOST_KEPT })
  return (code, game, day, level) => {
    const key = toSeed(code, game, day, level)
    const puzzle = kept.get(key) ?? createPuzzle(code, game, day, level)
    kept.set(key, puzzle)
    return puzzle
  }
}
