/**
 * Three-way merge of a publication: the folder now, the folder as it was applied last (base), and the state in force.
 * Objects are merged field by field, lists of entries with a key (sections by path, people by id …) entry by entry,
 * every other list as one value. Pure function.
 */
import type { FieldChange, FieldConflict } from '@lokalteil/contracts/publication/publication-api'

export type Prefer = 'neither' | 'folder' | 'here'
export type Merged<T> = {
  value: T
  /** From the state in force to `value`. */
  changes: FieldChange[]
  conflicts: FieldConflict[]
  kept: string[]
}

/** `base`: undefined if the folder was never applied. */
export function merge<T>(base: T | undefined, folder: T, here: T | undefined, prefer: Prefer): Merged<T> {
  const conflicts: FieldConflict[] = []
  const kept: string[] = []
  const value = (here === undefined ? folder : mergeValue(base, folder, here, '')) as T
  return { value, changes: here === undefined ? [] : listChanges(here, value), conflicts, kept }

  function mergeValue(was: unknown, theirs: unknown, ours: unknown, field: string): unknown {
    if (isSame(theirs, ours)) return ours
    const [recordOfTheirs, recordOfOurs] = [toRecord(theirs), toRecord(ours)]
    if (recordOfTheirs !== null && recordOfOurs !== null) {
      const toName = (key: string) => (field === '' ? key : `${field}.${key}`)
      return Object.fromEntries(mergeNamed(toRecord(was), recordOfTheirs, recordOfOurs, toName))
    }
    const [listOfTheirs, listOfOurs] = [toNamed(theirs), toNamed(ours)]
    if (listOfTheirs !== null && listOfOurs !== null)
      return [...mergeNamed(toNamed(was), listOfTheirs, listOfOurs, (key) => `${field}[${key}]`).values()]
    return choose(was, theirs, ours, field)
  }

  function mergeNamed(was: Named | null, theirs: Named, ours: Named, toName: (key: string) => string): Named {
    const before: Named = was ?? new Map()
    const isFolderReordered = !isSame(orderOf(before, theirs), orderOf(theirs, before))
    const [first, second] = isFolderReordered ? [theirs, ours] : [ours, theirs]
    const merged = [...new Set([...first.keys(), ...second.keys()])].map(
      (key) => [key, mergeValue(before.get(key), theirs.get(key), ours.get(key), toName(key))] as const,
    )
    return new Map(merged.filter(([, one]) => one !== undefined))
  }

  function choose(was: unknown, theirs: unknown, ours: unknown, field: string): unknown {
    const isFolderChanged = !isSame(was, theirs)
    const isEditedHere = !isSame(was, ours)
    if (isFolderChanged && !isEditedHere) return theirs
    if (isFolderChanged && isEditedHere && prefer === 'neither') {
      conflicts.push({ field, file: toShown(theirs), here: toShown(ours) })
      return ours
    }
    if (prefer === 'folder') return theirs
    kept.push(field)
    return ours
  }
}

/** Every field that differs; list entries are named by their key. */
export function listChanges(from: unknown, to: unknown, field = ''): FieldChange[] {
  if (isSame(from, to)) return []
  const [namedFrom, namedTo] = [toNamed(from), toNamed(to)]
  const isList = namedFrom !== null && namedTo !== null
  const [before, after] = isList ? [namedFrom, namedTo] : [toRecord(from), toRecord(to)]
  if (before !== null && after !== null) {
    const toName = (key: string) => (isList ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`)
    const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
      listChanges(before.get(key), after.get(key), toName(key)),
    )
    // The entries are equal and only their order differs.
    return changes.length > 0 ? changes : [{ field, kind: 'changed', from: toShown(from), to: toShown(to) }]
  }
  const kind = from === undefined || from === null ? 'added' : to === undefined || to === null ? 'removed' : 'changed'
  return [{ field, kind, from: toShown(from), to: toShown(to) }]
}

/** Keeps the order of insertion, also for keys that are digits, which an object would sort. */
type Named = ReadonlyMap<string, unknown>

/** The keys of `list` that `other` has too, in the order of `list`. */
function orderOf(list: Named, other: Named): string[] {
  return [...list.keys()].filter((name) => other.has(name))
}

const NAMES = ['id', 'slug', 'path'] as const

/** A list whose entries each have a key of their own, as a map by that key; null: no such list. */
function toNamed(value: unknown): Named | null {
  if (!Array.isArray(value)) return null
  const name = NAMES.find((candidate) => value.every((item) => isRecord(item) && typeof item[candidate] === 'string'))
  if (name === undefined) return null
  const named = new Map(value.map((item: Record<string, unknown>) => [item[name] as string, item]))
  return named.size === value.length ? named : null
}

function toRecord(value: unknown): Named | null {
  return isRecord(value) ? new Map(Object.entries(value)) : null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Deep equality; the order of object keys does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isSame(a[key], b[key]))
}

const MOST_SHOWN = 80

function toShown(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text
}
