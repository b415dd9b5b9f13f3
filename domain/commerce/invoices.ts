/**
 * Content and sums of an invoice (§ 14 UStG). Prices are gross: the tax is taken once out of the sum of each rate, and
 * the lines get whole cents that add up to it. So lines, rates and totals agree to the cent. Numbers run without a gap
 * for each publication and year. An invoice is never changed: a correction is an invoice of its own with the opposite
 * sign that names the first; there may be several.
 */
import { toVatCents } from './offers.ts'
import type { PublicationCode } from '../publication/publications.ts'
import type { FederalState } from './holidays.ts'
import type { Day } from './subscriptions.ts'

type Address = { street: string; postcode: string; town: string; country: string }

/** From the publication's legal notice, with the data that banks and tax offices require. */
export type Seller = Address & {
  company: string
  directors: string
  register: string
  vatId: string
  phone: string
  email: string
  bank: string
  iban: string
  bic: string
  /** Creditor id of the SEPA direct debit scheme. */
  creditorId: string
  /** The seller's state: its holidays move the end of the time to withdraw. */
  federalState?: FederalState | undefined
}

/** `company` and `vatId` are '' for private readers. An address is required only where the law requires one. */
export type Buyer = { name: string; company: string; vatId: string; email: string; address: Address | null }

export type NewLine = { text: string; from: Day; to: Day | null; grossCents: number; vatPercent: number }
export type InvoiceLine = NewLine & { netCents: number; vatCents: number }
export type VatSum = { vatPercent: number; netCents: number; vatCents: number; grossCents: number }
export type Sums = { rates: VatSum[]; netCents: number; vatCents: number; grossCents: number }

/** The way of payment. `label`: the part of the account that may be shown. */
type InvoicePayment = {
  kind: 'sepa' | 'card' | 'invoice' | 'none'
  label: string
  mandateReference: string | null
  paidOn: Day | null
  dueOn: Day
}

export type Invoice = {
  number: string
  kind: 'invoice' | 'correction'
  mandator: PublicationCode
  issuedOn: Day
  customerNumber: string
  orderNumber: string | null
  contract: string
  seller: Seller
  buyer: Buyer
  lines: InvoiceLine[]
  sums: Sums
  payment: InvoicePayment
  /** The invoice this one corrects. */
  corrects: { number: string; issuedOn: Day } | null
  /** Of a correction: it takes back whole lines, not a share of each line. */
  isOfLines?: boolean
  /** A single purchase; absent: a contract. */
  isPurchase?: boolean
  /** The publication's colour on the day of issue; absent on invoices older than this field. */
  colour?: string
}

export type InvoiceBasis = Omit<Invoice, 'lines' | 'sums' | 'kind' | 'corrects' | 'number'>

/** A code, a year and a count: `AK-2026-000123`, `MUSTERBOTE-2026-000123`. */
export const INVOICE_NUMBER = /^[A-Z][A-Z0-9]{1,15}-\d{4}-\d{6,9}$/

export function toInvoiceNumber(publication: PublicationCode, year: number, count: number): string {
  return `${publication.toUpperCase()}-${year}-${String(count).padStart(6, '0')}`
}

export function toInvoice(number: string, basis: InvoiceBasis, lines: readonly NewLine[]): Invoice {
  return { ...basis, number, kind: 'invoice', corrects: null, ...toSums(lines) }
}

/**
 * Corrects everything that earlier corrections left, or `grossCents` of it, shared over the lines. Together the
 * corrections undo the invoice to the cent, line by line and in tax.
 */
export function toCorrection(
  number: string,
  invoice: Invoice,
  issuedOn: Day,
  grossCents: number | null = null,
  correctedCents = 0,
): Invoice {
  const left = invoice.sums.grossCents - correctedCents
  const taken = grossCents ?? left
  if (invoice.kind !== 'invoice' || taken <= 0 || taken > left) throw new Error('More is taken back than was asked for')
  return {
    ...invoice,
    number,
    kind: 'correction',
    issuedOn,
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
    ...subtract(toPart(invoice, correctedCents), toPart(invoice, correctedCents + taken)),
  }
}

/**
 * The same for invoices with corrections of whole lines: takes back `lines`, or (null) `takenCents` of the rest. The
 * rest is counted line by line, so that here, too, the corrections undo the invoice to the cent.
 */
export function toLineCorrection(
  number: string,
  invoice: Invoice,
  issuedOn: Day,
  earlier: readonly Invoice[],
  takenCents: number,
  lines: readonly NewLine[] | null,
): Invoice {
  const rest = toRest(invoice, earlier)
  const opposite = (one: readonly NewLine[]) => toSums(one.map((line) => ({ ...line, grossCents: -line.grossCents })))
  const isAll = takenCents === rest.sums.grossCents
  const taken = isAll
    ? toOpposite(rest)
    : lines === null
      ? opposite(toPart({ ...invoice, ...rest }, takenCents).lines)
      : opposite(
          lines.map(({ text, from, to, grossCents, vatPercent }) => ({ text, from, to, grossCents, vatPercent })),
        )
  if (takenCents <= 0 || takenCents > rest.sums.grossCents || taken.sums.grossCents !== -takenCents)
    throw new Error('More is taken back than was asked for')
  return {
    ...invoice,
    number,
    kind: 'correction',
    issuedOn,
    isOfLines: true,
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
    ...taken,
  }
}

