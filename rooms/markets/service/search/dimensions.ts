/**
 * The searchable properties of a market as columns of numbers: a choice has one value of a list, a set has several as
 * bits, a minimum must be reached, a range has two ends. Values that are only known from listings (employers) are
 * learnt.
 */
import type { ListingFacts } from '../../contract/markets.ts'
import { slugOf } from '@lokalteil/domain/german-text'
import {
  DEALS,
  HOME_FEATURES,
  HOME_TYPES,
  JOB_CONTRACTS,
  JOB_FIELDS,
  JOB_HOURS,
  REMOTE,
  type MarketKind,
} from '../../domain/markets.ts'
import type { HomeSearch, JobSearch, MarketSearch } from '../../domain/market-search.ts'

export type Facet = { value: string; label: string; count: number }

/** Works on whole columns: a function call per listing would cost many times more than its work. */
export type Filter = {
  /** Adds one failure to each slot that does not pass, and notes the dimension; null: the search does not use it. */
  mark: ((fails: Uint8Array, failed: Uint8Array, dimension: number, size: number) => void) | null
  /** Counts values among listings that pass everything else. */
  count: (slots: Uint32Array, length: number) => void
  /** Choices that may be combined are counted among the hits only. */
  isCountedAmongHits: boolean
  listFacets: () => Facet[]
}

export type Dimension = {
  name: string
  grow: (capacity: number) => void
  put: (slot: number, facts: ListingFacts) => void
  /** Null: neither used nor counted. */
  open: (search: MarketSearch) => Filter | null
}

export const ROOM_STEPS = [1, 2, 3, 4, 5] as const
export const AREA_STEPS = [40, 60, 80, 100, 120, 150] as const
const MOST_EMPLOYERS = 12

export function createDimensions(kind: MarketKind): Dimension[] {
  if (kind === 'home')
    return [
      createChoice('angebot', DEALS, home('deal'), asHome('deals')),
      createChoice('art', HOME_TYPES, home('type'), asHome('types')),
      createSpan('preis', home('cents'), (search) => ({
        from: toCents(asHome('priceFrom')(search)),
        to: toCents(asHome('priceTo')(search)),
      })),
      createLeast('zimmer', ROOM_STEPS, home('rooms'), asHome('rooms')),
      createLeast('flaeche', AREA_STEPS, (facts) => home('area')(facts) ?? home('plotArea')(facts), asHome('area')),
      createSet('merkmal', HOME_FEATURES, 'all', home('features'), asHome('features')),
    ]
  return [
    createChoice('feld', JOB_FIELDS, job('field'), asJob('fields')),
    createChoice('vertrag', JOB_CONTRACTS, job('contract'), asJob('contracts')),
    createSet('zeit', JOB_HOURS, 'any', job('hours'), asJob('hours')),
    createChoice('homeoffice', REMOTE, job('remote'), asJob('remote')),
    createNames('arbeitgeber', job('employer'), asJob('employers')),
  ]
}

const toCents = (euros: number | null): number | null => (euros === null ? null : euros * 100)

type HomeFacts = Extract<ListingFacts, { kind: 'home' }>
type JobFacts = Extract<ListingFacts, { kind: 'job' }>

const home =
  <Key extends keyof HomeFacts>(key: Key) =>
  (facts: ListingFacts): HomeFacts[Key] => {
    if (facts.kind !== 'home') throw new Error('A job among the homes')
    return facts[key]
  }
const job =
  <Key extends keyof JobFacts>(key: Key) =>
  (facts: ListingFacts): JobFacts[Key] => {
    if (facts.kind !== 'job') throw new Error('A home among the jobs')
    return facts[key]
  }
const asHome =
  <Key extends keyof HomeSearch>(key: Key) =>
  (search: MarketSearch): HomeSearch[Key] =>
    (search as HomeSearch)[key]
const asJob =
  <Key extends keyof JobSearch>(key: Key) =>
  (search: MarketSearch): JobSearch[Key] =>
    (search as JobSearch)[key]

function createChoice<Word extends string>(
  name: string,
  words: readonly Word[],
  read: (facts: ListingFacts) => Word,
  wantedOf: (search: MarketSearch) => readonly Word[],
): Dimension {
  let column = new Uint8Array(0)
  const numbers = new Map<string, number>(words.map((word, index) => [word, index]))
  return {
    name,
    grow: (capacity) => (column = grown(column, new Uint8Array(capacity))),
    put: (slot, facts) => (column[slot] = numbers.get(read(facts)) ?? 255),
    open(search) {
      const values = column
      const wanted = toFlags(
        256,
        wantedOf(search).map((word) => numbers.get(word)),
      )
      const isOpen = wantedOf(search).length === 0
      const counts = new Uint32Array(256)
      return {
        mark: isOpen ? null : (...marked) => markUnwanted(values, wanted, ...marked),
        count(slots, length) {
          for (let index = 0; index < length; index++) counts[values[slots[index]!]!]!++
        },
        isCountedAmongHits: false,
        listFacets: () => words.map((value, index) => ({ value, label: '', count: counts[index]! })),
      }
    },
  }
}

