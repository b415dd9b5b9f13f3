/** Adds up what pages told, in memory: one row for each value that occurs, however many pages told of it. Pure. */
import { createHash } from 'node:crypto'
import type { Seen } from '@lokalteil/contracts/figures'
import { toBucket, VITAL_NAMES } from '@lokalteil/domain/figures/vitals'

/** The subject of a row of a day. */
type ViewKind = 'all' | 'page' | 'section' | 'article' | 'source' | 'device'
/** An advertisement of the publication's own was seen, or clicked: by its id, and by the place where it stood. */
type AdKind = 'ad' | 'ad-click' | 'ad-place' | 'ad-place-click'
export type Kind = ViewKind | AdKind
const VALUES: Readonly<Record<ViewKind, (seen: Seen) => string | null>> = {
  all: () => '',
  page: ({ page }) => page,
  section: ({ section }) => section ?? null,
  article: ({ article }) => article ?? null,
  source: ({ source }) => source,
  device: ({ device }) => device,
}

/** Counted with the visitor's first view of the day, whose source and device they are. */
const FIRST_VIEW: ReadonlySet<Kind> = new Set(['source', 'device'])

export type Sums = { kind: Kind; value: string; views: number; visitors: number; seconds: number; quarters: number[] }
type Tally = {
  rows: ReadonlyMap<string, Sums>
  counts: ReadonlyMap<string, { name: string; bucket: number; count: number }>
  /** Mark → rows in which the visitor counts if the mark is new. */
  marks: ReadonlyMap<number, readonly Sums[]>
}

/** `toCounted`: the value under which a value is counted; there is a limit to how many a day may have. */
export function tally(
  seen: readonly Seen[],
  publication: string,
  salt: Uint8Array,
  toCounted: (kind: Kind, value: string) => string,
): Tally {
  const rows = new Map<string, Sums>()
  const counts = new Map<string, { name: string; bucket: number; count: number }>()
  const marks = new Map<number, readonly Sums[]>()
  const count = (name: string, bucket = 0) => {
    const key = `${name} ${bucket}`
    const held = counts.get(key)
    if (held === undefined) counts.set(key, { name, bucket, count: 1 })
    else held.count += 1
  }

  for (const one of seen) {
    for (const step of one.steps) count(step)
    for (const vital of VITAL_NAMES) {
      const value = one.vitals?.[vital]
      if (value !== undefined) count(vital, toBucket(vital, value))
    }
    if (one.isView && one.consent !== undefined) count(`consent-${one.consent}`)
    if (one.isView && one.search !== undefined) count(`search-${one.search}`)
    for (const told of one.ads?.seen ?? []) countAd(told, 'ad', 'ad-place')
    for (const told of one.ads?.clicked ?? []) countAd(told, 'ad-click', 'ad-place-click')
    if (one.page === null) continue
    const touched = listRows(one)
    if (!one.isView || one.visitor === null) continue
    for (const row of touched) {
      if (FIRST_VIEW.has(row.kind)) continue
      const mark = toMark(salt, [publication, row.kind, row.value, one.visitor])
      if (marks.has(mark)) continue
      marks.set(mark, row.kind === 'all' ? [row, ...touched.filter(({ kind }) => FIRST_VIEW.has(kind))] : [row])
    }
  }
  return { rows, counts, marks }

  function countAd(told: string, byId: AdKind, byPlace: AdKind): void {
    const [id = '', ...place] = told.split('@')
    rowOf(byId, id).views += 1
    if (place.length > 0) rowOf(byPlace, place.join('@')).views += 1
  }

  function rowOf(kind: Kind, given: string): Sums {
    const value = toCounted(kind, given)
    const key = `${kind} ${value}`
    let row = rows.get(key)
    if (row === undefined)
      rows.set(key, (row = { kind, value, views: 0, visitors: 0, seconds: 0, quarters: [0, 0, 0, 0] }))
    return row
  }

  function listRows(one: Seen): Sums[] {
    const [reached, told] = one.quarters
    return Object.entries(VALUES).flatMap(([name, toValue]) => {
      const given = toValue(one)
      if (given === null) return []
      const row = rowOf(name as Kind, given)
      if (one.isView) row.views += 1
      row.seconds += one.seconds
      for (let quarter = told; quarter < reached; quarter++) row.quarters[quarter] = row.quarters[quarter]! + 1
      return [row]
    })
  }
}

/**
 * Says that a visitor was counted in a row. Each row has its own mark, so the marks of a visitor cannot be put together again.
 * 48 bits: with a million marks a day two are the same once in a year and a half.
 */
export function toMark(salt: Uint8Array, parts: readonly string[]): number {
  const hash = createHash('sha256').update(salt)
  for (const part of parts) hash.update(`${part}\n`)
  return hash.digest().readUIntBE(0, 6)
}
