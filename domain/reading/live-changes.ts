/**
 * What has changed in a live report since the state somebody has: entries they know already are named by their ids, so
 * that one new entry among a hundred costs its own length. Used by the server that tells and the browser that is told.
 */

type Item = { readonly type: string; readonly id?: string }

/** `items`: all of them in order, known entries by id; null: the reader's own right to them has to be asked first. */
export type LiveChange<T> = { revision: string; items: readonly (T | string)[] | null }

/** The same for the same items, wherever it is computed; says nothing about order in time. */
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

/** Null: an entry is named that is not here; all of them have to be asked for. */
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

/** Ids of entries that were not there before, in their order. */
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
