/** Compares the index with a search that tests listings one by one: the hits, and the number behind every choice. */
import type { HomeFacts, JobFacts, ListingFacts, SearchedPlace } from '../../contract/markets.ts'
import { foldGerman, slugOf } from '@lokalteil/domain/german-text'
import { distanceBetween } from '../../domain/geo.ts'
import { parseMarketSearch, type MarketSearch } from '../../domain/market-search.ts'
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
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AREA_STEPS, ROOM_STEPS } from './dimensions.ts'
import { createMarketIndex, type IndexedListing } from './market-index.ts'
import { listTerms, listWords } from './word-index.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

const NOW = new Date('2026-11-24T12:00:00Z')
const PLACE: SearchedPlace = {
  latitude: 51.34,
  longitude: 11.42,
  towns: [
    { name: 'Auenburg', km: 0 },
    { name: 'Talheim', km: 18 },
  ],
}

const some = <T>(list: readonly T[]) => fc.constantFrom(...list)
const homeFacts = fc.record({
  kind: fc.constant('home' as const),
  deal: some(DEALS),
  type: some(HOME_TYPES),
  cents: fc.option(fc.integer({ min: 0, max: 200 }).map((euros) => euros * 1000)),
  rooms: fc.option(fc.integer({ min: 1, max: 7 })),
  area: fc.option(fc.integer({ min: 10, max: 180 })),
  plotArea: fc.constant(null),
  features: fc.subarray([...HOME_FEATURES]),
}) as unknown as fc.Arbitrary<HomeFacts>
const jobFacts = fc.record({
  kind: fc.constant('job' as const),
  employer: some(['Stadt Auenburg', 'Werft', 'Klinikum', 'Bäckerei Krumbach']),
  field: some(JOB_FIELDS.slice(0, 4)),
  contract: some(JOB_CONTRACTS),
  hours: fc.subarray([...JOB_HOURS]),
  remote: some(REMOTE),
}) as unknown as fc.Arbitrary<JobFacts>

const listing = (facts: fc.Arbitrary<ListingFacts>): fc.Arbitrary<Omit<IndexedListing, 'id'>> =>
  fc.record({
    published: fc.integer({ min: 0, max: 50 }).map((days) => new Date(NOW.getTime() - days * 86_400_000)),
    validUntil: fc.constantFrom(
      new Date(NOW.getTime() - 1),
      ...Array.from({ length: 5 }, () => new Date(NOW.getTime() + 1)),
    ),
    latitude: fc.option(fc.integer({ min: 5100, max: 5160 }).map((value) => value / 100)),
    longitude: fc.constant(11.42),
    towns: some([['Auenburg', 'Nordend'], ['Talheim'], ['Hafenrode']]),
    words: some([['helle', 'wohnung'], ['altbau', 'wohnungen'], ['stelle']]),
    source: some(['a', 'b']),
    fingerprint: some(['1', '2', '3', ...Array.from({ length: 30 }, (_, index) => `own ${index}`)]),
    facts,
  })

const query = (kind: MarketKind): fc.Arbitrary<string> =>
  kind === 'home'
    ? fc
        .record({
          angebot: fc.subarray([...DEALS]),
          art: fc.subarray(['wohnung', 'haus', 'gewerbe']),
          merkmal: fc.subarray(['balkon', 'keller']),
          one: fc.constantFrom(
            '',
            'preis-bis=900',
            'zimmer=3',
            'flaeche=60&preis-ab=300',
            'q=wohnung',
            'sortierung=preis',
          ),
        })
        .map(({ one, ...lists }) => [one, ...toPairs(lists)].join('&'))
    : fc
        .record({
          feld: fc.subarray(['handwerk', 'produktion']),
          zeit: fc.subarray([...JOB_HOURS]),
          arbeitgeber: fc.subarray(['werft', 'klinikum', 'gibt-es-nicht']),
          homeoffice: fc.subarray(['ganz']),
        })
        .map((lists) => toPairs(lists).join('&'))
const toPairs = (lists: Record<string, readonly string[]>) =>
  Object.entries(lists).flatMap(([name, values]) => values.map((value) => `${name}=${value}`))

type Test = readonly [dimension: string, passes: (facts: ListingFacts) => boolean]

