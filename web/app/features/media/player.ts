/** The controls of the one player of a document (`create-player`). */
import type { Piece, SleepChoice } from '@lokalteil/domain/listening/pieces'

export type Player = {
  /** From the beginning or the remembered position; a piece that already plays goes on. */
  play: (piece: Piece, from?: number) => void
  toggle: () => void
  pause: () => void
  skip: (seconds: number) => void
  seek: (seconds: number) => void
  setSpeed: (speed: number) => void
  setVolume: (volume: number, isMuted: boolean) => void
  setSleep: (choice: SleepChoice) => void
  add: (piece: Piece) => void
  remove: (key: string) => void
  /** The next entry of the queue. */
  next: () => void
  /** Restores the piece of the last document, paused. */
  restore: () => void
  /** Stops and removes the player from the page. */
  close: () => void
  /** Also deletes everything remembered. */
  forget: () => void
}
