/** Queries on imported contracts. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Owner } from '../customers/customer-store.ts'
import type { MethodRow, CommerceDb, CommerceTables } from '../schema.ts'

export type ImportedRow = Selectable<CommerceTables['subscription.imported_contracts']>
export type Known = {
  external_id: string
  customer_id: string
  sub: string | null
  digests: unknown
  state: string
  ends_on: string | null
  resumes_on: string | null
  product_name: string
}

/** Advisory lock: one import per publication at a time, so that checks of a line stay true until it is written. */
export async function lockImports(publication: PublicationCode, within: CommerceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${publication}`}, 0))`.execute(within)
}

/** Imported contracts with any of these ids, with customer and present state. */
export async function findImported(
  publication: PublicationCode,
  externalIds: readonly string[],
  within: CommerceDb,
): Promise<Known | null> {
  const row = await within
    .selectFrom('subscription.imported_contracts as i')
    .innerJoin('subscription.customers as c', (join) =>
      join.onRef('c.mandator', '=', 'i.mandator').onRef('c.customer_id', '=', 'i.customer_id'),
    )
    .leftJoin('subscription.subscriptions as s', (join) =>
      join.onRef('s.mandator', '=', 'i.mandator').onRef('s.id', '=', 'i.subscription_id'),
    )
    .select([
      'i.external_id',
      'i.customer_id',
      'c.sub',
      'i.digests',
      's.ends_on',
      's.resumes_on',
      sql<string>`coalesce(s.state, 'ended')`.as('state'),
      sql<string>`coalesce(s.product_name, '')`.as('product_name'),
    ])
    .where('i.mandator', '=', publication)
    .where('i.external_id', 'in', [...externalIds])
    .executeTakeFirst()
  return row ?? null
}

/** False: this id was imported before. */
export async function addImported(
  row: Insertable<CommerceTables['subscription.imported_contracts']>,
  within: CommerceDb,
): Promise<boolean> {
  const added = await within
    .insertInto('subscription.imported_contracts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['mandator', 'external_id']).doNothing())
    .returning('external_id')
    .executeTakeFirst()
  return added !== undefined
}

export async function findMandate(
  publication: PublicationCode,
  reference: string,
  within: CommerceDb,
): Promise<MethodRow | null> {
  const row = await within
    .selectFrom('subscription.payment_methods')
    .selectAll()
    .where('mandator', '=', publication)
    .where('mandate_reference', '=', reference)
    .executeTakeFirst()
  return row ?? null
}

export async function addRows(
  rows: {
    method: Insertable<CommerceTables['subscription.payment_methods']> | null
    order: Insertable<CommerceTables['subscription.all_orders']>
    contract: Insertable<CommerceTables['subscription.subscriptions']>
  },
  within: CommerceDb,
): Promise<void> {
  if (rows.method !== null) await within.insertInto('subscription.payment_methods').values(rows.method).execute()
  await within.insertInto('subscription.all_orders').values(rows.order).execute()
  await within.insertInto('subscription.subscriptions').values(rows.contract).execute()
}

export async function listImported({ publication, customerId }: Owner, within: CommerceDb): Promise<ImportedRow[]> {
  return within
    .selectFrom('subscription.imported_contracts')
    .selectAll()
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .orderBy('imported_at')
    .execute()
}

/** Changes the id of an imported contract. */
export async function renameImported(
  publication: PublicationCode,
  from: string,
  to: string,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.imported_contracts')
    .set({ external_id: to, digests: '{}' })
    .where('mandator', '=', publication)
    .where('external_id', '=', from)
    .execute()
}