function listTests(search: MarketSearch): Test[] {
  const any = (values: readonly string[], has: (value: string) => boolean) => values.length === 0 || values.some(has)
  if (search.kind === 'home') {
    const of = (test: (facts: HomeFacts) => boolean) => (facts: ListingFacts) => test(facts as HomeFacts)
    return [
      ['angebot', of(({ deal }) => any(search.deals, (one) => one === deal))],
      ['art', of(({ type }) => any(search.types, (one) => one === type))],
      [
        'preis',
        of(({ cents }) =>
          search.priceFrom === null && search.priceTo === null
            ? true
            : cents !== null && cents >= (search.priceFrom ?? 0) * 100 && cents <= (search.priceTo ?? Infinity) * 100,
        ),
      ],
      ['zimmer', of(({ rooms }) => search.rooms === null || (rooms ?? -1) >= search.rooms)],
      ['flaeche', of(({ area }) => search.area === null || (area ?? -1) >= search.area)],
      ['merkmal', of(({ features }) => search.features.every((one) => features.includes(one)))],
    ]
  }
  const of = (test: (facts: JobFacts) => boolean) => (facts: ListingFacts) => test(facts as JobFacts)
  return [
    ['feld', of(({ field }) => any(search.fields, (one) => one === field))],
    ['vertrag', of(({ contract }) => any(search.contracts, (one) => one === contract))],
    ['zeit', of(({ hours }) => any(search.hours, (one) => hours.includes(one as never)))],
    ['homeoffice', of(({ remote }) => any(search.remote, (one) => one === remote))],
    ['arbeitgeber', of(({ employer }) => any(search.employers, (one) => one === slugOf(employer)))],
  ]
}

function hasValue(facts: ListingFacts, dimension: string, value: string): boolean {
  if (facts.kind === 'home') {
    if (dimension === 'angebot') return facts.deal === value
    if (dimension === 'art') return facts.type === value
    if (dimension === 'zimmer') return (facts.rooms ?? -1) >= Number(value)
    if (dimension === 'flaeche') return (facts.area ?? -1) >= Number(value)
    return facts.features.includes(value as never)
  }
  if (dimension === 'feld') return facts.field === value
  if (dimension === 'vertrag') return facts.contract === value
  if (dimension === 'zeit') return facts.hours.includes(value as never)
  if (dimension === 'homeoffice') return facts.remote === value
  return slugOf(facts.employer) === value
}

function searchNaively(all: readonly IndexedListing[], search: MarketSearch, place: SearchedPlace | null) {
  const live = all.filter(({ validUntil }) => validUntil > NOW)
  const terms = listTerms(search.term)
  const standing = live.filter((one) => {
    const isDouble = live.some(
      (other) => other.fingerprint === one.fingerprint && other.source !== one.source && other.id < one.id,
    )
    if (isDouble) return false
    if (!terms.every((term) => one.words.some((word) => word.includes(term)))) return false
    if (place === null) return true
    const towns = new Map(
      place.towns.filter(({ km }) => km <= search.radius).map(({ name, km }) => [foldGerman(name), km]),
    )
    const known = one.towns.flatMap((name) => towns.get(foldGerman(name)) ?? [])
    if (one.latitude === null) return known.length > 0
    const km = distanceBetween(place, { latitude: one.latitude, longitude: one.longitude! })
    return known.includes(0) || km <= search.radius
  })
  const tests = listTests(search)
  const passing = (facts: ListingFacts, but?: string) => tests.every(([name, test]) => name === but || test(facts))
  return {
    ids: standing.filter(({ facts }) => passing(facts)).map(({ id }) => id),
    count: (dimension: string, value: string) =>
      standing.filter(
        ({ facts }) =>
          passing(facts, dimension === 'merkmal' ? undefined : dimension) && hasValue(facts, dimension, value),
      ).length,
  }
}

