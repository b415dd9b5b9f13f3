/** Merges edits of a front that two people made from the same state: no edit of either is lost. Pure. */
import type { FrontEdit } from '@lokalteil/contracts/content'
import { toExact } from '../../platform/exact.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * `was`: the edits on which `sent` is based; `current`: the stored edits. Fields of an edit are merged one by one; if both
 * changed a field, the sent value counts. An edit that one side changed and the other removed stays.
 */
export function mergeEdits(
  was: readonly FrontEdit[],
  current: readonly FrontEdit[],
  sent: readonly FrontEdit[],
): FrontEdit[] {
  if (isSameEdits(was, current)) return [...sent]
  const [before, now, wanted] = [toMap(was), toMap(current), toMap(sent)]
  const isReordered = orderOf(sent, before, wanted).join() !== orderOf(was, before, wanted).join()
  const order = isReordered ? inOrder(sent, current) : inOrder(current, sent)
  return order.flatMap((id) => mergeEdit(before.get(id), now.get(id), wanted.get(id)) ?? [])
}

export function isSameEdits(one: unknown, other: unknown): boolean {
  return toExact(one) === toExact(other)
}

/** How many edits differ; at least 1 if only their order does. */
export function countChanges(from: readonly FrontEdit[], to: readonly FrontEdit[]): number {
  const { before, after } = listDifferences(from, to)
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return ids.size === 0 && !isSameEdits(from, to) ? 1 : ids.size
}

/** The edits that differ, as they were and as they are. */
export function listDifferences(from: readonly FrontEdit[], to: readonly FrontEdit[]) {
  const [before, after] = [toMap(from), toMap(to)]
  return {
    before: from.filter((edit) => !isSameEdits(edit, after.get(edit.id))),
    after: to.filter((edit) => !isSameEdits(edit, before.get(edit.id))),
  }
}

function mergeEdit(
  was: FrontEdit | undefined,
  now: FrontEdit | undefined,
  sent: FrontEdit | undefined,
): FrontEdit | null {
  if (was === undefined) return sent ?? now ?? null
  if (sent === undefined) return now === undefined || isSameEdits(now, was) ? null : now
  if (now === undefined) return isSameEdits(sent, was) ? null : sent
  if (isSameEdits(sent, was)) return now
  if (now.kind !== sent.kind) return sent
  const [old, other, own]: Fields[] = [was, now, sent]
  const fields = Object.keys(sent).map((name) => [
    name,
    isSameEdits(own![name], old![name]) ? other![name] : own![name],
  ])
  return Object.fromEntries(fields) as FrontEdit
}

/** The ids of `first`, and each that only `second` has after its neighbour there. */
function inOrder(first: readonly FrontEdit[], second: readonly FrontEdit[]): string[] {
  const order = first.map(({ id }) => id)
  let after = -1
  for (const { id } of second) {
    const at = order.indexOf(id)
    if (at === -1) order.splice(++after, 0, id)
    else after = at
  }
  return order
}

function orderOf(edits: readonly FrontEdit[], one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) {
  return edits.flatMap(({ id }) => (one.has(id) && other.has(id) ? [id] : []))
}

function toMap(edits: readonly FrontEdit[]): Map<string, FrontEdit> {
  return new Map(edits.map((edit) => [edit.id, edit]))
}
