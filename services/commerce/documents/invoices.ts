/**
 * The invoices of a publication. Promises: a charge gets one invoice and each of its refunds one correction, within the
 * transaction that causes them; numbers have no gaps, because a rollback frees the number; an issued invoice never changes.
 * Without a seller no invoice is written: the billing run writes missing ones once the publisher has named the seller.
 */
import { toDayKey } from '@lokalteil/domain/german'
import {
  type Buyer,
  type Invoice,
  type NewLine,
  toCorrection,
  toInvoice,
  toLineCorrection,
} from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import type { ChargeRow, CommerceDb } from '../schema.ts'
import {
  addInvoices,
  findInvoicesOf,
  getSeller,
  listBuyers,
  listDaysOfIssue,
  listInvoiceRows,
  lockInvoices,
  readAbouts,
  takeNumbers,
} from './invoice-store.ts'

/** An invoice is kept for this many years after the year of its issue (§ 14b UStG). */
const KEPT_YEARS = 8

/** The charge's invoice, written now if missing; null: there is no seller, or the charge is zero. */
export async function issueInvoice(
  context: CommerceContext,
  charge: ChargeRow,
  within: CommerceDb,
): Promise<Invoice | null> {
  return (await issueInvoices(context, charge.mandator as PublicationCode, [charge], within))[0] ?? null
}

/** Invoices in the order of the charges; charges of zero are left out. */
export async function issueInvoices(
  context: CommerceContext,
  publication: PublicationCode,
  all: readonly ChargeRow[],
  within: CommerceDb,
): Promise<Invoice[]> {
  const charges = all.filter((charge) => charge.amount_cents > 0)
  const seller = charges.length === 0 ? null : await getSeller(publication, within)
  if (seller === null) return []
  await lockInvoices(publication, within)
  const ids = charges.map((charge) => charge.charge_id)
  const found = await findInvoicesOf(publication, ids, within)
  const missing = charges.filter((charge) => !found.has(charge.charge_id))
  if (missing.length === 0) return charges.map((charge) => found.get(charge.charge_id)!)
  const issuedOn = context.today()
  const [abouts, buyers] = [await readAbouts(publication, ids, within), await readBuyers(publication, missing, within)]
  const numbers = await takeNumbers(publication, Number(issuedOn.slice(0, 4)), missing.length, within)
  for (const [index, charge] of missing.entries()) {
    const about = abouts.get(charge.charge_id)
    const basis = {
      mandator: publication,
      issuedOn,
      colour: context.colourOf(publication),
      customerNumber: charge.customer_id,
      orderNumber: charge.order_number,
      // This payment changes the contract to the new product.
      contract: charge.kind === 'change' ? charge.description : (about?.product_name ?? charge.description),
      ...(charge.kind === 'purchase' ? { isPurchase: true } : {}),
      seller,
      buyer: buyers.get(charge.charge_id) ?? toInvoiceBuyer({}, ''),
      payment: {
        kind: (about?.kind ?? 'invoice') as Invoice['payment']['kind'],
        label: about?.label ?? '',
        mandateReference: about?.mandate_reference ?? null,
        paidOn: charge.state === 'paid' ? toDayKey(charge.settled_at ?? context.now()) : null,
        dueOn: charge.due_on,
      },
    }
    found.set(charge.charge_id, toInvoice(numbers[index]!, basis, toLines(charge)))
  }
  const rows = missing.map((charge) => toRow(context, charge, found.get(charge.charge_id)!, null))
  await addInvoices(rows, within)
  return charges.map((charge) => found.get(charge.charge_id)!)
}

/**
 * Writes a correction over `cents` (null: the whole rest) of the charge's invoice, one for each refund. Null: there is no
 * invoice, or nothing of it is left.
 */
