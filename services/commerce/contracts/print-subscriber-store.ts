/** Queries on the list of the printed paper's subscribers. */
import type { PrintSubscriber } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Selectable } from 'kysely'
import type { CommerceDb, CommerceTables } from '../schema.ts'

export type PrintSubscriberRow = PrintSubscriber & {
  isActive: boolean
  boundCustomerId: string | null
  boundAt: Date | null
}

const PRINT = [
  'customer_number',
  'postcode',
  'product_name',
  'roles',
  'is_active',
  'bound_customer_id',
  'bound_at',
] as const
/** Rows of one statement; PostgreSQL takes 65,535 parameters. */
const BATCH = 1000

export async function replacePrintSubscribers(
  publication: PublicationCode,
  subscribers: readonly PrintSubscriber[],
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.print_subscribers')
    .set({ is_active: false })
    .where('mandator', '=', publication)
    .execute()
  for (let start = 0; start < subscribers.length; start += BATCH) {
    await within
      .insertInto('subscription.print_subscribers')
      .values(
        subscribers.slice(start, start + BATCH).map(({ customerNumber, postcode, productName, roles }) => ({
          mandator: publication,
          customer_number: customerNumber,
          postcode,
          product_name: productName,
          roles: JSON.stringify(roles),
          is_active: true,
          bound_customer_id: null,
          bound_at: null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['mandator', 'customer_number']).doUpdateSet((eb) => ({
          postcode: eb.ref('excluded.postcode'),
          product_name: eb.ref('excluded.product_name'),
          roles: eb.ref('excluded.roles'),
          is_active: true,
        })),
      )
      .execute()
  }
  await within
    .deleteFrom('subscription.print_subscribers')
    .where('mandator', '=', publication)
    .where('is_active', '=', false)
    .where('bound_customer_id', 'is', null)
    .execute()
}

export async function countPrintSubscribers(publication: PublicationCode, within: CommerceDb): Promise<number> {
  const { count } = await within
    .selectFrom('subscription.print_subscribers')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('mandator', '=', publication)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function getPrintSubscriber(
  publication: PublicationCode,
  customerNumber: string,
  within: CommerceDb,
): Promise<PrintSubscriberRow | null> {
  const row = await selectPrint(publication, within).where('customer_number', '=', customerNumber).executeTakeFirst()
  return row === undefined ? null : toPrintSubscriber(row)
}

/** Row lock until the transaction ends, so that two accounts cannot both connect. */
export async function lockPrintSubscriber(
  publication: PublicationCode,
  customerNumber: string,
  within: CommerceDb,
): Promise<PrintSubscriberRow | null> {
  const row = await selectPrint(publication, within)
    .where('customer_number', '=', customerNumber)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toPrintSubscriber(row)
}

export async function listBoundPrintSubscribers(
  publication: PublicationCode,
  within: CommerceDb,
): Promise<PrintSubscriberRow[]> {
  const rows = await selectPrint(publication, within).where('bound_customer_id', 'is not', null).execute()
  return rows.map(toPrintSubscriber)
}

export async function listPrintSubscribersOf(
  publication: PublicationCode,
  customerId: string,
  within: CommerceDb,
): Promise<PrintSubscriberRow[]> {
  const rows = await selectPrint(publication, within).where('bound_customer_id', '=', customerId).execute()
  return rows.map(toPrintSubscriber)
}

export async function bindPrintSubscriber(
  publication: PublicationCode,
  customerNumber: string,
  binding: { customerId: string; at: Date },
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.print_subscribers')
    .set({ bound_customer_id: binding.customerId, bound_at: binding.at })
    .where('mandator', '=', publication)
    .where('customer_number', '=', customerNumber)
    .execute()
}

export async function deactivatePrintSubscriber(
  publication: PublicationCode,
  customerNumber: string,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.print_subscribers')
    .set({ is_active: false })
    .where('mandator', '=', publication)
    .where('customer_number', '=', customerNumber)
    .execute()
}

export async function unbindPrintSubscribers(
  publication: PublicationCode,
  customerId: string,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.print_subscribers')
    .set({ bound_customer_id: null, bound_at: null })
    .where('mandator', '=', publication)
    .where('bound_customer_id', '=', customerId)
    .execute()
}

function selectPrint(publication: PublicationCode, within: CommerceDb) {
  return within.selectFrom('subscription.print_subscribers').select(PRINT).where('mandator', '=', publication)
}

function toPrintSubscriber(
  row: Pick<Selectable<CommerceTables['subscription.print_subscribers']>, (typeof PRINT)[number]>,
): PrintSubscriberRow {
  return {
    customerNumber: row.customer_number,
    postcode: row.postcode,
    productName: row.product_name,
    roles: row.roles as string[],
    isActive: row.is_active,
    boundCustomerId: row.bound_customer_id,
    boundAt: row.bound_at,
  }
}
