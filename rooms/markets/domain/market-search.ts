/**
 * A market search as the query of an address, and back. Parsing never fails: unknown or out-of-range values are
 * dropped, so that every address is a search. `writeMarketSearch` has one spelling for each search; it is the cache key
 * of pages and the form of saved searches.
 */
import { slugOf } from '@lokalteil/domain/german-text'
import {
  DEALS,
  HOME_FEATURES,
  HOME_SORTS,
  HOME_TYPES,
  JOB_CONTRACTS,
  JOB_FIELDS,
  JOB_HOURS,
  JOB_SORTS,
  RADII,
  REMOTE,
  type Deal,
  type HomeFeature,
  type HomeType,
  type JobContract,
  type JobField,
  type JobHours,
  type MarketKind,
  type MarketSort,
  type Remote,
} from './markets.ts'

type Where = {
  /** '' for none. */
  term: string
  /** Id of one of the publication's places; '' for everywhere. */
  place: string
  /** Kilometres around it. */
  radius: number
  sort: MarketSort
}
export type HomeSearch = Where & {
  kind: 'home'
  deals: readonly Deal[]
  types: readonly HomeType[]
  /** In whole euros. */
  priceFrom: number | null
  priceTo: number | null
  /** Minimum. */
  rooms: number | null
  area: number | null
  /** A home must have all of them. */
  features: readonly HomeFeature[]
}
export type JobSearch = Where & {
  kind: 'job'
  fields: readonly JobField[]
  contracts: readonly JobContract[]
  hours: readonly JobHours[]
  remote: readonly Remote[]
  /** In the spelling of `slugOf`. */
  employers: readonly string[]
}
export type MarketSearch = HomeSearch | JobSearch

const USUAL_RADIUS = 20
const MOST_TERM = 80
const MOST_EUROS = 99_999_999
const MOST_EMPLOYERS = 10
const PLACE = /^[a-z0-9-]{1,100}$/

export function parseMarketSearch(kind: MarketKind, query: URLSearchParams): MarketSearch {
  const place = query.get('ort') ?? ''
  const hasPlace = PLACE.test(place)
  const radius = query.has('umkreis') ? Number(query.get('umkreis')) : USUAL_RADIUS
  const sorts: readonly MarketSort[] = kind === 'home' ? HOME_SORTS : JOB_SORTS
  const sort = sorts.find((one) => one === query.get('sortierung')) ?? 'neu'
  const where: Where = {
    term: toTerm(query.get('q')),
    place: hasPlace ? place : '',
    radius: (RADII as readonly number[]).includes(radius) ? radius : USUAL_RADIUS,
    sort: sort === 'naehe' && !hasPlace ? 'neu' : sort,
  }
  if (kind === 'home')
    return {
      ...where,
      kind,
      deals: readWords(query, 'angebot', DEALS),
      types: readWords(query, 'art', HOME_TYPES),
      ...toRange(readNumber(query, 'preis-ab', MOST_EUROS), readNumber(query, 'preis-bis', MOST_EUROS)),
      rooms: readNumber(query, 'zimmer', 20),
      area: readNumber(query, 'flaeche', 100_000),
      features: readWords(query, 'merkmal', HOME_FEATURES),
    }
  return {
    ...where,
    kind,
    fields: readWords(query, 'feld', JOB_FIELDS),
    contracts: readWords(query, 'vertrag', JOB_CONTRACTS),
    hours: readWords(query, 'zeit', JOB_HOURS),
    remote: readWords(query, 'homeoffice', REMOTE),
    employers: [
      ...new Set(
        readAll(query, 'arbeitgeber')
          .map((name) => slugOf(name.slice(0, 200)))
          .filter((slug) => slug !== ''),
      ),
    ]
      .toSorted()
      .slice(0, MOST_EMPLOYERS),
  }
}

/** Without question mark; '' for an empty search. */
export function writeMarketSearch(search: MarketSearch): string {
  const written = new URLSearchParams()
  const put = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') written.append(name, String(value))
  }
  const putAll = (name: string, values: readonly string[]) => {
    for (const value of values) written.append(name, value)
  }
  put('q', search.term)
  put('ort', search.place)
  if (search.place !== '' && search.radius !== USUAL_RADIUS) put('umkreis', search.radius)
  if (search.kind === 'home') {
    putAll('angebot', search.deals)
    putAll('art', search.types)
    put('preis-ab', search.priceFrom)
    put('preis-bis', search.priceTo)
    put('zimmer', search.rooms)
    put('flaeche', search.area)
    putAll('merkmal', search.features)
  } else {
    putAll('feld', search.fields)
    putAll('vertrag', search.contracts)
    putAll('zeit', search.hours)
    putAll('homeoffice', search.remote)
    putAll('arbeitgeber', search.employers)
  }
  if (search.sort !== 'neu') put('sortierung', search.sort)
  return written.toString()
}

/** The canonical spelling of a query. */
export function toMarketQuery(kind: MarketKind, query: URLSearchParams): string {
  return writeMarketSearch(parseMarketSearch(kind, query))
}

/** Without the sort order, because it does not change which listings are found. */
export function toKeptSearch(search: MarketSearch): string {
  return writeMarketSearch({ ...search, sort: 'neu' })
}

function toTerm(value: string | null): string {
  const term = (value ?? '')
    .slice(0, 400)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return term.slice(0, MOST_TERM).trim().toWellFormed()
}

function readAll(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).slice(0, 50)
}

/** In the order of the vocabulary, each once. */
function readWords<Word extends string>(query: URLSearchParams, name: string, words: readonly Word[]): readonly Word[] {
  const given = new Set(readAll(query, name))
  return words.filter((word) => given.has(word))
}

/** Positive, with at most one decimal. */
function readNumber(query: URLSearchParams, name: string, most: number): number | null {
  const text = (query.get(name) ?? '').trim()
  // Prices with thousands separators: 1.250 and 350.000.
  const plain = /^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text.replace(',', '.')
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(plain)) return null
  const value = Math.round(Number(plain) * 10) / 10
  return value > 0 && value <= most ? value : null
}

/** A range given the wrong way round is swapped. */
function toRange(from: number | null, to: number | null): { priceFrom: number | null; priceTo: number | null } {
  return from !== null && to !== null && from > to ? { priceFrom: to, priceTo: from } : { priceFrom: from, priceTo: to }
}
