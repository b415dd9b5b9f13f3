/**
 * One market of one publication in memory: columns of numbers, one slot per listing, scanned completely for each
 * search. Promises: hits and the numbers behind further choices count the listings valid at `now`; of the same offer
 * from several sources only the oldest is found. Uses no database; `isWorn` says when to rebuild it.
 */
import type { ListingFacts, SearchedPlace } from '../../contract/markets.ts'
import { foldGerman } from '@lokalteil/domain/german-text'
import { boxAround, distanceBetween, isWithin } from '../../domain/geo.ts'
import type { MarketKind } from '../../domain/markets.ts'
import type { MarketSearch } from '../../domain/market-search.ts'
import { createDimensions, type Facet, type Filter } from './dimensions.ts'
import { createWordIndex, listTerms } from './word-index.ts'

export type IndexedListing = {
  id: number
  published: Date
  validUntil: Date
  latitude: number | null
  longitude: number | null
  /** Town and district. */
  towns: readonly string[]
  words: readonly string[]
  source: string
  fingerprint: string
  facts: ListingFacts
}

type Hit = { id: number; km: number | null }
export type Hits = { total: number; hits: Hit[]; facets: Record<string, Facet[]> }
export type Wanted = {
  search: MarketSearch
  place: SearchedPlace | null
  now: Date
  from: number
  count: number
  /** Only listings with a greater id. */
  after?: number
}

export type MarketIndex = ReturnType<typeof createMarketIndex>

const FIRST_CAPACITY = 256
const MOST_KEY = Number.MAX_SAFE_INTEGER

