/** A piece as a page offers it: heard or not, and what its button does. */
import { useState } from 'react'
import type { Piece } from '@lokalteil/domain/listening/pieces'
import { openPlayer } from './open-player.ts'
import { usePlayerView } from './player-view.ts'

export function usePiece(piece: Piece) {
  const status = usePlayerView((view) => (view.piece?.key === piece.key ? view.status : null))
  const [hasFailed, setFailed] = useState(false)
  const isPlaying = status === 'playing' || status === 'loading'
  /** `from`: a second of the piece; absent: where it was left. */
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

/** The script comes while the finger is still down, so that the tap counts as one for sound. */
export const preparePlayer = () => void openPlayer().catch(() => {})
