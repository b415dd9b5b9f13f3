/**
 * Merges two drafts that were made from the same one: fields one by one, the text by blocks (diff3), live entries by
 * id. Both changed the same block or field: the earlier save stays in place, the later one becomes a conflict. Promise:
 * text of either side is in the merged draft or in a conflict. Pure.
 */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import type { ArticleDraft } from '@lokalteil/contracts/content'
import { diff3MergeRegions, diffIndices } from 'node-diff3'
import { isSame, toCanonical } from './draft-text.ts'

/** The text of the later save that conflicts with `count` blocks from `at` on, or with a field. */
type Conflict = {
  at: number
  count: number
  theirs: BodyItem[]
  /** Null: blocks of the text. */
  field: string | null
  /** The later value of the field. */
  value: unknown
}

export type Merged = { draft: ArticleDraft; conflicts: Conflict[] }

type LiveEntry = Extract<BodyItem, { type: 'liveEntry' }>

/** Lists that are merged as sets, with the most entries that the contract allows. */
const SETS = {
  tagIds: 30,
  regionIds: 30,
  authors: 20,
  publications: 60,
  relatedIds: 30,
  corrections: 20,
} as const satisfies Partial<Record<keyof ArticleDraft, number>>
const MOST_BLOCKS = 4000

/** `earlier` was saved before `later`; both began from `base`. */
export function mergeDrafts(base: ArticleDraft, earlier: ArticleDraft, later: ArticleDraft): Merged {
  const conflicts: Conflict[] = []
  const merged: Record<string, unknown> = { ...earlier }
  const names = new Set([...Object.keys(base), ...Object.keys(earlier), ...Object.keys(later)]) as Set<
    keyof ArticleDraft
  >
  names.delete('body')
  for (const name of names) {
    const found = mergeField(name, base[name], earlier[name], later[name])
    if (found.value === undefined) delete merged[name]
    else merged[name] = found.value
    if (found.isConflict) conflicts.push({ at: 0, count: 0, theirs: [], field: name, value: later[name] ?? null })
  }
  const body = mergeBodies(base.body, earlier.body, later.body)
  return {
    draft: { ...(merged as ArticleDraft), body: body.items },
    conflicts: [...conflicts, ...body.conflicts],
  }
}

function mergeField(
  name: keyof ArticleDraft,
  base: unknown,
  earlier: unknown,
  later: unknown,
): { value: unknown; isConflict: boolean } {
  if (isSame(base, later)) return { value: earlier, isConflict: false }
  if (isSame(base, earlier)) return { value: later, isConflict: false }
  if (isSame(earlier, later)) return { value: earlier, isConflict: false }
  if (name in SETS) {
    const value = mergeSets(base as unknown[], earlier as unknown[], later as unknown[])
    if (value.length <= SETS[name as keyof typeof SETS]) return { value, isConflict: false }
  }
  return { value: earlier, isConflict: true }
}

/** Removes entries that one side removed, adds those that either side added. */
function mergeSets(base: readonly unknown[], earlier: readonly unknown[], later: readonly unknown[]): unknown[] {
  const inBase = new Set(base.map(toCanonical))
  const inEarlier = new Set(earlier.map(toCanonical))
  const inLater = new Set(later.map(toCanonical))
  return [
    ...earlier.filter((one) => !inBase.has(toCanonical(one)) || inLater.has(toCanonical(one))),
    ...later.filter((one) => !inBase.has(toCanonical(one)) && !inEarlier.has(toCanonical(one))),
  ]
}

type Bodies = { items: BodyItem[]; conflicts: Conflict[] }
type Place = { key: string; item: BodyItem }

