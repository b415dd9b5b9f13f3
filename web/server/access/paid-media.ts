/**
 * Which files of this site only paid texts show, in memory: asked once at the start, then only for what changed. Before
 * the first answer every file counts as paid (fails closed); an answer that does not come leaves what is known.
 */
import type { PaidMediaChanges } from '@lokalteil/contracts/content'

export type PaidMedia = {
  /** By the name of `toMediaName`. */
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
