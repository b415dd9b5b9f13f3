/**
 * Names of the media files that occur only in paid texts, in memory: loaded once at the start, then updated by changes.
 * Before the first answer every file counts as paid (fail closed); if an update fails, the known list stays.
 */
import type { PaidMediaChanges } from '@lokalteil/contracts/content'

export type PaidMedia = {
  /** By the name from `toMediaName`. */
  has: (name: string) => boolean
  /** Never rejects. */
  refresh: () => Promise<void>
}

export function createPaidMedia(options: {
  list: (after: number) => Promise<PaidMediaChanges>
  onError: (error: unknown) => void
}): PaidMedia {
  let names: Set<string> | null = null
  let after = 0
  let turn: Promise<void> = Promise.resolve()

  async function load(): Promise<void> {
    try {
      const { last, isWhole, paid, open } = await options.list(names === null ? 0 : after)
      if (isWhole || names === null) names = new Set(paid)
      else {
        for (const name of paid) names.add(name)
        for (const name of open) names.delete(name)
      }
      after = last
    } catch (error) {
      options.onError(error)
    }
  }

  return {
    has: (name) => names === null || names.has(name),
    refresh: () => (turn = turn.then(load)),
  }
}
