/** What the one player of a document can be told (`create-player`). */
import type { Piece, SleepChoice } from '@lokalteil/domain/listening/pieces'

export type Player = {
  /** From its beginning or where it was left; a piece that is heard already goes on. */
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
  /** The next of the list. */
  next: () => void
  /** What the tab heard before this document, silent until it is pressed. */
  restore: () => void
  /** Silent, and off the page. */
  close: () => void
  /** The same, and nothing is remembered. */
  forget: () => void
}