/** Merges the blocks. Long, because regions, live entries and the places of conflicts depend on each other. */
export function mergeBodies(
  base: readonly BodyItem[],
  earlier: readonly BodyItem[],
  later: readonly BodyItem[],
): Bodies {
  const [o, a, b] = [toPlaces(base), toPlaces(earlier), toPlaces(later)]
  const [liveO, liveA, liveB] = [toLive(o), toLive(a), toLive(b)]
  const keys = (places: readonly Place[]) => places.map(({ key }) => key)
  const out: Place[] = []
  const emitted = new Set<string>()
  const open: { from: number; to: number; theirs: BodyItem[] }[] = []
  const disputed = new Map<string, LiveEntry>()

  function emit(places: readonly Place[]): void {
    for (const place of places) {
      if (!isLive(place)) {
        out.push(place)
        continue
      }
      if (emitted.has(place.key)) continue
      emitted.add(place.key)
      const entry = mergeEntries(liveO.get(place.key), liveA.get(place.key), liveB.get(place.key))
      if (entry.other !== null) disputed.set(place.key, entry.other)
      out.push({ key: place.key, item: entry.item ?? place.item })
    }
  }

  function settleRegion(inO: readonly Place[], inA: readonly Place[], inB: readonly Place[]): void {
    const [textO, textA, textB] = [inO, inA, inB].map((places) => toText(places))
    if (textA === textB || textB === textO) return emit(inA)
    if (textA === textO) return emit(inB)
    if (inO.length === 0) return settleAdded(inA, inB)
    const head = countCommon(inA, inB, 0)
    const tail = countCommon(inA.toReversed(), inB.toReversed(), head)
    emit(inA.slice(0, head))
    dispute(inA.slice(head, inA.length - tail), inB.slice(head, inB.length - tail))
    emit(inA.slice(inA.length - tail))
  }

  /** Both added at the same place: nothing was removed there, so that only added blocks can stand against each other. */
  function settleAdded(inA: readonly Place[], inB: readonly Place[]): void {
    let at = 0
    for (const { buffer1, buffer2 } of diffIndices(keys(inA), keys(inB))) {
      emit(inA.slice(at, buffer1[0]))
      at = buffer1[0] + buffer1[1]
      const added = inB.slice(buffer2[0], buffer2[0] + buffer2[1])
      if (buffer1[1] === 0) emit(added)
      else if (toText(added) === '') emit(inA.slice(buffer1[0], at))
      else dispute(inA.slice(buffer1[0], at), added)
    }
    emit(inA.slice(at))
  }

  /** Conflict: emits the earlier side's blocks and keeps the later side's beside them. Live entries are merged by id instead. */
  function dispute(ours: readonly Place[], theirs: readonly Place[]): void {
    const from = out.length
    emit(ours)
    const waiting = theirs.filter((place) => !isLive(place)).map(({ item }) => item)
    if (waiting.length > 0 || toText(ours) !== '') open.push({ from, to: out.length, theirs: waiting })
  }

  const of = { a, o, b }
  for (const region of diff3MergeRegions(keys(a), keys(o), keys(b))) {
    if (region.stable) emit(of[region.buffer].slice(region.bufferStart, region.bufferStart + region.bufferLength))
    else
      settleRegion(
        o.slice(region.oStart, region.oStart + region.oLength),
        a.slice(region.aStart, region.aStart + region.aLength),
        b.slice(region.bStart, region.bStart + region.bLength),
      )
  }

  // Live entries of one side that no region emitted.
  for (const [own, others, places] of [
    [liveA, liveB, a],
    [liveB, liveA, b],
  ] as const)
    for (const [index, place] of places.entries()) {
      if (!isLive(place) || emitted.has(place.key)) continue
      const inBase = liveO.get(place.key)
      if (!others.has(place.key) && inBase !== undefined && isSame(inBase, own.get(place.key))) continue
      const at = findPlace(out, places, index)
      const before = out.length
      const tail = out.splice(at)
      emit([place])
      out.push(...tail)
      const grown = out.length - before
      for (const one of open) {
        if (one.from >= at) one.from += grown
        if (one.to > at) one.to += grown
      }
    }

  if (out.length > MOST_BLOCKS)
    return {
      items: [...earlier],
      conflicts: [{ at: 0, count: earlier.length, theirs: [...later], field: null, value: null }],
    }
  const conflicts = [
    ...open.map(({ from, to, theirs }) => ({ at: from, count: to - from, theirs })),
    ...[...disputed].map(([key, other]) => ({
      at: out.findIndex((place) => place.key === key),
      count: 1,
      theirs: [other],
    })),
  ].toSorted((one, two) => one.at - two.at)
  return {
    items: out.map(({ item }) => item),
    conflicts: conflicts.map((one) => ({ ...one, field: null, value: null })),
  }
}

const LIVE = 'live '

/** A live entry is known by its id, if that is unique; every other block by its content. */
function toPlaces(body: readonly BodyItem[]): Place[] {
  const ids = new Map<string, number>()
  for (const item of body) if (item.type === 'liveEntry') ids.set(item.id, (ids.get(item.id) ?? 0) + 1)
  return body.map((item) => ({
    key: item.type === 'liveEntry' && item.id !== '' && ids.get(item.id) === 1 ? LIVE + item.id : toCanonical(item),
    item,
  }))
}

