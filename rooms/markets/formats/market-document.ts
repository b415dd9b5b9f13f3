/**
 * Shared by the readers of homes and jobs: one listing becomes one document, checked field by field against the
 * contract; the list of all listings of a source is the last one. A refused listing is kept as JSON (`market@1`) and
 * can be read again.
 */
import { createHash } from 'node:crypto'
import { IncomingListing, MarketDelivery } from '../contract/markets.ts'
import type { MarketKind } from '../domain/markets.ts'
import { MOST_PICTURES, MOST_TEXT, MOST_TITLE } from '../domain/markets.ts'
import { toInstant } from '@lokalteil/services/import/body/dates'
import { setLine, shorten, toLine } from '@lokalteil/services/import/body/house-style'
import { describeIssues } from '@lokalteil/services/import/formats/own-format'
import type { FoundPicture, Parsed, Refusal, RoomDocument } from '@lokalteil/services/import/parsed-document'
import { htmlToText } from './html-to-text.ts'

/** The `room` of its documents. */
export const MARKETS = 'markets'
const MARKET_FORMAT = 'market@1'
const FORMAT = /^market@1(?:\.\d+)*$/

export type Given = {
  market: MarketKind
  source: string
  sourceId: string
  /** ISO instant; '' if unknown. */
  updated: string
  published: string
  validUntil: string | null
  title: string
  /** Plain text or HTML. */
  text: string
  place: { name: string; district: string; postalCode: string }
  coordinates: { latitude: number; longitude: number } | null
  pictures: { url: string; title: string }[]
  provider: string
  address: string
  contact: { name: string; email: string }
  facts: unknown
}

export function isMarket(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.format === 'string' && value.format.startsWith('market@')
}

export function parseMarket(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
  const { format, delivery } = value as { format: string; delivery?: unknown }
  if (!FORMAT.test(format)) return { reason: `market: the format must be ${MARKET_FORMAT}` }
  const parsed = MarketDelivery.safeParse(delivery)
  return parsed.success ? toDocument(parsed.data, []) : { reason: describeIssues('market', parsed.error) }
}

export function toDocument(delivery: MarketDelivery, notes: readonly string[]): RoomDocument {
  return { room: MARKETS, sourceId: nameOf(delivery), delivery, value: { format: MARKET_FORMAT, delivery }, notes }
}

function nameOf(delivery: MarketDelivery): string {
  if (delivery.kind === 'whole') return `${delivery.source}: whole`
  const { source, sourceId } = delivery.kind === 'removed' ? delivery : delivery.listings[0]!
  return `${source}:${sourceId}`
}

export function toListing(given: Given, now: Date, notes: readonly string[] = []): RoomDocument | Refusal {
  const sourceId = `${given.source}:${given.sourceId}`.slice(0, 200)
  const candidate = {
    source: given.source,
    sourceId: given.sourceId,
    updated: given.updated === '' ? now.toISOString() : given.updated,
    published: given.published === '' ? now.toISOString() : given.published,
    validUntil: given.validUntil,
    title: shorten(setLine(htmlToText(given.title).replace(/\s+/g, ' '), 'de'), MOST_TITLE),
    text: htmlToText(given.text).slice(0, MOST_TEXT),
    place: {
      name: toLine(given.place.name).slice(0, 80),
      district: toLine(given.place.district).slice(0, 80),
      postalCode: toLine(given.place.postalCode).slice(0, 10),
    },
    coordinates: given.coordinates,
    pictures: given.pictures.slice(0, MOST_PICTURES).map(toPicture),
    provider: toLine(given.provider).slice(0, 120),
    address: given.address,
    contact: { name: toLine(given.contact.name).slice(0, 120), email: given.contact.email.trim() || null },
    facts: given.facts,
  }
  const parsed = IncomingListing.safeParse(candidate)
  if (!parsed.success)
    return {
      sourceId,
      reason: describeIssues(given.market, parsed.error),
      raw: JSON.stringify({ format: MARKET_FORMAT, delivery: { kind: 'listings', listings: [candidate] } }, null, 2),
      extension: 'json',
    }
  const said = [
    ...notes,
    ...(given.pictures.length > MOST_PICTURES ? [`more than ${MOST_PICTURES} pictures: the others are left out`] : []),
    ...(parsed.data.contact.email === null ? ['without an e-mail address: no messages are relayed'] : []),
  ]
  return toDocument({ kind: 'listings', listings: [parsed.data] }, said)
}

/** `whole`: other listings of the source have ended. An empty list ends nothing: an empty file is a mistake. */
export function collect(
  found: readonly (RoomDocument | Refusal)[],
  whole: { market: MarketKind; source: string; at: string; listed: readonly string[] } | null,
): Parsed {
  const roomDocuments = found.filter((one): one is RoomDocument => 'room' in one)
  const refusals = found.filter((one): one is Refusal => !('room' in one))
  if (whole !== null && whole.listed.length > 0) {
    const { listed, ...rest } = whole
    roomDocuments.push(toDocument({ kind: 'whole', ...rest, listed: [...new Set(listed)] }, []))
  }
  return { documents: [], refusals, roomDocuments }
}