type Cents = { netCents: number; vatCents: number; grossCents: number }
const add = <T extends Cents>(one: T, other: Cents): T => ({
  ...one,
  netCents: one.netCents + other.netCents,
  vatCents: one.vatCents + other.vatCents,
  grossCents: one.grossCents + other.grossCents,
})
const ZERO: Cents = { netCents: 0, vatCents: 0, grossCents: 0 }

/** The part of an invoice that earlier corrections left. */
function toRest(invoice: Invoice, earlier: readonly Invoice[]): Totals {
  const isSame = (a: NewLine, b: NewLine) => a.text === b.text && a.from === b.from && a.vatPercent === b.vatPercent
  const corrected = earlier.flatMap(({ lines }) => lines)
  const lines = invoice.lines.map((line) => corrected.filter((one) => isSame(one, line)).reduce(add, line))
  const rates = invoice.sums.rates.map((rate) =>
    earlier
      .flatMap(({ sums }) => sums.rates)
      .filter(({ vatPercent }) => vatPercent === rate.vatPercent)
      .reduce(add, rate),
  )
  return {
    lines: lines.filter(({ grossCents, netCents }) => grossCents !== 0 || netCents !== 0),
    sums: {
      ...rates.reduce<Cents>(add, ZERO),
      rates: rates.filter(({ grossCents, vatCents }) => grossCents !== 0 || vatCents !== 0),
    },
  }
}

function toOpposite({ lines, sums }: Totals): Totals {
  const turn = <T extends Cents>(one: T): T =>
    add(one, { netCents: -2 * one.netCents, vatCents: -2 * one.vatCents, grossCents: -2 * one.grossCents })
  return { lines: lines.map(turn), sums: { ...turn(sums), rates: sums.rates.map(turn) } }
}

type Totals = { lines: InvoiceLine[]; sums: Sums }

/** The sums as if only `grossCents` had been invoiced. The last line takes the rounding difference. */
function toPart({ lines, sums }: Invoice, grossCents: number): Totals {
  let left = grossCents
  const shares = lines.map((line, index) => {
    const share = index === lines.length - 1 ? left : Math.round((line.grossCents * grossCents) / sums.grossCents)
    left -= share
    return { text: line.text, from: line.from, to: line.to, vatPercent: line.vatPercent, grossCents: share }
  })
  return toSums(shares)
}

/** `before` minus `after`; unchanged lines are left out. */
function subtract(before: Totals, after: Totals): Totals {
  const less = <T extends { netCents: number; vatCents: number; grossCents: number }>(one: T, other: T): T => ({
    ...one,
    netCents: one.netCents - other.netCents,
    vatCents: one.vatCents - other.vatCents,
    grossCents: one.grossCents - other.grossCents,
  })
  const lines = before.lines
    .map((line, index) => less(line, after.lines[index]!))
    .filter(({ grossCents, netCents }) => grossCents !== 0 || netCents !== 0)
  const rates = before.sums.rates
    .map((rate, index) => less(rate, after.sums.rates[index]!))
    .filter(({ grossCents, vatCents }) => grossCents !== 0 || vatCents !== 0)
  return { lines, sums: { ...less(before.sums, after.sums), rates } }
}

/** A line's net is the amount by which it raises the net of its rate, so that rounding leaves no difference. */
export function toSums(lines: readonly NewLine[]): { lines: InvoiceLine[]; sums: Sums } {
  const rates = new Map<number, VatSum>()
  const filled = lines.map((line): InvoiceLine => {
    const before = rates.get(line.vatPercent) ?? {
      vatPercent: line.vatPercent,
      netCents: 0,
      vatCents: 0,
      grossCents: 0,
    }
    const grossCents = before.grossCents + line.grossCents
    const vatCents = toSignedVat(grossCents, line.vatPercent)
    const after = { vatPercent: line.vatPercent, grossCents, vatCents, netCents: grossCents - vatCents }
    rates.set(line.vatPercent, after)
    return { ...line, netCents: after.netCents - before.netCents, vatCents: after.vatCents - before.vatCents }
  })
  const all = [...rates.values()].toSorted((a, b) => a.vatPercent - b.vatPercent)
  const total = (field: 'netCents' | 'vatCents' | 'grossCents') => all.reduce((sum, rate) => sum + rate[field], 0)
  return {
    lines: filled,
    sums: { rates: all, netCents: total('netCents'), vatCents: total('vatCents'), grossCents: total('grossCents') },
  }
}

/** Companies get an e-invoice for their bookkeeping; private readers get a PDF (§ 14 Abs. 2 UStG). */
export function isForBookkeeping({ company, vatId }: Pick<Buyer, 'company' | 'vatId'>): boolean {
  return company.trim() !== '' && vatId.trim() !== ''
}

/** The same rounding for negative amounts, so that a correction undoes an invoice exactly. */
function toSignedVat(grossCents: number, vatPercent: number): number {
  const vat = toVatCents(Math.abs(grossCents), vatPercent)
  return grossCents < 0 ? 0 - vat : vat
}
