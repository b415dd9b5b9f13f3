/**
 * The player's state for pages: small, because pages load it before anything was played. The first click loads the
 * player itself (`player.lazy`).
 */
import { useSyncExternalStore } from 'react'
import type { Piece, SleepChoice } from '@lokalteil/domain/listening/pieces'
import { createListeners } from '../../page/listeners.ts'

export type PlayerView = {
  piece: Piece | null
  /** `idle`: nothing was played yet in this document, but a piece can be resumed. */
  status: 'idle' | 'loading' | 'playing' | 'paused' | 'failed'
  /** Seconds; estimated for speech. */
  position: number
  /** 0: unknown, or endless. */
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

/** The empty state on the server and during hydration. */
export function usePlayerView<T>(select: (view: PlayerView) => T): T {
  return useSyncExternalStore(
    subscribe,
    () => select(view),
    () => select(NOTHING),
  )
}
