/**
 * The demo's homes and jobs: some sixty for each publication, generated from `words` by a seed, so that every start
 * gives the same. Each is listed again every two weeks, at its own day and hour, so that on any day some are new and
 * none is older than a fortnight. Repeating it changes nothing.
 */
import { createHash } from 'node:crypto'
import type { HomeFacts, IncomingListing, JobFacts, MarketDelivery } from '../contract/markets.ts'
import type { Picture } from '@lokalteil/contracts/content'
import { toBerlinIso, toDayKey } from '@lokalteil/domain/german'
import { toDayNumber } from '@lokalteil/domain/games/games'
import { hasRooms, type EnergyClass, type HomeType } from '../domain/markets.ts'
import { DEMO_PUBLICATIONS, type DemoCode } from '@lokalteil/demo/codes'
import { PICTURES } from '@lokalteil/demo/pictures/catalogue'
import { TOWNS, type Town } from './places.ts'
import { CARRIERS, HOMES, JOBS, PROVIDERS, type HomeModel } from './words.ts'

const HOMES_EACH = 34
const JOBS_EACH = 28
const DAY = 86_400_000
const MINUTE = 60_000
/** Days after which an advertisement is listed again. */
const TURN = 14
/** Advertisements are listed between seven and seven. */
const OPENS = 7 * 60
const OPEN_MINUTES = 12 * 60
/** Kinds of ten homes. */
const ORDER: readonly HomeType[] = [
  'wohnung',
  'haus',
  'wohnung',
  'wohnung',
  'zimmer',
  'wohnung',
  'haus',
  'gewerbe',
  'wohnung',
  'grundstueck',
  'haus',
  'stellplatz',
]
const FLOORS = ['Erdgeschoss', '1. Obergeschoss', '2. Obergeschoss', 'Dachgeschoss'] as const

export function listDemoListings(now: Date): { publication: DemoCode; delivery: MarketDelivery }[] {
  return DEMO_PUBLICATIONS.map((publication) => ({
    publication,
    delivery: {
      kind: 'listings' as const,
      listings: [
        ...Array.from({ length: HOMES_EACH }, (_, index) => toHome(publication, index, now)),
        ...Array.from({ length: JOBS_EACH }, (_, index) => toJob(publication, index, now)),
      ],
    },
  }))
}

/** A house named after a town is in that town. */
const ALL_TOWNS = Object.values(TOWNS).flat()

type Dice = ReturnType<typeof createDice>

