/** Queries on invoices, their numbers and the seller. */
import { type Invoice, type Seller, toInvoiceNumber } from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Insertable, sql } from 'kysely'
import type { Owner } from '../customers/customer-store.ts'
import type { ChargeRow, CommerceDb, CommerceTables } from '../schema.ts'

export async function getSeller(publication: PublicationCode, within: CommerceDb): Promise<Seller | null> {
  const row = await within
    .selectFrom('subscription.sellers')
    .select('data')
    .where('mandator', '=', publication)
    .executeTakeFirst()
  return row === undefined ? null : (row.data as Seller)
}

export async function saveSeller(
  publication: PublicationCode,
  seller: Seller,
  now: Date,
  within: CommerceDb,
): Promise<void> {
  const row = { data: JSON.stringify(seller), changed_at: now }
  await within
    .insertInto('subscription.sellers')
    .values({ mandator: publication, ...row })
    .onConflict((conflict) => conflict.column('mandator').doUpdateSet(row))
    .execute()
}

/** Advisory lock: one writer of invoices per publication, so that two cannot both find an invoice missing. */
export async function lockInvoices(publication: PublicationCode, within: CommerceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoices ${publication}`}, 0))`.execute(within)
}

/**
 * Takes the next numbers without gaps: the publication's row stays locked until the transaction ends, and a rollback frees
 * the numbers.
 */
export async function takeNumbers(
  publication: PublicationCode,
  year: number,
  count: number,
  within: CommerceDb,
): Promise<string[]> {
  const { last } = await within
    .insertInto('subscription.invoice_numbers')
    .values({ mandator: publication, year, last: count })
    .onConflict((conflict) =>
      conflict.columns(['mandator', 'year']).doUpdateSet({ last: sql`invoice_numbers.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return Array.from({ length: count }, (_, index) => toInvoiceNumber(publication, year, last - count + 1 + index))
}

export async function addInvoices(
  rows: readonly Insertable<CommerceTables['subscription.invoices']>[],
  within: CommerceDb,
): Promise<void> {
  await within
    .insertInto('subscription.invoices')
    .values([...rows])
    .execute()
}

/** Invoices by charge id, without corrections. */
export async function findInvoicesOf(
  publication: PublicationCode,
  chargeIds: readonly string[],
  within: CommerceDb,
): Promise<Map<string, Invoice>> {
  const rows = await within
    .selectFrom('subscription.invoices')
    .select(['charge_id', 'data'])
    .where('mandator', '=', publication)
    .where('charge_id', 'in', [...chargeIds])
    .where('kind', '=', 'invoice')
    .execute()
  return new Map(rows.map(({ charge_id: id, data }) => [id, data as Invoice]))
}

/** The invoice and its corrections. */
export async function listInvoiceRows(
  { mandator: publication, charge_id }: Pick<ChargeRow, 'mandator' | 'charge_id'>,
  within: CommerceDb,
) {
  return within
    .selectFrom('subscription.invoices')
    .select(['data', 'refund_id', 'kind'])
    .where('mandator', '=', publication)
    .where('charge_id', '=', charge_id)
    .execute()
}

/** Newest first. */
export async function listInvoices({ publication, customerId }: Owner, within: CommerceDb): Promise<Invoice[]> {
  const rows = await within
    .selectFrom('subscription.invoices')
    .select('data')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('invoice_number', 'desc')
    .execute()
  return rows.map(({ data }) => data as Invoice)
}

export async function findInvoice(
  { publication, customerId }: Owner,
  number: string,
  within: CommerceDb,
): Promise<Invoice | null> {
  const row = await within
    .selectFrom('subscription.invoices')
    .select('data')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('invoice_number', '=', number)
    .executeTakeFirst()
  return row === undefined ? null : (row.data as Invoice)
}

/** Id of the charge that an invoice is for; null: there is no such invoice. */
export async function findChargeIdOf(
  publication: PublicationCode,
  invoiceNumber: string,
  within: CommerceDb,
): Promise<string | null> {
  const row = await within
    .selectFrom('subscription.invoices')
    .select('charge_id')
    .where('mandator', '=', publication)
    .where('invoice_number', '=', invoiceNumber)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  return row?.charge_id ?? null
}

/** Newest first. */
export async function listDaysOfIssue({ publication, customerId }: Owner, within: CommerceDb): Promise<string[]> {
  const rows = await within
    .selectFrom('subscription.invoices')
    .select('issued_on')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .orderBy('issued_on', 'desc')
    .execute()
  return rows.map((row) => row.issued_on)
}

/** By charge id: its payment method and product. */
export async function readAbouts(publication: PublicationCode, chargeIds: readonly string[], within: CommerceDb) {
  const rows = await within
    .selectFrom('subscription.charges as c')
    .innerJoin('subscription.payment_methods as m', (join) =>
      join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
    )
    .leftJoin('subscription.subscriptions as s', (join) =>
      join.onRef('s.mandator', '=', 'c.mandator').onRef('s.id', '=', 'c.subscription_id'),
    )
    .select(['c.charge_id', 'm.kind', 'm.label', 'm.mandate_reference', 's.product_name'])
    .where('c.mandator', '=', publication)
    .where('c.charge_id', 'in', [...chargeIds])
    .execute()
  return new Map(rows.map((row) => [row.charge_id, row]))
}

/** Of these contracts, or orders without a contract; newest first. */
export async function listBuyers(publication: PublicationCode, ids: readonly string[], within: CommerceDb) {
  return within
    .selectFrom('subscription.all_orders')
    .select(['order_number', 'customer_id', 'subscription_id', 'buyer', 'email'])
    .where('mandator', '=', publication)
    .where((eb) => eb.or([eb('subscription_id', 'in', [...ids]), eb('order_number', 'in', [...ids])]))
    .orderBy('placed_at', 'desc')
    .execute()
}
