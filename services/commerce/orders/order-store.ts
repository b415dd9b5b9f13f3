/** Queries on orders. */
import type { OrderState } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Insertable, sql, type Updateable } from 'kysely'
import { type Charge, toCharge } from '../payments/charge.ts'
import type { Owner } from '../customers/customer-store.ts'
import { isErased, isOwedMoney, isRunningSql } from '../retention.ts'
import type { OrderRow, CommerceDb, CommerceTables } from '../schema.ts'
import { type OrderKind, type OrderName, toOrderName } from './order.ts'

type Table = CommerceTables['subscription.all_orders']
export type OrderChange = Omit<Updateable<Table>, 'mandator' | 'order_number'>

const ofOrder = ({ publication, number }: OrderName, within: CommerceDb) =>
  within
    .selectFrom('subscription.all_orders')
    .selectAll()
    .where('mandator', '=', publication)
    .where('order_number', '=', number)
    .$castTo<OrderRow>()

const ofCustomer = ({ publication, customerId }: Owner, kind: OrderKind | null, within: CommerceDb) =>
  within
    .selectFrom('subscription.all_orders')
    .selectAll()
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .$if(kind !== null, (query) => query.where('seller', kind === 'offer' ? 'is' : 'is not', null))

export async function findOrder(name: OrderName, within: CommerceDb): Promise<OrderRow | null> {
  return (await ofOrder(name, within).executeTakeFirst()) ?? null
}

/** Row lock until the transaction ends. */
export async function lockOrder(name: OrderName, within: CommerceDb): Promise<OrderRow | null> {
  return (await ofOrder(name, within).forUpdate().executeTakeFirst()) ?? null
}

/** The order that this charge pays for, with a row lock; null for any other charge. */
export async function lockOrderOf(charge: Charge, within: CommerceDb): Promise<OrderRow | null> {
  const name = toOrderName(charge)
  return name === null ? null : lockOrder(name, within)
}

export async function findOrderByKey(
  owner: Owner,
  kind: OrderKind,
  idempotencyKey: string,
  within: CommerceDb,
): Promise<OrderRow | null> {
  const found = ofCustomer(owner, kind, within).where('idempotency_key', '=', idempotencyKey)
  return (await found.$castTo<OrderRow>().executeTakeFirst()) ?? null
}

/** Prefix of the idempotency key of imported orders. Keys of clients contain no blank. */
const IMPORTED = 'imported '

export function toImportedKey(subscriptionId: string): string {
  return `${IMPORTED}${subscriptionId}`
}

export function isImported({ idempotency_key }: Pick<OrderRow, 'idempotency_key'>): boolean {
  return idempotency_key.startsWith(IMPORTED)
}

/** Orders that were placed here, newest first; `kind` or `state` null: any. */
export async function listOrders(
  owner: Owner,
  { kind, state, limit }: { kind: OrderKind | null; state: OrderState | null; limit: number },
  within: CommerceDb,
): Promise<OrderRow[]> {
  return ofCustomer(owner, kind, within)
    .where('idempotency_key', 'not like', `${IMPORTED}%`)
    .$if(state !== null, (query) => query.where('state', '=', state!))
    .orderBy('placed_at', 'desc')
    .orderBy('order_number')
    .limit(limit)
    .$castTo<OrderRow>()
    .execute()
}

/** Oldest first, also imported ones. */
export async function listOrdersAsPlaced(owner: Owner, kind: OrderKind, within: CommerceDb): Promise<OrderRow[]> {
  return ofCustomer(owner, kind, within).orderBy('placed_at').$castTo<OrderRow>().execute()
}

export async function addOrderRows<Order extends OrderRow>(
  rows: readonly Insertable<Table>[],
  within: CommerceDb,
): Promise<Order[]> {
  return within.insertInto('subscription.all_orders').values(rows).returningAll().$castTo<Order>().execute()
}

export async function changeOrder(
  { mandator: publication, order_number }: Pick<OrderRow, 'mandator' | 'order_number'>,
  values: OrderChange,
  at: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.all_orders')
    .set({ ...values, changed_at: at })
    .where('mandator', '=', publication)
    .where('order_number', '=', order_number)
    .execute()
}

/** The charge that pays for the order; null: not opened yet, or the order was imported. */
export async function findChargeOf(
  order: Pick<OrderRow, 'mandator' | 'order_number' | 'subscription_id'>,
  within: CommerceDb,
): Promise<Charge | null> {
  const row = await within
    .selectFrom('subscription.charges')
    .selectAll()
    .where('mandator', '=', order.mandator)
    .where('subscription_id', '=', order.subscription_id ?? order.order_number)
    .where('order_number', '=', order.order_number)
    .where('kind', 'in', ['first', 'purchase'])
    .executeTakeFirst()
  return row === undefined ? null : toCharge(row)
}

/** Counts of baskets by seller and state; a placed one counts as pending, as readers see it. */
export async function countPurchases(publication: PublicationCode, within: CommerceDb) {
  const state = sql<OrderState>`case state when 'placed' then 'pending' else state end`
  return within
    .selectFrom('subscription.all_orders')
    .select([
      sql<string>`seller`.as('seller'),
      state.as('state'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(due_cents), 0)::int`.as('cents'),
    ])
    .where('mandator', '=', publication)
    .where('seller', 'is not', null)
    .groupBy(['seller', state])
    .orderBy('seller')
    .orderBy(state)
    .execute()
}

// --- Names and addresses

/** Locked orders of offers of a customer; of an erased one, those whose contract still runs. */
export async function lockOrdersWithBuyer({ publication, customerId }: Owner, within: CommerceDb) {
  return within
    .selectFrom('subscription.all_orders as o')
    .select(['o.mandator', 'o.order_number', 'o.buyer'])
    .where('o.mandator', '=', publication)
    .where('o.customer_id', '=', customerId)
    .where('o.seller', 'is', null)
    .where((eb) => eb.or([eb('o.email', 'is not', null), NEEDS_ADDRESS]))
    .forUpdate()
    .execute()
}

const forget = (within: CommerceDb) =>
  within
    .updateTable('subscription.all_orders as o')
    .set({ buyer: '{}', recipient: null, email: null })
    .where((eb) => eb.not(NEEDS_ADDRESS))

/** Erases names and addresses of a customer's orders, unless letters or a refund must still reach the buyer. */
export async function forgetBuyerOf({ publication, customerId }: Owner, within: CommerceDb): Promise<void> {
  await forget(within).where('o.mandator', '=', publication).where('o.customer_id', '=', customerId).execute()
}

/** Erases buyers of erased readers as soon as no letter or refund must reach them. */
export async function forgetBuyers(within: CommerceDb): Promise<void> {
  await forget(within).where('o.email', 'is not', null).where(isErased('o.mandator', 'o.customer_id')).execute()
}

/** SQL: the contract runs on, a payment is on its way, or a refund is open. */
const NEEDS_ADDRESS = sql<boolean>`(exists (
    select 1 from subscription.subscriptions s
    where s.mandator = o.mandator and s.id = o.subscription_id and ${isRunningSql('s')}
  ) or (o.seller is not null and (o.state = 'pending' or (o.state = 'completed' and o.payment = 'promised')))
  or ${isOwedMoney(sql`o.mandator`, sql`coalesce(o.subscription_id, o.order_number)`)})`
