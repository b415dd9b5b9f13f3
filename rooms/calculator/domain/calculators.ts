/**
 * The calculators of `/rechner` (R1-87): their fields, bounds and parsing. Field names are those of the URL, so that a result can
 * be shared. An invalid value is reported, and the default is used instead.
 */

export type CalculatorKey = 'kredit' | 'haushalt' | 'auto'
export type FieldName = (typeof FIELDS)[CalculatorKey][number]['name']

/** `usual`: the default; `digits`: decimal places, two for money. */
type Field = { name: string; usual: number; least: number; most: number; digits: number }

export const FIELDS = {
  kredit: [
    { name: 'betrag', usual: 20_000, least: 100, most: 5_000_000, digits: 2 },
    { name: 'monate', usual: 60, least: 1, most: 480, digits: 0 },
    { name: 'zins', usual: 5, least: 0, most: 30, digits: 3 },
  ],
  haushalt: [
    { name: 'einkommen', usual: 2800, least: 0, most: 1_000_000, digits: 2 },
    { name: 'weitere', usual: 0, least: 0, most: 1_000_000, digits: 2 },
    { name: 'wohnen', usual: 950, least: 0, most: 1_000_000, digits: 2 },
    { name: 'essen', usual: 420, least: 0, most: 1_000_000, digits: 2 },
    { name: 'verkehr', usual: 260, least: 0, most: 1_000_000, digits: 2 },
    { name: 'versichert', usual: 180, least: 0, most: 1_000_000, digits: 2 },
    { name: 'freizeit', usual: 220, least: 0, most: 1_000_000, digits: 2 },
    { name: 'sonstiges', usual: 200, least: 0, most: 1_000_000, digits: 2 },
  ],
  auto: [
    { name: 'kilometer', usual: 12_000, least: 1, most: 300_000, digits: 0 },
    { name: 'liter', usual: 6.5, least: 0.5, most: 40, digits: 1 },
    { name: 'literpreis', usual: 1.75, least: 0.1, most: 10, digits: 3 },
    { name: 'kwh', usual: 17, least: 3, most: 60, digits: 1 },
    { name: 'strompreis', usual: 0.38, least: 0.01, most: 3, digits: 3 },
    { name: 'aufpreis', usual: 4000, least: 0, most: 200_000, digits: 2 },
  ],
} as const satisfies Record<CalculatorKey, readonly Field[]>

export const CALCULATORS = Object.keys(FIELDS) as CalculatorKey[]
export const FIELD_NAMES: readonly FieldName[] = CALCULATORS.flatMap((key) => FIELDS[key].map(({ name }) => name))

type Fault = 'NO_NUMBER' | 'TOO_SMALL' | 'TOO_LARGE'
export type Entry = {
  name: FieldName
  /** The text in the field. */
  text: string
  value: number
  fault: Fault | null
  least: number
  most: number
}
export type Entries = { readonly [Name in FieldName]: Entry }

/** Parses German and English spelling: '1.234,5', '1234,5' and '1234.5' are the same. Null: no number. */
export function readNumber(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0\u202f'€%]/g, '')
  if (text.length > 20) return null
  const german = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text) || text.includes(',')
  const plain = german ? text.replaceAll('.', '').replace(',', '.') : text
  return /^\d+(?:\.\d+)?$|^\.\d+$/.test(plain) ? Number(plain) : null
}

/** Reads all fields by name; absent or empty ones get the default. */
export function readEntries(typed: { get: (name: string) => string | null }): Entries {
  const entries = CALCULATORS.flatMap((key) =>
    FIELDS[key].map((field) => [field.name, readEntry(field, typed)] as const),
  )
  return Object.fromEntries(entries) as Entries
}

function readEntry(
  { name, usual, least, most, digits }: (typeof FIELDS)[CalculatorKey][number],
  typed: { get: (name: string) => string | null },
): Entry {
  const text = (typed.get(name) ?? '').trim().slice(0, 40)
  const bounds = { name, least, most }
  if (text === '') return { ...bounds, text: writeNumber(usual, digits), value: usual, fault: null }
  const value = readNumber(text)
  if (value === null) return { ...bounds, text, value: usual, fault: 'NO_NUMBER' }
  if (value < least) return { ...bounds, text, value: least, fault: 'TOO_SMALL' }
  if (value > most) return { ...bounds, text, value: most, fault: 'TOO_LARGE' }
  return { ...bounds, text, value: Number(value.toFixed(digits)), fault: null }
}

/** German spelling, without trailing zeros. */
export function writeNumber(value: number, digits: number): string {
  return new Intl.NumberFormat('de-DE', { maximumFractionDigits: digits }).format(value)
}

/** The canonical path of a calculator with these values: defaults are left out. */
export function toCalculatorPath(key: CalculatorKey, entries: Entries): string {
  const query = new URLSearchParams()
  for (const { name, usual } of FIELDS[key]) {
    const { value, fault } = entries[name]
    if (fault === null && value !== usual) query.set(name, String(value).replace('.', ','))
  }
  return `/rechner${query.size === 0 ? '' : `?${query}`}#${key}`
}
