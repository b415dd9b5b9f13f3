/**
 * What the office looks up and corrects: customers by what a caller on the telephone can say, the name and address that
 * the next invoice carries, declarations that were dealt with. Promises: an answer has at most `MOST` customers; an invoice
 * that was issued is never touched; a declaration stays as it was filed.
 */
import type { CustomerEntry, Declared } from '@lokalteil/contracts/commerce'
import { toBuyer, type Buyer } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import { toDeclared } from '../store.ts'
import type { SubscriptionDb } from '../schema.ts'

export const MOST = 50

type Row = {
  customer_id: string
  sub: string | null
  created_at: Date
  email: string | null
  buyer: Partial<Buyer> | null
}

/** By customer, order or invoice number whole; by a part of name, company or address otherwise. */
export async function findCustomers(database: Database, mandator: Mandator, words: string): Promise<CustomerEntry[]> {
  const word = words.trim()
  // Wildcards of LIKE are letters here, and only ICU knows the small letter of Ä whatever the database's locale.
  const part = `%${word.toLowerCase().replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`
  const { rows } = await sql<Row>`
    select c.customer_id, c.sub, c.created_at, o.email, o.buyer
    from subscription.customers c
    left join lateral (
      select email, buyer from subscription.orders
      where mandator = c.mandator and customer_id = c.customer_id order by placed_at desc limit 1
    ) o on true
    where c.mandator = ${mandator} and (
      c.customer_id = ${word}
      or exists (
        select 1 from subscription.orders one
        where one.mandator = c.mandator and one.customer_id = c.customer_id and (
          one.order_number = ${word.toUpperCase()}
          or lower(one.email) like ${part}
          or lower(concat_ws(' ', one.buyer ->> 'firstName', one.buyer ->> 'lastName', one.buyer ->> 'company') collate "und-x-icu") like ${part}
        )
      )
      or exists (
        select 1 from subscription.invoices i
        where i.mandator = c.mandator and i.customer_id = c.customer_id and i.invoice_number = ${word.toUpperCase()}
      )
    )
    order by c.created_at desc, c.customer_id
    limit ${MOST}`.execute(database.db)
  return rows.map(({ customer_id, sub, created_at, email, buyer }) => ({
    customerId: customer_id,
    sub,
    since: new Date(created_at).toISOString(),
    email,
    name: [buyer?.firstName, buyer?.lastName].filter((name) => name !== undefined && name !== '').join(' '),
    company: buyer?.company ?? '',
    address: [buyer?.street, `${buyer?.postcode ?? ''} ${buyer?.city ?? ''}`.trim()]
      .filter((line) => line !== undefined && line !== '')
      .join(', '),
  }))
}

/** For the invoices to come, of every order; null fields stay as they are. */
export async function correctBuyer(
  database: Database,
  mandator: Mandator,
  customerId: string,
  correction: Partial<Buyer>,
  now: Date,
): Promise<{ orders: number } | Refusal> {
  const db = database.db as SubscriptionDb
  return db.transaction().execute(async (within): Promise<{ orders: number } | Refusal> => {
    const rows = await within
      .selectFrom('subscription.orders')
      .select(['order_number', 'buyer'])
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      // An erased account has no name to correct.
      .where('email', 'is not', null)
      .forUpdate()
      .execute()
    if (rows.length === 0) return problem(404, 'NO_CUSTOMER', 'No customer of this number has ordered anything')
    for (const row of rows) {
      const buyer = toBuyer({ ...(row.buyer as Buyer), ...correction })
      await within
        .updateTable('subscription.orders')
        .set({ buyer: JSON.stringify(buyer), changed_at: now })
        .where('mandator', '=', mandator)
        .where('order_number', '=', row.order_number)
        .execute()
    }
    return { orders: rows.length }
  })
}

/** Says that the office is done; said twice, the first note stays. */
export async function handleDeclaration(
  database: Database,
  mandator: Mandator,
  number: string,
  note: string,
  now: Date,
): Promise<Declared | Refusal> {
  const db = database.db as SubscriptionDb
  await db
    .updateTable('subscription.declarations')
    .set({ handled_at: now, note })
    .where('mandator', '=', mandator)
    .where('receipt_number', '=', number)
    .where('handled_at', 'is', null)
    .execute()
  const row = await db
    .selectFrom('subscription.declarations')
    .selectAll()
    .where('mandator', '=', mandator)
    .where('receipt_number', '=', number)
    .executeTakeFirst()
  return row === undefined ? problem(404, 'NOT_FOUND', 'No declaration has this number') : toDeclared(row)
}
