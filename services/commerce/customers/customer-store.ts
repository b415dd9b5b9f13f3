/** Queries on customers. */
import type { Buyer } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type RawBuilder, sql } from 'kysely'
import type { CommerceDb } from '../schema.ts'

/** The customer of one publication to whom a row belongs. */
export type Owner = { publication: PublicationCode; customerId: string }

/** Most rows in one answer. */
const MOST = 50

export type FoundCustomer = {
  customer_id: string
  sub: string | null
  created_at: Date
  email: string | null
  buyer: Partial<Buyer> | null
}

export type CustomerRow = { customerId: string; walletId: string; createdAt: Date; keepsContracts: boolean }

export async function getCustomer(
  publication: PublicationCode,
  sub: string,
  within: CommerceDb,
): Promise<CustomerRow | null> {
  const row = await within
    .selectFrom('subscription.customers')
    .select(['customer_id', 'wallet_id', 'created_at', 'keeps_contracts'])
    .where('mandator', '=', publication)
    .where('sub', '=', sub)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        customerId: row.customer_id,
        walletId: row.wallet_id,
        createdAt: row.created_at,
        keepsContracts: row.keeps_contracts,
      }
}

const ofCustomer = ({ publication, customerId }: Owner, within: CommerceDb) =>
  within
    .selectFrom('subscription.customers')
    .select('sub')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)

/** Id of the reader's account; null: the number is unknown, or the account was erased. */
export async function getSub(
  publication: PublicationCode,
  customerId: string,
  within: CommerceDb,
): Promise<string | null> {
  return (await ofCustomer({ publication, customerId }, within).executeTakeFirst())?.sub ?? null
}

/** Also true for an erased account, because debts outlive it. */
export async function hasCustomer(owner: Owner, within: CommerceDb): Promise<boolean> {
  return (await ofCustomer(owner, within).executeTakeFirst()) !== undefined
}

/** Row lock: orders and purchases of one customer happen one after the other. */
export async function lockCustomer(owner: Owner, within: CommerceDb): Promise<void> {
  await ofCustomer(owner, within).forUpdate().execute()
}

/**
 * Row lock (`for no key update`): actions of one customer happen one after the other. Other transactions may still add rows
 * that refer to the customer.
 */
export async function lockCustomerNoKey(owner: Owner, within: CommerceDb): Promise<void> {
  await ofCustomer(owner, within).forNoKeyUpdate().execute()
}

