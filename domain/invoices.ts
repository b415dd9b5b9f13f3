/**
 * What stands on an invoice (§ 14 UStG) and how its sums come about. Prices are gross, so the tax is taken out of the sum
 * of each rate once and the lines get whole cents that add up to it: lines, rates and totals agree to the cent. Numbers
 * run without a gap for each publication and year. An invoice is never changed: a correction is an invoice of its own
 * with the opposite sign, which names the first.
 */
import { toVatCents } from './offers.ts'
import type { Mandator } from './publications.ts'
import type { Day } from './subscriptions.ts'

export type Address = { street: string; postcode: string; town: string; country: string }

/** As in the publication's legal notice, with what a bank and a tax office ask for. */
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
  /** Of the SEPA direct debit scheme. */
  creditorId: string
}

/** `company` '' and `vatId` '' for private readers. An address is asked for where the law wants one. */
export type Buyer = { name: string; company: string; vatId: string; email: string; address: Address | null }

export type NewLine = { text: string; from: Day; to: Day | null; grossCents: number; vatPercent: number }
export type InvoiceLine = NewLine & { netCents: number; vatCents: number }
export type VatSum = { vatPercent: number; netCents: number; vatCents: number; grossCents: number }
export type Sums = { rates: VatSum[]; netCents: number; vatCents: number; grossCents: number }

/** How it was paid; `label`: what may be shown of the account. */
export type InvoicePayment = { kind: 'sepa' | 'card' | 'invoice'; label: string; mandateReference: string | null; paidOn: Day | null; dueOn: Day }

export type Invoice = {
  number: string
  kind: 'invoice' | 'correction'
  mandator: Mandator
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
}

export type InvoiceBasis = Omit<Invoice, 'lines' | 'sums' | 'kind' | 'corrects' | 'number'>

/** 'AK-2026-000123' */
export function toInvoiceNumber(mandator: Mandator, year: number, count: number): string {
  return `${mandator.toUpperCase()}-${year}-${String(count).padStart(6, '0')}`
}

export function toInvoice(number: string, basis: InvoiceBasis, lines: readonly NewLine[]): Invoice {
  return { ...basis, number, kind: 'invoice', corrects: null, ...toSums(lines) }
}

/** All of an invoice taken back, or `grossCents` of it, off its lines in their order. */
export function toCorrection(number: string, invoice: Invoice, issuedOn: Day, grossCents: number = invoice.sums.grossCents): Invoice {
  if (invoice.kind !== 'invoice' || grossCents <= 0 || grossCents > invoice.sums.grossCents) throw new Error('More is taken back than was asked for')
  let left = grossCents
  const lines: NewLine[] = []
  for (const { text, from, to, grossCents: whole, vatPercent } of invoice.lines) {
    const part = Math.min(left, Math.max(whole, 0))
    left -= part
    if (part > 0) lines.push({ text, from, to, grossCents: -part, vatPercent })
  }
  return { ...invoice, number, kind: 'correction', issuedOn, corrects: { number: invoice.number, issuedOn: invoice.issuedOn }, ...toSums(lines) }
}

/** Each line's net is what it adds to the net of its rate: nothing is left over, however often is rounded. */
export function toSums(lines: readonly NewLine[]): { lines: InvoiceLine[]; sums: Sums } {
  const rates = new Map<number, VatSum>()
  const filled = lines.map((line): InvoiceLine => {
    const before = rates.get(line.vatPercent) ?? { vatPercent: line.vatPercent, netCents: 0, vatCents: 0, grossCents: 0 }
    const grossCents = before.grossCents + line.grossCents
    const vatCents = toSignedVat(grossCents, line.vatPercent)
    const after = { vatPercent: line.vatPercent, grossCents, vatCents, netCents: grossCents - vatCents }
    rates.set(line.vatPercent, after)
    return { ...line, netCents: after.netCents - before.netCents, vatCents: after.vatCents - before.vatCents }
  })
  const all = [...rates.values()].toSorted((a, b) => a.vatPercent - b.vatPercent)
  const total = (field: 'netCents' | 'vatCents' | 'grossCents') => all.reduce((sum, rate) => sum + rate[field], 0)
  return { lines: filled, sums: { rates: all, netCents: total('netCents'), vatCents: total('vatCents'), grossCents: total('grossCents') } }
}

/** A company gets what its bookkeeping reads; a private reader a PDF (§ 14 Abs. 2 UStG). */
export function isForBookkeeping({ company, vatId }: Pick<Buyer, 'company' | 'vatId'>): boolean {
  return company.trim() !== '' && vatId.trim() !== ''
}

/** Up to this gross amount an invoice may do without the buyer's address (§ 33 UStDV). */
export const SMALL_INVOICE_CENTS = 25_000

/** The same for money that goes back: a correction undoes an invoice exactly. */
function toSignedVat(grossCents: number, vatPercent: number): number {
  const vat = toVatCents(Math.abs(grossCents), vatPercent)
  return grossCents < 0 ? 0 - vat : vat
}
