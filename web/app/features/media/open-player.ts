/** Loads the player when it is first needed; code that only reads its state uses `player-view`. */
import type { Player } from './player.ts'

let opening: Promise<Player> | null = null

/** The one player of the document. A chunk that failed to load is requested again by the next click. */
export function openPlayer(): Promise<Player> {
  opening ??= import('./player.lazy.tsx').then(({ startPlayer }) => startPlayer())
  opening.catch(() => {
    opening = null
  })
  return opening
}
