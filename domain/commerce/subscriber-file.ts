/**
 * The publisher's table of subscribers, as other systems export it: column names in English or German, days and prices
 * in the spellings people use. A line becomes a whole contract or a list of faults. A cell is never repeated in a
 * message, because an account number may stand in the wrong column.
 */
import {
  IMPORT_COLUMNS,
  type ImportedContract,
  type ImportFault,
  type ImportField,
  toFault,
} from './imported-contracts.ts'
import type { Day } from './subscriptions.ts'

export const MOST_SUBSCRIBERS = 200_000
/** Longest cell in characters. */
const MOST_CELL = 500

type Column = { aliases: readonly string[]; isNeeded: boolean }

/** Names accepted beside the column's own name; without capitals, and with one sign for blanks, hyphens and dots. */
const FILE_COLUMNS: Readonly<Record<ImportField, Column>> = {
  id: { aliases: ['kundennummer', 'abonummer', 'abo_nr', 'vertragsnummer', 'customer_number'], isNeeded: true },
  email: { aliases: ['e_mail', 'mail', 'e_mail_adresse', 'mailadresse'], isNeeded: true },
  salutation: { aliases: ['anrede'], isNeeded: false },
  firstName: { aliases: ['vorname', 'firstname'], isNeeded: true },
  lastName: { aliases: ['nachname', 'name', 'lastname', 'familienname'], isNeeded: true },
  company: { aliases: ['firma', 'firmenname'], isNeeded: false },
  street: { aliases: ['strasse', 'strasse_hausnummer', 'anschrift', 'address'], isNeeded: true },
  postcode: { aliases: ['plz', 'postleitzahl', 'zip'], isNeeded: true },
  city: { aliases: ['ort', 'stadt', 'town'], isNeeded: true },
  country: { aliases: ['land'], isNeeded: false },
  offer: { aliases: ['angebot', 'offer_id', 'produkt'], isNeeded: true },
  priceCents: { aliases: ['preis', 'betrag'], isNeeded: false },
  startsOn: { aliases: ['beginn', 'abobeginn', 'vertragsbeginn', 'starts'], isNeeded: true },
  nextDebitOn: { aliases: ['naechste_abbuchung', 'naechste_zahlung', 'naechste_rechnung'], isNeeded: true },
  boundUntil: { aliases: ['gebunden_bis', 'mindestlaufzeit_bis', 'laufzeit_bis'], isNeeded: false },
  endsOn: { aliases: ['ende', 'endet', 'gekuendigt_zum', 'aboende', 'letzter_tag'], isNeeded: false },
  payment: { aliases: ['zahlungsart', 'zahlart', 'zahlweise'], isNeeded: true },
  iban: { aliases: [], isNeeded: false },
  holder: { aliases: ['kontoinhaber'], isNeeded: false },
  mandate: { aliases: ['mandatsreferenz', 'mandat', 'mandate_reference'], isNeeded: false },
  mandateSignedOn: { aliases: ['mandatsdatum', 'mandat_vom', 'mandate_signed'], isNeeded: false },
}

const PAYMENTS: Readonly<Record<string, ImportedContract['payment']>> = {
  sepa: 'sepa',
  lastschrift: 'sepa',
  bankeinzug: 'sepa',
  einzug: 'sepa',
  sepa_lastschrift: 'sepa',
  invoice: 'invoice',
  rechnung: 'invoice',
  auf_rechnung: 'invoice',
  none: 'none',
  keine: 'none',
  frei: 'none',
}

const COUNTRIES: Readonly<Record<string, string>> = {
  '': 'DE',
  d: 'DE',
  deutschland: 'DE',
  germany: 'DE',
  a: 'AT',
  oesterreich: 'AT',
  austria: 'AT',
  schweiz: 'CH',
  switzerland: 'CH',
  belgien: 'BE',
  luxemburg: 'LU',
  liechtenstein: 'LI',
  niederlande: 'NL',
  frankreich: 'FR',
  polen: 'PL',
}

const SALUTATIONS: Readonly<Record<string, string>> = {
  frau: 'Frau',
  fr: 'Frau',
  mrs: 'Frau',
  ms: 'Frau',
  w: 'Frau',
  herr: 'Herr',
  herrn: 'Herr',
  hr: 'Herr',
  mr: 'Herr',
  m: 'Herr',
  divers: 'Divers',
  d: 'Divers',
}

const FIELDS = Object.keys(FILE_COLUMNS) as ImportField[]

export type FileHeader = {
  /** The position of each column; absent: the file does not have it. */
  places: Partial<Record<ImportField, number>>
  /** Names of columns that are not used, as the file spells them. */
  unknown: readonly string[]
}

export function readHeader(cells: readonly string[]): FileHeader {
  const places: Partial<Record<ImportField, number>> = {}
  const unknown: string[] = []
  for (const [index, cell] of cells.entries()) {
    const field = findField(cell)
    if (field === null || places[field] !== undefined) {
      if (cell.trim() !== '') unknown.push(cell.trim().slice(0, 60))
    } else places[field] = index
  }
  return { places, unknown }
}