/** `all`: a listing needs every wanted value, so each narrows the search; `any`: at least one. */
function createSet<Word extends string>(
  name: string,
  words: readonly Word[],
  mode: 'all' | 'any',
  read: (facts: ListingFacts) => readonly Word[],
  wantedOf: (search: MarketSearch) => readonly Word[],
): Dimension {
  let column = new Uint32Array(0)
  const toBits = (given: readonly Word[]) => given.reduce((bits, word) => bits | (1 << words.indexOf(word)), 0)
  return {
    name,
    grow: (capacity) => (column = grown(column, new Uint32Array(capacity))),
    put: (slot, facts) => (column[slot] = toBits(read(facts))),
    open(search) {
      const values = column
      const wanted = toBits(wantedOf(search))
      const counts = new Uint32Array(words.length)
      return {
        mark:
          wanted === 0
            ? null
            : (fails, failed, dimension, size) => {
                const least = mode === 'all' ? wanted : 1
                for (let slot = 0; slot < size; slot++) {
                  const common = values[slot]! & wanted
                  if (mode === 'all' ? common === least : common !== 0) continue
                  fails[slot]!++
                  failed[slot] = dimension
                }
              },
        count(slots, length) {
          for (let at = 0; at < length; at++)
            for (let bits = values[slots[at]!]!, index = 0; bits !== 0; bits >>>= 1, index++)
              if (bits & 1) counts[index]!++
        },
        isCountedAmongHits: mode === 'all',
        listFacets: () => words.map((value, index) => ({ value, label: '', count: counts[index]! })),
      }
    },
  }
}

function createLeast(
  name: string,
  steps: readonly number[],
  read: (facts: ListingFacts) => number | null,
  wantedOf: (search: MarketSearch) => number | null,
): Dimension {
  let column = new Float64Array(0)
  return {
    name,
    grow: (capacity) => (column = grown(column, new Float64Array(capacity))),
    put: (slot, facts) => (column[slot] = read(facts) ?? Number.NaN),
    open(search) {
      const values = column
      const wanted = wantedOf(search)
      const counts = new Uint32Array(steps.length)
      return {
        mark: wanted === null ? null : (...marked) => markOutside(values, wanted, Infinity, ...marked),
        count(slots, length) {
          for (let at = 0; at < length; at++) {
            const value = values[slots[at]!]!
            for (let index = 0; index < steps.length && value >= steps[index]!; index++) counts[index]!++
          }
        },
        isCountedAmongHits: false,
        listFacets: () => steps.map((step, index) => ({ value: String(step), label: '', count: counts[index]! })),
      }
    },
  }
}

function createSpan(
  name: string,
  read: (facts: ListingFacts) => number | null,
  wantedOf: (search: MarketSearch) => { from: number | null; to: number | null },
): Dimension {
  let column = new Float64Array(0)
  return {
    name,
    grow: (capacity) => (column = grown(column, new Float64Array(capacity))),
    put: (slot, facts) => (column[slot] = read(facts) ?? Number.NaN),
    open(search) {
      const { from, to } = wantedOf(search)
      if (from === null && to === null) return null
      const values = column
      const [least, most] = [from ?? 0, to ?? Infinity]
      return {
        mark: (...marked) => markOutside(values, least, most, ...marked),
        count: () => {},
        isCountedAmongHits: false,
        listFacets: () => [],
      }
    },
  }
}

/** Lists the most frequent values, and the ones in the search. */
function createNames(
  name: string,
  read: (facts: ListingFacts) => string,
  wantedOf: (search: MarketSearch) => readonly string[],
): Dimension {
  let column = new Uint32Array(0)
  const numbers = new Map<string, number>()
  const known: { slug: string; label: string }[] = []
  const learn = (label: string): number => {
    const slug = slugOf(label)
    const number = numbers.get(slug)
    if (number !== undefined) return number
    numbers.set(slug, known.length)
    return known.push({ slug, label }) - 1
  }
  return {
    name,
    grow: (capacity) => (column = grown(column, new Uint32Array(capacity))),
    put: (slot, facts) => (column[slot] = learn(read(facts))),
    open(search) {
      const values = column
      const slugs = wantedOf(search)
      const wanted = toFlags(
        known.length,
        slugs.map((slug) => numbers.get(slug)),
      )
      const counts = new Uint32Array(known.length)
      return {
        mark: slugs.length === 0 ? null : (...marked) => markUnwanted(values, wanted, ...marked),
        count(slots, length) {
          for (let index = 0; index < length; index++) counts[values[slots[index]!]!]!++
        },
        isCountedAmongHits: false,
        listFacets() {
          const all = known.flatMap(({ slug, label }, index) =>
            counts[index]! > 0 || wanted[index] === 1 ? [{ value: slug, label, count: counts[index]! }] : [],
          )
          const asked = all.filter(({ value }) => slugs.includes(value))
          const others = all
            .filter(({ value }) => !slugs.includes(value))
            .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
          return [...asked, ...others.slice(0, Math.max(0, MOST_EMPLOYERS - asked.length))]
        },
      }
    },
  }
}

function markUnwanted(
  values: Uint8Array | Uint32Array,
  wanted: Uint8Array,
  fails: Uint8Array,
  failed: Uint8Array,
  dimension: number,
  size: number,
): void {
  for (let slot = 0; slot < size; slot++) {
    if (wanted[values[slot]!] === 1) continue
    fails[slot]!++
    failed[slot] = dimension
  }
}

/** An unknown value does not pass. */
function markOutside(
  values: Float64Array,
  least: number,
  most: number,
  fails: Uint8Array,
  failed: Uint8Array,
  dimension: number,
  size: number,
): void {
  for (let slot = 0; slot < size; slot++) {
    const value = values[slot]!
    if (value >= least && value <= most) continue
    fails[slot]!++
    failed[slot] = dimension
  }
}

/** A lookup table, many times as fast as a set of numbers. */
function toFlags(size: number, numbers: readonly (number | undefined)[]): Uint8Array {
  const flags = new Uint8Array(size)
  for (const number of numbers) if (number !== undefined) flags[number] = 1
  return flags
}

function grown<A extends Uint8Array | Uint32Array | Float64Array>(from: A, into: A): A {
  into.set(from)
  return into
}