/** Saves whether contracts go on when the account is erased. */
export async function keepContracts(
  { publication, customerId }: Owner,
  keepsContracts: boolean,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.customers')
    .set({ keeps_contracts: keepsContracts })
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Skips customers whose number or reader exists already. */
export async function addCustomers(
  publication: PublicationCode,
  customers: readonly (Omit<CustomerRow, 'keepsContracts'> & { sub: string })[],
  within: CommerceDb,
): Promise<void> {
  await within
    .insertInto('subscription.customers')
    .values(
      customers.map(({ customerId, sub, walletId, createdAt }) => ({
        mandator: publication,
        customer_id: customerId,
        sub,
        wallet_id: walletId,
        created_at: createdAt,
        erased_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Customer numbers of readers, by `sub`. */
export async function listCustomers(
  publication: PublicationCode,
  subs: readonly string[],
  within: CommerceDb,
): Promise<Map<string, string>> {
  const rows = await within
    .selectFrom('subscription.customers')
    .select(['sub', 'customer_id'])
    .where('mandator', '=', publication)
    .where('sub', 'in', [...subs])
    .execute()
  return new Map(rows.map((row) => [row.sub!, row.customer_id]))
}

/** Answers those of the customers who have no subscription, and locks all, so that none gets one before the transaction ends. */
export async function lockCustomersWithout(
  publication: PublicationCode,
  customerIds: readonly string[],
  within: CommerceDb,
): Promise<string[]> {
  if (customerIds.length === 0) return []
  const rows = await within
    .selectFrom('subscription.customers')
    .select('customer_id')
    .where('mandator', '=', publication)
    .where('customer_id', 'in', [...customerIds])
    .orderBy('customer_id')
    .forUpdate()
    .execute()
  const having = await within
    .selectFrom('subscription.subscriptions')
    .select('customer_id')
    .distinct()
    .where('mandator', '=', publication)
    .where('customer_id', 'in', [...customerIds])
    .execute()
  return rows.map((row) => row.customer_id).filter((id) => having.every((row) => row.customer_id !== id))
}

/** Deletes all subscriptions but `keptIds`. A customer without kept rows is deleted, too; any other loses the name. */
export async function eraseCustomer(
  publication: PublicationCode,
  customerId: string,
  keptIds: readonly string[],
  hasBookings: boolean,
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .deleteFrom('subscription.subscriptions')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .$if(keptIds.length > 0, (query) => query.where('id', 'not in', [...keptIds]))
    .execute()
  // A failed order also stays under the number, without a name.
  const order = await within
    .selectFrom('subscription.all_orders')
    .select('order_number')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (keptIds.length === 0 && !hasBookings && order === undefined)
    await within
      .deleteFrom('subscription.customers')
      .where('mandator', '=', publication)
      .where('customer_id', '=', customerId)
      .execute()
  else
    await within
      .updateTable('subscription.customers')
      .set({ sub: null, erased_at: now })
      .where('mandator', '=', publication)
      .where('customer_id', '=', customerId)
      .execute()
}

/**
 * Finds customers by a complete number (customer, order, contract, invoice, refund, declaration, subscriber of the printed
 * paper, number in an earlier system), or by a part of name, company or address. Newest first.
 */
export async function searchCustomers(
  publication: PublicationCode,
  words: string,
  within: CommerceDb,
): Promise<FoundCustomer[]> {
  const word = words.trim()
  // Escape LIKE wildcards. Lower case comes from ICU, because the database's locale may not know that ä belongs to Ä.
  const part = `%${word.toLowerCase().replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`
  const { rows } = await sql<FoundCustomer>`
    select c.customer_id, c.sub, c.created_at, o.email, o.buyer
    from subscription.customers c
    left join lateral (
      select email, buyer from subscription.all_orders
      where mandator = c.mandator and customer_id = c.customer_id and seller is null order by placed_at desc limit 1
    ) o on true
    where c.mandator = ${publication} and (
      c.customer_id = ${word}
      or exists (
        select 1 from subscription.all_orders one
        where one.mandator = c.mandator and one.customer_id = c.customer_id and (
          one.order_number = ${word.toUpperCase()}
          or one.seller is null and (
            lower(one.email) like ${part}
            or lower(concat_ws(' ', one.buyer ->> 'firstName', one.buyer ->> 'lastName', one.buyer ->> 'company') collate "und-x-icu") like ${part}
          )
        )
      )
      or exists (
        select 1 from subscription.imported_contracts f
        where f.mandator = c.mandator and f.customer_id = c.customer_id and f.external_id = ${word}
      )
      or exists (
        select 1 from subscription.invoices i
        where i.mandator = c.mandator and i.customer_id = c.customer_id and i.invoice_number = ${word.toUpperCase()}
      )
      or exists (
        select 1 from subscription.subscriptions s
        where s.mandator = c.mandator and s.customer_id = c.customer_id and s.id = ${word}
      )
      or exists (
        select 1 from subscription.refunds r
        where r.mandator = c.mandator and r.customer_id = c.customer_id and r.refund_id = ${word}
      )
      or exists (
        select 1 from subscription.print_subscribers b
        where b.mandator = c.mandator and b.bound_customer_id = c.customer_id and b.customer_number = ${word.toUpperCase()}
      )
      or exists (
        select 1 from subscription.declarations d
        where d.mandator = c.mandator and d.receipt_number = ${word.toUpperCase()} and (
          ${toPlain(sql`d.declaration ->> 'contract'`)} like '%' || c.customer_id || '%'
          or exists (
            select 1 from subscription.all_orders named
            where named.mandator = c.mandator and named.customer_id = c.customer_id and named.seller is null and (
              lower(named.email) = lower(d.declaration ->> 'email')
              or ${toPlain(sql`d.declaration ->> 'contract'`)} like '%' || ${toPlain(sql`named.order_number`)} || '%'
            )
          )
        )
      )
    )
    order by c.created_at desc, c.customer_id
    limit ${MOST}`.execute(within)
  return rows
}

/** SQL: a number in the form that `namesContract` compares: capital letters and digits only. */
export function toPlain(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`upper(regexp_replace(${text}, '[^A-Za-z0-9]', '', 'g'))`
}

/** Changes the address for letters about a reader's orders and contracts. */
export async function changeLetterAddress(
  publication: PublicationCode,
  sub: string,
  fromKey: string,
  to: string,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.all_orders')
    .set({ email: to })
    .where('mandator', '=', publication)
    .where(sql`lower(email)`, '=', fromKey)
    .where('customer_id', 'in', (eb) =>
      eb
        .selectFrom('subscription.customers')
        .select('customer_id')
        .where('mandator', '=', publication)
        .where('sub', '=', sub),
    )
    .execute()
}
