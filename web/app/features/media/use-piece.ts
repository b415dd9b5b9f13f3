/** A piece on a page: whether it plays, and the action of its button. */
import { useState } from 'react'
import type { Piece } from '@lokalteil/domain/listening/pieces'
import { openPlayer } from './open-player.ts'
import { usePlayerView } from './player-view.ts'

export function usePiece(piece: Piece) {
  const status = usePlayerView((view) => (view.piece?.key === piece.key ? view.status : null))
  const [hasFailed, setFailed] = useState(false)
  const isPlaying = status === 'playing' || status === 'loading'
  /** `from`: second of the piece; absent: the remembered position. */
  const start = (from?: number) => {
    setFailed(false)
    openPlayer().then(
      (player) => player.play(piece, from),
      () => setFailed(true),
    )
  }
  const toggle = () => (isPlaying ? void openPlayer().then((player) => player.pause()) : start())
  return { isCurrent: status !== null, isPlaying, hasFailed, start, toggle }
}

/** Loads the script on pointerdown, so that the tap still allows sound. */
export const preparePlayer = () => void openPlayer().catch(() => {})
