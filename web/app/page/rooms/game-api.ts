/** Puzzles as a page's `load` asks for them: on the server they are made, in the browser this site is asked. */
import type { Game, Level } from '@lokalteil/domain/games/games'
import type { PuzzleOf } from '@lokalteil/domain/games/puzzles'
import type { FetchJson, Read } from '../content-api.ts'

export type GameApi = {
  getPuzzle: <G extends Game>(game: G, day: string, level: Level<G> | '') => Promise<Read<PuzzleOf<G>>>
}

export function createGameApi(fetchJson: FetchJson): GameApi {
  return {
    getPuzzle: <G extends Game>(game: G, day: string, level: Level<G> | '') =>
      fetchJson(`/api/games/${game}/${day}${level === '' ? '' : `?level=${level}`}`) as Promise<Read<PuzzleOf<G>>>,
  }
}
