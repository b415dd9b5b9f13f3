/** The first draft of a form: the server's, or the unsaved one of an earlier tab in this browser. */
import type { LocalCopy, openCopies } from './local-copies.ts'

export type Copies = ReturnType<typeof openCopies>

export type Seed<Draft> = {
  /** Another seed is another form. */
  number: number
  base: number
  draft: Draft
  /** It differs from the server's draft. */
  isUnsaved: boolean
}

let seeds = 0

export function toSeed<Draft>(base: number, draft: Draft, isUnsaved = false): Seed<Draft> {
  return { number: ++seeds, base, draft, isUnsaved }
}

export async function openSeed<Draft>(copies: Copies, revision: number, draft: Draft): Promise<Seed<Draft>> {
  const left = await copies.list().catch((): LocalCopy[] => [])
  const last = left.at(-1)
  if (last === undefined) return toSeed(revision, draft)
  const copy = last.draft as Draft
  const isUnsaved = JSON.stringify(copy) !== JSON.stringify(draft)
  if (isUnsaved) await copies.keep(last.base, copy).catch(() => {})
  for (const { key } of left) if (!isUnsaved || key !== last.key) await copies.forget(key).catch(() => {})
  return isUnsaved ? toSeed(last.base, copy, true) : toSeed(revision, draft)
}