const isLive = ({ key }: Place): boolean => key.startsWith(LIVE)

function toLive(places: readonly Place[]): Map<string, LiveEntry> {
  return new Map(places.filter(isLive).map(({ key, item }) => [key, item as LiveEntry]))
}

/** The blocks that are no live entries, in one text. */
function toText(places: readonly Place[]): string {
  return places
    .filter((place) => !isLive(place))
    .map(({ key }) => key)
    .join('\n')
}

function countCommon(a: readonly Place[], b: readonly Place[], taken: number): number {
  const most = Math.min(a.length, b.length) - taken
  let count = 0
  while (count < most && a[count]!.key === b[count]!.key) count++
  return count
}

/** `other`: the later version of an entry that both changed. */
function mergeEntries(
  base: LiveEntry | undefined,
  earlier: LiveEntry | undefined,
  later: LiveEntry | undefined,
): { item: LiveEntry | null; other: LiveEntry | null } {
  if (earlier === undefined || later === undefined) return { item: earlier ?? later ?? base ?? null, other: null }
  if (base === undefined) return { item: earlier, other: isSame(earlier, later) ? null : later }
  const merged: Record<string, unknown> = { ...earlier }
  let isDisputed = false
  for (const name of new Set([...Object.keys(earlier), ...Object.keys(later)]) as Set<keyof LiveEntry>) {
    if (isSame(base[name], later[name]) || isSame(earlier[name], later[name])) continue
    if (isSame(base[name], earlier[name])) merged[name] = later[name]
    else isDisputed = true
  }
  for (const name of Object.keys(merged)) if (merged[name] === undefined) delete merged[name]
  return { item: merged as LiveEntry, other: isDisputed ? later : null }
}

/** Where an entry of one side belongs in the merged text: behind the entry it followed, else before the next. */
function findPlace(out: readonly Place[], places: readonly Place[], index: number): number {
  for (const place of places.slice(0, index).toReversed()) {
    const at = out.findIndex(({ key }) => key === place.key)
    if (at !== -1) return at + 1
  }
  for (const place of places.slice(index + 1)) {
    const at = out.findIndex(({ key }) => key === place.key)
    if (at !== -1) return at
  }
  return out.length
}

/** Where the blocks of a place are after the text has changed. */
export function movePlace(
  before: readonly BodyItem[],
  after: readonly BodyItem[],
  { at, count }: { at: number; count: number },
): { at: number; count: number } {
  let from = at
  let size = count
  for (const { buffer1, buffer2 } of diffIndices(before.map(toCanonical), after.map(toCanonical))) {
    const [start, length] = buffer1
    const grown = buffer2[1] - length
    if (start + length <= at) from += grown
    else if (start < at + count) size += grown
  }
  from = Math.min(Math.max(from, 0), after.length)
  return { at: from, count: Math.min(Math.max(size, 0), after.length - from) }
}

type BlockChange = {
  kind: 'same' | 'removed' | 'added' | 'changed'
  before: BodyItem | null
  after: BodyItem | null
}

/** Differences between two texts, in the order of the new one. */
export function compareBodies(before: readonly BodyItem[], after: readonly BodyItem[]): BlockChange[] {
  const changes: BlockChange[] = []
  let at = 0
  let to = 0
  const addSame = (end: number) => {
    while (at < end) changes.push({ kind: 'same', before: before[at++]!, after: after[to++]! })
  }
  for (const { buffer1, buffer2 } of diffIndices(before.map(toCanonical), after.map(toCanonical))) {
    addSame(buffer1[0])
    const paired = Math.min(buffer1[1], buffer2[1])
    for (let index = 0; index < Math.max(buffer1[1], buffer2[1]); index++) {
      const old = index < buffer1[1] ? before[at++]! : null
      const now = index < buffer2[1] ? after[to++]! : null
      // A block that became one of another kind was replaced, not changed.
      if (index < paired && old!.type !== now!.type) {
        changes.push({ kind: 'removed', before: old, after: null }, { kind: 'added', before: null, after: now })
      } else
        changes.push({
          kind: old === null ? 'added' : now === null ? 'removed' : 'changed',
          before: old,
          after: now,
        })
    }
  }
  addSame(before.length)
  return changes
}

/** Fields that differ, without the text. */
export function compareFields(
  before: ArticleDraft,
  after: ArticleDraft,
): { name: string; before: unknown; after: unknown }[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof ArticleDraft>
  names.delete('body')
  return [...names]
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
}
