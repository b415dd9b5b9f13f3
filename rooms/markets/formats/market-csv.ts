/**
 * Homes and jobs as a CSV table, for publishers with only a spreadsheet: the first line names the columns, in any
 * order; `art` is the kind of listing. A line is a listing, or with `aktion` = `loeschen` its end. Listings that a
 * table does not name stay.
 */
import { parse } from 'csv-parse/sync'
import { CERTIFICATES, DEALS, ENERGY_CLASSES, HOME_FEATURES, HOME_TYPES } from '../domain/markets.ts'
import { slugOf } from '@lokalteil/domain/german-text'
import type { Parsed, ParseContext, Refusal, RoomDocument } from '@lokalteil/services/import/parsed-document'
import { toContract, toField, toHours, toPeriod, toRemote } from './job-words.ts'
import {
  collect,
  toCents,
  toDayNotes,
  toDocument,
  toEnd,
  toInstantText,
  toListing,
  toListingId,
  toNumber,
  toSourceName,
  toWebAddress,
} from './market-document.ts'

const NEEDED = ['art', 'id', 'titel'] as const
const MOST_LINES = 20_000

/** The line that Excel writes above a table. */
const ABOVE = /^\ufeff?\s*"?sep=.?"?\s*?(?:\r\n?|\n)/i

/** The table from its first line on, and the sign between its columns. */
function open(text: string): { table: string; columns: string[]; delimiter: string } {
  const table = text.replace(ABOVE, '')
  const end = table.search(/[\r\n]/)
  const head = table.slice(0, end === -1 ? 2000 : Math.min(end, 2000))
  const delimiter = [';', '\t'].find((sign) => head.includes(sign)) ?? ','
  return { table, columns: toColumns(head.split(delimiter)), delimiter }
}

/** Whether the first line has the required columns. */
export function isMarketCsv(text: string): boolean {
  const { columns } = open(text)
  return NEEDED.every((name) => columns.includes(name))
}

export function parseMarketCsv(text: string, { now }: ParseContext): Parsed {
  const { table, delimiter } = open(text)
  let rows: Record<string, string>[]
  try {
    rows = parse(table, {
      bom: true,
      delimiter,
      columns: toColumns,
      // A quotation mark inside a cell is one of its signs.
      relax_quotes: true,
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
      to: MOST_LINES,
      max_record_size: 100_000,
    })
  } catch (error) {
    const reason = `CSV: ${error instanceof Error ? error.message : 'unreadable'}`.slice(0, 300)
    return { documents: [], refusals: [{ sourceId: '', reason, raw: text.slice(0, 64 * 1024), extension: 'txt' }] }
  }
  if (rows.length === 0)
    return {
      documents: [],
      refusals: [{ sourceId: '', reason: 'CSV: a table without lines', raw: text.slice(0, 4000), extension: 'txt' }],
    }
  return collect(
    rows.map((row) => toEntry((name) => row[name] ?? '', row, now)),
    null,
  )
}

/** "Gültig bis" is `gueltig-bis`. */
const toColumns = (names: readonly string[]): string[] => names.map((name) => slugOf(name.replace(/["\uFEFF]/g, '')))

type Cell = (name: string) => string

function toEntry(cell: Cell, row: object, now: Date): RoomDocument | Refusal {
  const source = toSourceName([cell('quelle'), 'tabelle'])
  const sourceId = toListingId(cell('id'))
  const kind = slugOf(cell('art'))
  const market = /^(?:immobilie|home|haus|wohnung)/.test(kind)
    ? 'home'
    : /^(?:stelle|job|ausbildung)/.test(kind)
      ? 'job'
      : null
  if (market === null || sourceId === '')
    return {
      sourceId: `${source}:${sourceId}`,
      reason:
        sourceId === ''
          ? 'CSV: the column id is empty'
          : `CSV: art must be immobilie or stelle, not "${cell('art').slice(0, 40)}"`,
      raw: JSON.stringify(row, null, 2),
      extension: 'json',
    }
  const updated = toInstantText(cell('stand'))
  if (/^(?:loeschen|geloescht|delete|entfernt|beendet)$/.test(slugOf(cell('aktion'))))
    return toDocument({ kind: 'removed', market, source, sourceId, at: updated || now.toISOString() }, [])
  const end = toEnd(cell('gueltig-bis'))
  const [latitude, longitude] = [
    Number(cell('breite').replace(',', '.') || 'x'),
    Number(cell('laenge').replace(',', '.') || 'x'),
  ]
  return toListing(
    {
      market,
      source,
      sourceId,
      updated,
      published: toInstantText(cell('veroeffentlicht')) || updated,
      validUntil: end,
      title: cell('titel'),
      text: cell('text'),
      place: { name: cell('ort'), district: cell('ortsteil'), postalCode: cell('plz') },
      coordinates: Number.isNaN(latitude) || Number.isNaN(longitude) ? null : { latitude, longitude },
      pictures: cell('bilder')
        .split(/[\s|]+/)
        .filter((url) => url !== '')
        .map((url) => ({ url, title: '' })),
      provider: market === 'home' ? cell('anbieter') : '',
      address: toWebAddress(cell('link')),
      contact: { name: cell('ansprechpartner') || cell('anbieter') || cell('arbeitgeber'), email: cell('email') },
      facts: market === 'home' ? toHomeFacts(cell) : toJobFacts(cell),
    },
    now,
    toDayNotes('gueltig bis', cell('gueltig-bis'), end),
  )
}

function toHomeFacts(cell: Cell) {
  const features = new Set(
    cell('merkmale')
      .split(/[|,]/)
      .map((one) => slugOf(one)),
  )
  const year = toNumber(cell('baujahr'))
  return {
    kind: 'home',
    deal: DEALS.find((word) => slugOf(cell('angebot')).startsWith(word.slice(0, 4))) ?? 'mieten',
    type: HOME_TYPES.find((word) => word === slugOf(cell('typ'))) ?? cell('typ'),
    cents: toCents(cell('preis')),
    extraCents: toCents(cell('nebenkosten')),
    deposit: cell('kaution').slice(0, 120),
    commission: cell('provision').slice(0, 160),
    rooms: toNumber(cell('zimmer')),
    area: toNumber(cell('flaeche')),
    plotArea: toNumber(cell('grundstueck')),
    floor: cell('etage').slice(0, 40),
    availableFrom: cell('frei-ab').slice(0, 80),
    features: HOME_FEATURES.filter((word) => features.has(word)),
    energy: {
      certificate: CERTIFICATES.find((word) => word === slugOf(cell('ausweis'))) ?? 'keine-angabe',
      value: toNumber(cell('kennwert')),
      carrier: cell('energietraeger').slice(0, 80),
      class: ENERGY_CLASSES.find((word) => word === cell('klasse').toUpperCase()) ?? null,
      built: year !== null && Number.isInteger(year) && year >= 1000 && year <= 2200 ? year : null,
    },
  }
}

function toJobFacts(cell: Cell) {
  return {
    kind: 'job',
    employer: (cell('arbeitgeber') || cell('anbieter')).slice(0, 120),
    field: toField(cell('feld')),
    contract: toContract(cell('vertrag')),
    hours: toHours(cell('arbeitszeit')),
    remote: toRemote(cell('homeoffice')),
    start: cell('beginn').slice(0, 80),
    pay: {
      fromCents: toCents(cell('gehalt-ab')),
      toCents: toCents(cell('gehalt-bis')),
      per: toPeriod(cell('gehalt-je')),
      note: cell('tarif').slice(0, 160),
    },
  }
}