function toHome(publication: DemoCode, index: number, now: Date): IncomingListing {
  const dice = createDice(`${publication} home ${index}`)
  const type = ORDER[index % ORDER.length]!
  const model = HOMES.find((one) => one.type === type)!
  const town = dice.one(TOWNS[publication])
  const deal =
    type === 'grundstueck' || (type === 'haus' && dice.below(10) < 7) || (type === 'wohnung' && dice.below(10) < 3)
      ? 'kaufen'
      : 'mieten'
  const rooms = model.rooms === null ? null : dice.between(...model.rooms)
  const area = type === 'grundstueck' ? null : toArea(model, rooms, dice)
  const plotArea = model.plot === null ? null : Math.round(dice.between(...model.plot) / 10) * 10
  const floor = type === 'wohnung' ? dice.one(FLOORS) : ''
  const title = dice
    .one(model.titles)
    .replace('{rooms}', String(rooms ?? ''))
    .replace('{floor}', floor)
  const cents = toPrice(type, deal, town, area, plotArea, dice)
  const provider = dice.one(PROVIDERS)
  const sentences = dice.some(model.sentences, 5)
  const facts: HomeFacts = {
    kind: 'home',
    deal,
    type,
    cents,
    extraCents: deal === 'mieten' && hasRooms(type) && type !== 'zimmer' ? Math.round((area ?? 0) * 2.9) * 100 : null,
    deposit: deal === 'mieten' && hasRooms(type) ? 'drei Kaltmieten' : '',
    commission: deal === 'kaufen' ? dice.one(['keine', '3,57 % vom Kaufpreis']) : '',
    rooms: hasRooms(type) ? rooms : null,
    area,
    plotArea,
    floor,
    availableFrom: dice.one(['sofort', '1. Januar', '1. Februar', '1. März', 'nach Absprache']),
    features: model.features.filter(() => dice.below(10) < 6),
    energy: toEnergy(type, dice),
  }
  return {
    ...toCommon(publication, `home-${index + 1}`, town, now, dice),
    title,
    text: [
      sentences.slice(0, 3).join(' '),
      sentences.slice(3).join(' '),
      'Eine Besichtigung ist nach Absprache möglich.',
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    pictures:
      hasRooms(type) && type !== 'zimmer' && dice.below(10) < 3 && town.pictures.length > 0
        ? [toPicture(dice.one(town.pictures))]
        : [],
    provider,
    facts,
    contact: { name: provider === 'von privat' ? '' : provider, email: 'anbieter@immobilien.example' },
  }
}

function toJob(publication: DemoCode, index: number, now: Date): IncomingListing {
  const dice = createDice(`${publication} job ${index}`)
  const model = JOBS[index % JOBS.length]!
  const employer = model.employers[Math.floor(index / JOBS.length) % model.employers.length]!
  const town = ALL_TOWNS.find(({ name }) => employer.includes(name)) ?? dice.one(TOWNS[publication])
  const [from, to] = model.pay ?? [null, null]
  const facts: JobFacts = {
    kind: 'job',
    employer,
    field: model.field,
    contract: model.contract,
    hours: [...model.hours],
    remote: model.remote,
    start:
      model.contract === 'ausbildung'
        ? '1. September'
        : dice.one(['sofort', 'nach Absprache', '1. Januar', '1. Februar']),
    pay: {
      fromCents: from === null ? null : from * 100,
      toCents: to === null ? null : to * 100,
      per: 'monat',
      note: model.note,
    },
  }
  return {
    ...toCommon(publication, `job-${index + 1}`, town, now, dice),
    title: model.title,
    text: [
      `${employer} sucht Verstärkung in ${town.name}.`,
      `Das erwartet Sie:\n\n${model.tasks.map((task) => `- ${task}`).join('\n')}`,
      `Das bringen Sie mit:\n\n${model.needs.map((need) => `- ${need}`).join('\n')}`,
      'Fragen beantworten wir gern vorab; eine kurze Nachricht genügt.',
    ].join('\n\n'),
    pictures: [],
    provider: '',
    facts,
    contact: { name: employer, email: 'bewerbung@arbeitgeber.example' },
  }
}

function toCommon(publication: DemoCode, id: string, town: Town, now: Date, dice: Dice) {
  const published = toListed(now, dice.below(TURN * OPEN_MINUTES)).toISOString()
  const near = () => (dice.below(2001) - 1000) / 1000
  return {
    source: 'demo',
    sourceId: `${publication}-${id}`,
    updated: published,
    published,
    validUntil: null,
    place: {
      name: town.name,
      district: town.districts.length === 0 ? '' : dice.one(town.districts),
      postalCode: town.postalCode,
    },
    coordinates: { latitude: town.latitude + near() * 0.02, longitude: town.longitude + near() * 0.03 },
    address: '',
  }
}

/** The last time an advertisement was listed; `place`: its minute within the open hours. */
function toListed(now: Date, place: number): Date {
  const today = toDayNumber(toDayKey(now))
  const age = (((today - Math.floor(place / OPEN_MINUTES)) % TURN) + TURN) % TURN
  const minutes = OPENS + (place % OPEN_MINUTES)
  const listed = toInstant(today - age, minutes)
  return listed <= now ? listed : toInstant(today - age - TURN, minutes)
}

/** Minutes of the day in Berlin. */
function toInstant(dayNumber: number, minutes: number): Date {
  const utc = dayNumber * DAY + minutes * MINUTE
  const winter = new Date(utc - 60 * MINUTE)
  return toBerlinIso(winter).endsWith('+01:00') ? winter : new Date(utc - 120 * MINUTE)
}

function toArea({ area: [least, most] }: HomeModel, rooms: number | null, dice: Dice): number {
  const share = rooms === null ? dice.below(100) / 100 : Math.min(1, (rooms - 1) / 5 + dice.below(30) / 100)
  return Math.round(least + (most - least) * share)
}

/** Cents, rounded as people do. */
function toPrice(
  type: HomeType,
  deal: 'mieten' | 'kaufen',
  town: Town,
  area: number | null,
  plot: number | null,
  dice: Dice,
): number {
  const taste = 0.88 + dice.below(28) / 100
  if (type === 'stellplatz') return deal === 'mieten' ? (45 + dice.below(5) * 10) * 100 : 1_800_000
  if (type === 'grundstueck') return Math.round(((plot ?? 600) * town.rent * 0.14 * taste) / 1000) * 100_000
  if (type === 'zimmer') return Math.round(((area ?? 18) * town.rent * 1.7 * taste) / 1000) * 1000
  if (deal === 'mieten') return Math.round(((area ?? 60) * town.rent * taste) / 1000) * 1000
  return Math.round(((area ?? 60) * town.rent * 255 * taste) / 500_000) * 500_000
}

const CLASSES: readonly (readonly [most: number, name: EnergyClass])[] = [
  [30, 'A+'],
  [50, 'A'],
  [75, 'B'],
  [100, 'C'],
  [130, 'D'],
  [160, 'E'],
  [200, 'F'],
  [250, 'G'],
]

function toEnergy(type: HomeType, dice: Dice): HomeFacts['energy'] {
  if (!hasRooms(type)) return { certificate: 'nicht-noetig', value: null, carrier: '', class: null, built: null }
  const isThere = dice.below(10) < 8
  if (!isThere) return { certificate: 'liegt-nicht-vor', value: null, carrier: '', class: null, built: null }
  const value = dice.between(38, 214)
  return {
    certificate: dice.one(['bedarf', 'verbrauch'] as const),
    value,
    carrier: dice.one(CARRIERS),
    class: CLASSES.find(([most]) => value <= most)?.[1] ?? 'H',
    built: value < 60 ? dice.between(2015, 2024) : dice.between(1898, 1996),
  }
}

function toPicture(key: string): Picture {
  const found = PICTURES.find((one) => one.key === key)
  if (found === undefined) throw new Error(`There is no picture "${key}"`)
  const { path, width, height, altText, credit, colour } = found
  return { baseUrl: `/${path}`, cropVal: '16:9', altText, width, height, credit, caption: '', colour }
}

/** Deterministic random numbers for a text. */
function createDice(text: string) {
  let count = 0
  const below = (most: number): number =>
    createHash('sha256').update(`${text} ${count++}`).digest().readUInt32BE(0) % most
  return {
    below,
    between: (least: number, most: number): number => least + below(most - least + 1),
    one: <T>(list: readonly T[]): T => list[below(list.length)]!,
    some<T>(list: readonly T[], most: number): T[] {
      const left = [...list]
      return Array.from({ length: Math.min(most, left.length) }, () => left.splice(below(left.length), 1)[0]!)
    },
  }
}
