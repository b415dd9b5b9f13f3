/** Brings the player when it is first needed; whoever only looks at what is heard needs `player-view` alone. */
import type { Player } from './player.ts'

let opening: Promise<Player> | null = null

/** The one player of the document. A chunk that does not come is asked for again by the next press. */
export function openPlayer(): Promise<Player> {
  opening ??= import('./player.lazy.tsx').then(({ startPlayer }) => startPlayer())
  opening.catch(() => {
    opening = null
  })
  return opening
}