describe.each(['home', 'job'] as const)('R1-80 R1-81 %s', (kind) => {
  it('finds the same listings as a linear search, with the number behind every choice', () => {
    fc.assert(
      fc.property(
        fc.array(listing((kind === 'home' ? homeFacts : jobFacts) as fc.Arbitrary<ListingFacts>), { maxLength: 60 }),
        query(kind),
        fc.boolean(),
        fc.array(fc.nat(59), { maxLength: 10 }),
        (given, written, hasPlace, removed) => {
          const all = given.map((one, index) => ({ ...one, id: index + 1 }))
          const index = createMarketIndex(kind)
          // Twice, as after a correction.
          for (const one of all) index.put({ ...one, towns: ['Anderswo'], words: ['nichts'] })
          for (const one of all) index.put(one)
          for (const id of removed) index.remove(id)
          const left = all.filter(({ id }) => !removed.includes(id))
          const search = parseMarketSearch(kind, new URLSearchParams(hasPlace ? `${written}&ort=auenburg` : written))
          const place = hasPlace ? PLACE : null
          const expected = searchNaively(left, search, place)
          const found = index.search({ search, place, now: NOW, from: 0, count: 1000 })
          expect(found.hits.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(expected.ids)
          expect(found.total).toBe(expected.ids.length)
          for (const [dimension, facets] of Object.entries(found.facets))
            for (const { value, count } of facets)
              expect([dimension, value, count]).toEqual([dimension, value, expected.count(dimension, value)])
        },
      ),
      { numRuns: propertyRuns(150) },
    )
  })
})

describe('order and pages', () => {
  const home = (id: number, change: Partial<HomeFacts>, days = 0): IndexedListing => ({
    id,
    published: new Date(NOW.getTime() - days * 86_400_000),
    validUntil: new Date(NOW.getTime() + 1),
    latitude: null,
    longitude: null,
    towns: ['Auenburg'],
    words: listWords(['Wohnung']),
    source: 's',
    fingerprint: String(id),
    facts: {
      kind: 'home',
      deal: 'mieten',
      type: 'wohnung',
      cents: null,
      rooms: 2,
      area: 50,
      plotArea: null,
      features: [],
      ...change,
    } as HomeFacts,
  })
  const index = createMarketIndex('home')
  const given = [
    home(1, { cents: 90_000 }, 3),
    home(2, { cents: 50_000, area: 90 }, 1),
    home(3, {}, 2),
    home(4, { cents: 90_000 }, 3),
  ]
  for (const one of given) index.put(one)
  const ids = (written: string, from = 0, count = 10) =>
    index
      .search({ search: parseMarketSearch('home', new URLSearchParams(written)), place: null, now: NOW, from, count })
      .hits.map(({ id }) => id)

  it.each([
    ['', [2, 3, 4, 1]],
    ['sortierung=preis', [2, 4, 1, 3]],
    ['sortierung=preis-ab', [4, 1, 2, 3]],
    ['sortierung=flaeche', [2, 4, 3, 1]],
  ])('"%s" comes as %j, on pages as on one', (written, expected) => {
    expect(ids(written)).toEqual(expected)
    expect([...ids(written, 0, 2), ...ids(written, 2, 2)]).toEqual(expected)
  })

  it('steps of rooms and areas are listed as defined', () => {
    const { facets } = index.search({
      search: parseMarketSearch('home', new URLSearchParams()),
      place: null,
      now: NOW,
      from: 0,
      count: 1,
    })
    expect([facets.zimmer!.length, facets.flaeche!.length]).toEqual([ROOM_STEPS.length, AREA_STEPS.length])
  })
})

it.each([
  ['Wohnungen', ['Helle Wohnung'], true],
  ['küche', ['mit Einbauküche'], true],
  ['KUECHE', ['mit Einbauküche'], true],
  ['pfleg', ['Pflegefachkraft'], true],
  ['ei', ['mit Einbauküche'], true],
  ['au', ['Einbauküche'], false],
  ['altbau balkon', ['Altbau ohne'], false],
])('the words "%s" in %j: %s', (term, texts, isFound) => {
  const index = createMarketIndex('job')
  index.put({
    id: 1,
    published: NOW,
    validUntil: new Date(NOW.getTime() + 1),
    latitude: null,
    longitude: null,
    towns: [],
    words: listWords(texts),
    source: '',
    fingerprint: '',
    facts: {
      kind: 'job',
      employer: 'x',
      field: 'it',
      contract: 'minijob',
      hours: [],
      remote: 'ganz',
      start: '',
      pay: { fromCents: null, toCents: null, per: 'monat', note: '' },
    },
  })
  const search = parseMarketSearch('job', new URLSearchParams({ q: term }))
  expect(index.search({ search, place: null, now: NOW, from: 0, count: 1 }).total).toBe(isFound ? 1 : 0)
})