/** Listings that are no XML, as their source wrote them. */
export const refuseBroken = (
  broken: readonly { reason: string; raw: string }[],
  sourceId: string,
  format: string,
): Refusal[] =>
  broken.map(({ reason, raw }) => ({
    sourceId,
    reason: `${format}: ${reason}`,
    raw: raw.slice(0, 64 * 1024),
    extension: 'xml',
  }))

function toPicture({ url, title }: { url: string; title: string }): FoundPicture {
  return {
    // A source may not name a path of our own store.
    baseUrl: url.replace(/^\/+/, '').slice(0, 2000),
    cropVal: '4:3',
    altText: shorten(toLine(title), 300),
    width: 0,
    height: 0,
    credit: '',
    caption: '',
    colour: null,
  }
}

/** A source's name that fits into an id; a long one keeps a hash. */
export function toSourceName(parts: readonly string[]): string {
  const name = toLine(parts.find((part) => part.trim() !== '') ?? '') || 'feed'
  return name.length <= 80
    ? name
    : `${name.slice(0, 60)} ${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}

/** The order in 05/12/2026; German feeds begin with the day. */
export type DayOrder = 'day first' | 'month first'

/** Guessed from the feed's own dates: 12/31/2026 can only begin with the month. */
export function findDayOrder(text: string): DayOrder {
  const days = [...text.matchAll(/\b(\d{1,2})\/(\d{1,2})\/\d{4}\b/g)].map(([, one, other]) => [
    Number(one),
    Number(other),
  ])
  return days.some(([, second]) => second! > 12) && days.every(([first]) => first! <= 12) ? 'month first' : 'day first'
}

/** '' if unreadable. A day without a time is that day in Germany. */
export function toInstantText(text: string, order: DayOrder = 'day first'): string {
  const plain = text.trim()
  const day = toDay(plain, order)
  const at = toInstant(day === null ? withIsoDay(plain, order) : `${day}T12:00:00Z`)
  return at === null || Number(at.slice(0, 4)) < 1990 || Number(at.slice(0, 4)) > 2100 ? '' : at
}

/** `2026-12-05` for a day without a time; null: not such a day. */
function toDay(text: string, order: DayOrder): string | null {
  const day = text.replace(/[ T]0?0:00(?::00)?$/, '').trim()
  const iso = /^(\d{4})([-/]?)(\d{2})\2(\d{2})$/.exec(day)
  if (iso !== null) return `${iso[1]}-${iso[3]}-${iso[4]}`
  const written = WRITTEN_DAY.exec(day)
  return written === null || written[0] !== day ? null : toIsoDay(written, order)
}

const WRITTEN_DAY = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)/

function toIsoDay([, one = '', sign = '', other = '', year = '']: RegExpExecArray, order: DayOrder): string {
  const [day, month] = order === 'month first' && sign !== '.' ? [other, one] : [one, other]
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** "05/12/2026 18:00" as `2026-12-05T18:00`; other texts as they are. */
function withIsoDay(text: string, order: DayOrder): string {
  const written = WRITTEN_DAY.exec(text)
  const time = written === null ? null : /^[ T,]+(\d{1,2}:\d{2}(?::\d{2})?)$/.exec(text.slice(written[0].length))
  return time === null ? text : `${toIsoDay(written!, order)}T${time[1]!.replace(/^(\d):/, '0$1:')}`
}

/** The end of the named day. */
export function toEnd(text: string, order: DayOrder = 'day first'): string | null {
  const at = toInstantText(text, order)
  if (at === '') return null
  const named = toDay(text.trim(), order)
  if (named === null && /\d:\d/.test(text)) return at
  // "5. Dezember 2026" is read as midnight in Germany, which is the day before in UTC.
  const day = named ?? new Date(Date.parse(at) + 12 * 3_600_000).toISOString().slice(0, 10)
  return `${day}T22:00:00.000Z`
}

/** A note for a date that is given but unreadable. */
export const toDayNotes = (name: string, text: string, read: string | null): string[] =>
  text.trim() === '' || (read !== null && read !== '') ? [] : [`${name} "${shorten(text.trim(), 40)}" cannot be read`]

/** An id that fits; a long one keeps a hash. */
export const toListingId = (text: string): string =>
  text.length <= MOST_LISTING_ID
    ? text
    : `${text.slice(0, 80)} ${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
const MOST_LISTING_ID = 120

/** "1.250,50", "1250.50", "1250"; null if it is no number. */
export function toNumber(text: string): number | null {
  const given = text.replace(/[\s€²]|m2?$/g, '')
  const plain = /,\d{1,2}$/.test(given)
    ? given.replaceAll('.', '').replace(',', '.')
    : /^\d{1,3}(?:\.\d{3})+$/.test(given)
      ? given.replaceAll('.', '')
      : given
  if (!/^\d{1,12}(?:\.\d+)?$/.test(plain)) return null
  return Number(plain)
}

export const toCents = (text: string): number | null => {
  const value = toNumber(text)
  return value === null ? null : Math.round(value * 100)
}

/** A valid https address, or ''. */
export const toWebAddress = (text: string): string => {
  const given = text.trim()
  return /^https:\/\/[^\s"'<>]+$/.test(given) && given.length <= 1000 && URL.canParse(given) ? given : ''
}
