/**
 * A change of a live report as a difference to the browser's state: entries that the browser already has are named by
 * id only, so that one new entry among a hundred costs only its own size. Used by the server that sends and the browser
 * that applies it.
 */

type Item = { readonly type: string; readonly id?: string }

/**
 * `items`: all entries in order, known ones by id; null: the browser must load the report with the reader's own access
 * rights.
 */
export type LiveChange<T> = { revision: string; items: readonly (T | string)[] | null }

/** A hash of the content: the same for equal items, wherever it is computed. It does not order revisions in time. */
export function toRevision(items: readonly unknown[]): string {
  const text = JSON.stringify(items)
  let [low, high] = [0x811c9dc5, 0x1b873593]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36)
}

export function toLiveChange<T extends Item>(before: readonly T[], after: readonly T[]): LiveChange<T> {
  const known = new Map(before.filter(isEntry).map((entry) => [entry.id, JSON.stringify(entry)]))
  return {
    revision: toRevision(after),
    items: after.map((item) => (isEntry(item) && known.get(item.id) === JSON.stringify(item) ? item.id : item)),
  }
}

/** Null: an entry is named that is missing here, so the whole list must be loaded. */
export function applyLiveChange<T extends Item>(before: readonly T[], items: readonly (T | string)[]): T[] | null {
  const known = new Map(before.filter(isEntry).map((entry) => [entry.id, entry]))
  const after: T[] = []
  for (const item of items) {
    const found = typeof item === 'string' ? known.get(item) : item
    if (found === undefined) return null
    after.push(found)
  }
  return after
}

/** Ids of entries that were not there before, in order. */
export function listNewEntries(before: readonly Item[], after: readonly Item[]): string[] {
  const known = new Set(before.filter(isEntry).map(({ id }) => id))
  return after
    .filter(isEntry)
    .map(({ id }) => id)
    .filter((id) => !known.has(id))
}

function isEntry<T extends Item>(item: T): item is T & { id: string } {
  return item.type === 'liveEntry' && item.id !== undefined
}