/** Long, because its columns belong together and no other code may touch them. */
export function createMarketIndex(kind: MarketKind) {
  const dimensions = createDimensions(kind)
  const words = createWordIndex()
  const slotOf = new Map<number, number>()
  /** Slots by fingerprint. */
  const groups = new Map<string, number[]>()
  const townNumbers = new Map<string, number>()
  const sourceNumbers = new Map<string, number>()
  let size = 0
  let newest = 0
  let dead = 0
  let capacity = 0
  let columns = createColumns(0)
  const groupOf: (readonly number[])[] = []

  const idOf = (slot: number): number => columns.ids[slot]!

  function ensure(): void {
    if (size < capacity) return
    capacity = Math.max(FIRST_CAPACITY, capacity * 2)
    columns = growColumns(columns, capacity)
    for (const dimension of dimensions) dimension.grow(capacity)
  }

  function toTownNumber(name: string): number {
    const folded = foldGerman(name).trim()
    return folded === '' ? 0 : toNumber(townNumbers, folded)
  }

  function remove(id: number): void {
    const slot = slotOf.get(id)
    if (slot === undefined) return
    columns.until[slot] = 0
    slotOf.delete(id)
    dead++
  }

  function put(listing: IndexedListing): void {
    remove(listing.id)
    ensure()
    const slot = size++
    newest = Math.max(newest, listing.id)
    slotOf.set(listing.id, slot)
    columns.ids[slot] = listing.id
    columns.published[slot] = Math.floor(listing.published.getTime() / 1000)
    columns.until[slot] = listing.validUntil.getTime()
    columns.latitude[slot] = listing.latitude ?? Number.NaN
    columns.longitude[slot] = listing.longitude ?? Number.NaN
    columns.town[slot] = toTownNumber(listing.towns[0] ?? '')
    columns.district[slot] = toTownNumber(listing.towns[1] ?? '')
    columns.source[slot] = toNumber(sourceNumbers, listing.source)
    columns.price[slot] = toPriceKey(listing.facts)
    columns.area[slot] = toAreaKey(listing.facts)
    for (const dimension of dimensions) dimension.put(slot, listing.facts)
    words.put(slot, listing.words)
    const group = groups.get(listing.fingerprint) ?? []
    groups.set(listing.fingerprint, group)
    group.push(slot)
    groupOf[slot] = group
    if (group.length > 1) for (const one of group) columns.isTwin[one] = 1
  }

  /**
   * The id of an older listing of the same offer from another source; null: none. Two listings of one source are two
   * offers.
   */
  function findOlder(slot: number, time: number): number | null {
    if (columns.isTwin[slot] === 0) return null
    const group = groupOf[slot]!
    let oldest = slot
    for (const other of group)
      if (
        columns.until[other]! > time &&
        columns.source[other] !== columns.source[slot] &&
        columns.ids[other]! < columns.ids[oldest]!
      )
        oldest = other
    return oldest === slot ? null : columns.ids[oldest]!
  }

  function openPlace(search: MarketSearch, place: SearchedPlace | null): ((slot: number) => number | null) | null {
    if (place === null) return null
    const { latitude, longitude } = place
    const centre = { latitude, longitude }
    const { latitude: latitudes, longitude: longitudes, town, district } = columns
    const box = boxAround(centre, search.radius)
    const kmOf = new Map<number, number>()
    for (const { name, km } of place.towns) {
      const number = townNumbers.get(foldGerman(name).trim())
      if (number !== undefined && km <= search.radius) kmOf.set(number, Math.min(km, kmOf.get(number) ?? Infinity))
    }
    return (slot) => {
      const point = { latitude: latitudes[slot]!, longitude: longitudes[slot]! }
      const byName = kmOf.get(district[slot]!) ?? kmOf.get(town[slot]!) ?? null
      if (Number.isNaN(point.latitude)) return byName
      // A listing in the named town is inside, however far from its centre.
      const isInside = byName === 0
      if (!isInside && !isWithin(box, point)) return null
      const km = distanceBetween(centre, point)
      return isInside || km <= search.radius ? km : null
    }
  }

  return {
    put,
    remove,
    /** Live and ended listings that still have a slot. */
    getSize: () => slotOf.size,
    /** The newest id of all listings ever added. */
    getNewestId: () => newest,
    /** More free slots than listings. */
    isWorn: () => dead > 1000 && dead > slotOf.size,
    findOlder(id: number, now: Date): number | null {
      const slot = slotOf.get(id)
      return slot === undefined ? null : findOlder(slot, now.getTime())
    },
    /** Ids of all visible listings, newest first. */
    listIds(now: Date, most: number): number[] {
      const time = now.getTime()
      const found: number[] = []
      for (let slot = 0; slot < size; slot++)
        if (columns.until[slot]! > time && findOlder(slot, time) === null) found.push(slot)
      return orderSlots(found, most, (slot) => -columns.published[slot]!, idOf).map(idOf)
    },
    search({ search, place, now, from, count, after = 0 }: Wanted): Hits {
      const time = now.getTime()
      const terms = listTerms(search.term)
      const matches = terms.length === 0 ? null : words.match(terms, size)
      const isNowhere = search.term !== '' && terms.length === 0
      const kmOf = openPlace(search, place)
      const filters: { name: string; filter: Filter }[] = dimensions.flatMap((dimension) => {
        const filter = dimension.open(search)
        return filter === null ? [] : [{ name: dimension.name, filter }]
      })
      const fails = new Uint8Array(size)
      const failed = new Uint8Array(size)
      filters.forEach(({ filter }, dimension) => filter.mark?.(fails, failed, dimension, size))
      const hits = new Uint32Array(size)
      let total = 0
      /** For each dimension, the slots that fail only there. */
      const others = filters.map(({ filter }) =>
        filter.mark === null || filter.isCountedAmongHits ? null : { slots: new Uint32Array(size), length: 0 },
      )
      const distances = kmOf === null ? null : new Float64Array(size)
      const { until, ids, isTwin } = columns
      const wantedTerms = terms.length
      for (let slot = 0; slot < size && !isNowhere; slot++) {
        if (fails[slot]! > 1 || until[slot]! <= time || ids[slot]! <= after) continue
        if (matches !== null && matches[slot] !== wantedTerms) continue
        const other = fails[slot] === 0 ? null : others[failed[slot]!]!
        if (fails[slot] === 1 && other === null) continue
        if (kmOf !== null) {
          const km = kmOf(slot)
          if (km === null) continue
          distances![slot] = km
        }
        if (isTwin[slot] === 1 && findOlder(slot, time) !== null) continue
        if (other === null) hits[total++] = slot
        else other.slots[other.length++] = slot
      }
      filters.forEach(({ filter }, dimension) => {
        const other = others[dimension]
        filter.count(hits, total)
        if (other) filter.count(other.slots, other.length)
      })
      const ordered = orderSlots(hits.subarray(0, total), from + count, toKey(search, distances), idOf)
      return {
        total,
        hits: ordered.slice(from).map((slot) => ({ id: idOf(slot), km: distances?.[slot] ?? null })),
        facets: Object.fromEntries(filters.map(({ name, filter }) => [name, filter.listFacets()])),
      }
    },
  }

  function toKey(search: MarketSearch, distances: Float64Array | null): (slot: number) => number {
    const { price, area, published } = columns
    if (search.sort === 'preis') return (slot) => price[slot]!
    // Listings without a price come last in both directions.
    if (search.sort === 'preis-ab') return (slot) => (price[slot] === MOST_KEY ? MOST_KEY : -price[slot]!)
    if (search.sort === 'flaeche') return (slot) => -area[slot]!
    if (search.sort === 'naehe' && distances !== null) return (slot) => distances[slot]!
    return (slot) => -published[slot]!
  }
}