export async function correctInvoice(
  context: CommerceContext,
  charge: Pick<ChargeRow, 'mandator' | 'customer_id' | 'charge_id'>,
  { refundId, cents, lines }: { refundId: string | null; cents: number | null; lines?: readonly NewLine[] },
  within: CommerceDb,
): Promise<Invoice | null> {
  const publication = charge.mandator as PublicationCode
  await lockInvoices(publication, within)
  const rows = await listInvoiceRows(charge, within)
  const invoice = rows.find(({ kind }) => kind === 'invoice')?.data as Invoice | undefined
  if (invoice === undefined || (refundId !== null && rows.some((row) => row.refund_id === refundId))) return null
  const earlier = rows.filter(({ kind }) => kind === 'correction').map(({ data }) => data as Invoice)
  const correctedCents = earlier.reduce((sum, { sums }) => sum - sums.grossCents, 0)
  const left = invoice.sums.grossCents - correctedCents
  const taken = Math.min(cents ?? left, left)
  if (taken <= 0) return null
  const issuedOn = context.today()
  const [number] = await takeNumbers(publication, Number(issuedOn.slice(0, 4)), 1, within)
  const correction = {
    ...(lines !== undefined || earlier.some(({ isOfLines }) => isOfLines === true)
      ? toLineCorrection(number!, invoice, issuedOn, earlier, taken, lines ?? null)
      : toCorrection(number!, invoice, issuedOn, taken, correctedCents)),
    colour: context.colourOf(publication),
  }
  await addInvoices([toRow(context, charge, correction, refundId)], within)
  return correction
}

function toRow(
  { now }: CommerceContext,
  charge: Pick<ChargeRow, 'mandator' | 'customer_id' | 'charge_id'>,
  invoice: Invoice,
  refundId: string | null,
) {
  return {
    mandator: charge.mandator,
    invoice_number: invoice.number,
    kind: invoice.kind,
    customer_id: charge.customer_id,
    charge_id: charge.charge_id,
    issued_on: invoice.issuedOn,
    corrects: invoice.corrects?.number ?? null,
    refund_id: refundId,
    data: JSON.stringify(invoice),
    created_at: now(),
  }
}

/** Invoices that stay after an erasure, with name and address. */
export async function listKeptInvoices(
  { db }: CommerceContext,
  owner: Owner,
): Promise<{ what: string; reason: string; until: string }[]> {
  const days = await listDaysOfIssue(owner, db)
  const [last] = days
  if (last === undefined) return []
  const what =
    days.length === 1
      ? 'Ihre Rechnung mit Namen und Anschrift'
      : `Ihre ${days.length} Rechnungen mit Namen und Anschrift`
  return [
    {
      what,
      reason: 'Aufbewahrungspflicht für Rechnungen (§ 14b UStG, § 147 AO)',
      until: `31.12.${Number(last.slice(0, 4)) + KEPT_YEARS}`,
    },
  ]
}

/** The buyer by charge id: from the charge's order, or else from the newest order of the contract. */
async function readBuyers(
  publication: PublicationCode,
  charges: readonly ChargeRow[],
  within: CommerceDb,
): Promise<Map<string, Buyer>> {
  const ids = charges.map((charge) => charge.subscription_id)
  const orders = await listBuyers(publication, ids, within)
  return new Map(
    charges.map((charge) => {
      const own = orders.filter(
        (order) =>
          order.customer_id === charge.customer_id &&
          (order.subscription_id ?? order.order_number) === charge.subscription_id,
      )
      const order = own.find((one) => one.order_number === charge.order_number) ?? own[0]
      return [charge.charge_id, toInvoiceBuyer(order?.buyer ?? {}, order?.email ?? '')]
    }),
  )
}

/** The buyer as typed in the order. An incomplete address stands on the invoice as it is. */
export function toInvoiceBuyer(typed: unknown, email: string): Buyer {
  const given = typed as Partial<
    Record<'firstName' | 'lastName' | 'company' | 'vatId' | 'street' | 'postcode' | 'city' | 'country', string>
  >
  const { street = '', postcode = '', city = '', country = 'DE' } = given
  return {
    name: [given.firstName, given.lastName].filter((part) => part !== undefined && part !== '').join(' '),
    company: given.company ?? '',
    vatId: given.vatId ?? '',
    email,
    address: street === '' && city === '' ? null : { street, postcode, town: city, country },
  }
}

function toLines(charge: ChargeRow): NewLine[] {
  const listed = charge.lines as NewLine[] | null
  return (
    listed ?? [
      {
        text: charge.description,
        from: charge.period_from,
        to: charge.period_to,
        grossCents: charge.amount_cents,
        vatPercent: charge.vat_percent,
      },
    ]
  )
}