/** Required columns that the first line lacks, each with its other accepted names. */
export function listMissingColumns({ places }: FileHeader): string[] {
  return FIELDS.filter((field) => FILE_COLUMNS[field].isNeeded && places[field] === undefined).map((field) => {
    const { aliases } = FILE_COLUMNS[field]
    return `${IMPORT_COLUMNS[field]}${aliases.length === 0 ? '' : ` (or ${aliases.join(', ')})`}`
  })
}

function findField(cell: string): ImportField | null {
  const name = toWord(cell)
  return FIELDS.find((field) => IMPORT_COLUMNS[field] === name || FILE_COLUMNS[field].aliases.includes(name)) ?? null
}

export type ReadLine =
  | { kind: 'contract'; contract: ImportedContract }
  | { kind: 'faulty'; id: string; faults: ImportFault[] }

export function readLine({ places }: FileHeader, cells: readonly string[]): ReadLine {
  const faults: ImportFault[] = []
  const fail = (field: ImportField, message: string): null => {
    faults.push(toFault(field, message))
    return null
  }
  const text = (field: ImportField): string => {
    const place = places[field]
    const cell = place === undefined ? '' : toCell(cells[place] ?? '')
    if (cell.length <= MOST_CELL) return cell
    fail(field, `is longer than ${MOST_CELL} characters; shorten it`)
    return ''
  }
  const day = (field: ImportField): Day | null => {
    const typed = text(field)
    return typed === '' ? null : (toDay(typed) ?? fail(field, 'is no day; write it like 2026-12-31 or 31.12.2026'))
  }
  const firstName = text('firstName')
  const lastName = text('lastName')
  const [id, payment, price, startsOn] = [text('id'), text('payment'), text('priceCents'), day('startsOn')]
  const priceCents =
    price === '' ? null : (toCents(price) ?? fail('priceCents', 'is no amount; write it like 12,90 or 12.90'))
  const kind = PAYMENTS[toWord(payment)] ?? fail('payment', 'says no way to pay; write sepa, invoice or none')
  if (id === '') fail('id', 'is empty; it says which contract this is when the file comes again')
  else if (!/^[\p{L}\p{N}][\p{L}\p{N} ._:/+#-]{0,63}$/u.test(id))
    fail('id', 'is no number of a contract: up to 64 letters, digits and simple signs')
  if (startsOn === null && text('startsOn') === '') fail('startsOn', 'is empty; it says since when the contract runs')
  const contract = {
    id,
    email: text('email'),
    salutation: SALUTATIONS[toWord(text('salutation'))] ?? '',
    firstName,
    lastName,
    company: text('company'),
    street: text('street'),
    postcode: text('postcode'),
    city: text('city'),
    country: toCountry(text('country')),
    offer: text('offer'),
    priceCents,
    nextDebitOn: day('nextDebitOn'),
    boundUntil: day('boundUntil'),
    endsOn: day('endsOn'),
    iban: text('iban').replace(/\s/g, ''),
    holder: text('holder') === '' ? `${firstName} ${lastName}`.trim() : text('holder'),
    mandate: text('mandate'),
    mandateSignedOn: day('mandateSignedOn'),
  }
  return startsOn === null || kind === null || faults.length > 0
    ? { kind: 'faulty', id: id.slice(0, 64), faults }
    : { kind: 'contract', contract: { ...contract, startsOn, payment: kind } }
}

/** '31.12.2026', '1.2.26', '2026-12-31', also with a time after it; null: not a calendar day. */
export function toDay(typed: string): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.Z+]*)?$/.exec(typed)
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?: [\d:]*)?$/.exec(typed)
  const [year, month, date] =
    iso !== null
      ? [iso[1]!, iso[2]!, iso[3]!]
      : german !== null
        ? [german[3]!.length === 2 ? `20${german[3]}` : german[3]!, german[2]!, german[1]!]
        : ['', '', '']
  if (year === '') return null
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null
}

/** '12,90', '12.90 €', '1.234,50', 'EUR 12'; null: not an amount, or an ambiguous one. */
export function toCents(typed: string): number | null {
  const text = typed.replace(/\s|€|EUR/giu, '')
  const [, euros = '', cents = ''] =
    /^(\d{1,6}|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text) ??
    /^(\d{1,6}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text) ??
    []
  // 1.234 is ambiguous: a thousand in German, a fraction in English.
  if (euros === '' || (/[.,]/.test(euros) && cents === '')) return null
  const amount = Number(euros.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return amount <= 1_000_000 ? amount : null
}

function toCountry(typed: string): string {
  return COUNTRIES[toWord(typed)] ?? typed.toUpperCase().slice(0, 10)
}

/** Undoes a spreadsheet's protection against formulas (a leading apostrophe) and turns every run of blanks into one. */
function toCell(cell: string): string {
  const text = cell
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .trim()
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

function toWord(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .replace(/[\s._/()-]+/g, '_')
    .replace(/^_+|_+$/g, '')
}
