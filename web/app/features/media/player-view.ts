/**
 * What is heard, as pages see it: small, because pages load it before anything was ever played. What plays is
 * `player.lazy`, which is loaded by the first press.
 */
import { useSyncExternalStore } from 'react'
import type { Piece, SleepChoice } from '@lokalteil/domain/listening/pieces'
import { createListeners } from '../../page/listeners.ts'

export type PlayerView = {
  piece: Piece | null
  /** `idle`: nothing was pressed yet, but there is a piece to go on with. */
  status: 'idle' | 'loading' | 'playing' | 'paused' | 'failed'
  /** Seconds; estimated where a text is spoken. */
  position: number
  /** 0: not known, or endless. */
  length: number
  speed: number
  volume: number
  isMuted: boolean
  queue: readonly Piece[]
  sleep: SleepChoice
}

const NOTHING: PlayerView = {
  piece: null,
  status: 'idle',
  position: 0,
  length: 0,
  speed: 1,
  volume: 1,
  isMuted: false,
  queue: [],
  sleep: 'off',
}
const { subscribe, notify } = createListeners()
let view = NOTHING

export const getPlayerView = (): PlayerView => view

export function setPlayerView(change: Partial<PlayerView>): void {
  view = { ...view, ...change }
  notify()
}

/** On the server and while hydrating nothing is heard. */
export function usePlayerView<T>(select: (view: PlayerView) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(view),
    () => select(NOTHING),
  )
}
