/** Puzzles for a page's `load`: generated on the server, fetched from this site in the browser. */
import type { Game, Level } from '@lokalteil/domain/games/games'
import type { PuzzleOf } from '@lokalteil/domain/games/puzzles'
import type { Read } from '../content-api.ts'
import type { ReadPublic } from '../public-reads.ts'

export type GameApi = {
  getPuzzle: <G extends Game>(game: G, day: string, level: Level<G> | '') => Promise<Read<PuzzleOf<G>>>
}

export function createGameApi(read: ReadPublic): GameApi {
  return {
    getPuzzle: async <G extends Game>(game: G, day: string, level: Level<G> | '') =>
      (await read('GET /api/games/{game}/{day}', { params: { game, day }, query: { level } })) as Read<PuzzleOf<G>>,
  }
}