/** The `most`-th smallest key. Only a few pages of many thousands are needed, so nothing else is sorted. */
function findLeast(keys: Float64Array, most: number): number {
  // A max-heap of the smallest keys so far.
  const heap = keys.slice(0, most).sort().reverse()
  for (let index = most; index < keys.length; index++) {
    const key = keys[index]!
    if (key >= heap[0]!) continue
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= most) break
      if (child + 1 < most && heap[child + 1]! > heap[child]!) child++
      if (heap[child]! <= key) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = key
  }
  return heap[0]!
}

/** The first `most` slots by key; among equals the newest listing first, so that every process gives the same order. */
function orderSlots(
  slots: ArrayLike<number>,
  most: number,
  keyOf: (slot: number) => number,
  idOf: (slot: number) => number,
): number[] {
  const keys = new Float64Array(slots.length)
  for (let index = 0; index < slots.length; index++) keys[index] = keyOf(slots[index]!)
  const last = slots.length > most ? findLeast(keys, most) : Infinity
  const chosen: { slot: number; key: number }[] = []
  for (let index = 0; index < slots.length; index++)
    if (keys[index]! <= last) chosen.push({ slot: slots[index]!, key: keys[index]! })
  return chosen
    .sort((a, b) => a.key - b.key || idOf(b.slot) - idOf(a.slot))
    .slice(0, most)
    .map(({ slot }) => slot)
}

function toPriceKey(facts: ListingFacts): number {
  return facts.kind === 'job' || facts.cents === null ? MOST_KEY : facts.cents
}

function toAreaKey(facts: ListingFacts): number {
  return facts.kind === 'job' ? 0 : (facts.area ?? facts.plotArea ?? 0)
}

/** Numbers begin at 1. */
function toNumber(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name)
  if (known !== undefined) return known
  numbers.set(name, numbers.size + 1)
  return numbers.size
}

function createColumns(capacity: number) {
  return {
    ids: new Float64Array(capacity),
    published: new Float64Array(capacity),
    /** Milliseconds since the epoch; 0: removed. */
    until: new Float64Array(capacity),
    latitude: new Float64Array(capacity),
    longitude: new Float64Array(capacity),
    town: new Uint32Array(capacity),
    district: new Uint32Array(capacity),
    price: new Float64Array(capacity),
    area: new Float64Array(capacity),
    source: new Uint32Array(capacity),
    /** Another source has or had the same offer. */
    isTwin: new Uint8Array(capacity),
  }
}
type Columns = ReturnType<typeof createColumns>

function growColumns(columns: Columns, capacity: number): Columns {
  const into = createColumns(capacity)
  for (const name of Object.keys(columns) as (keyof Columns)[]) into[name].set(columns[name])
  return into
}
