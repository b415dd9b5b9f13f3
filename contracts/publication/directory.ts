/**
 * The publications in force in this process. Read from memory: whoever asks on every request asks here. Changed within a
 * second of an apply in any process; who keeps something made from a folder subscribes.
 */
import type { PublicationFolder } from './publication-folder.ts'

export type PublicationInForce = {
  folder: PublicationFolder
  /** Never changes and is never given twice: 0 for the first. */
  position: number
  /** One more with every change. */
  version: number
}

export type PublicationDirectory = {
  /** In the order they came. */
  list: () => readonly PublicationInForce[]
  find: (code: string) => PublicationInForce | null
  /** Told the codes that changed; returns what ends it. */
  subscribe: (listener: (codes: readonly string[]) => void) => () => void
}
