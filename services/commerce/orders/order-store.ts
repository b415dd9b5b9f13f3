/** Queries on orders, and on the contract and first charge that belong to them. */
import type { Offer } from '@lokalteil/contracts/commerce'
import type { Buyer, OrderState } from '@lokalteil/domain/commerce/orders'
import { type Day, type Subscription, toStateOn } from '@lokalteil/domain/commerce/subscriptions'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Charge } from '../payments/charge.ts'
import type { Owner } from '../customers/customer-store.ts'
import { isErased, isOwedMoney, isRunningSql } from '../retention.ts'
import type { ChargeRow, OrderRow, CommerceDb } from '../schema.ts'
import type { OrderRows } from './lines/offer-rows.ts'

export async function findOrder(mandator: Mandator, number: string, within: CommerceDb): Promise<OrderRow | null> {
  return (
    (await within
      .selectFrom('subscription.orders')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('order_number', '=', number)
      .executeTakeFirst()) ?? null
  )
}

/** True if an order or a purchase has this number. */
export async function isNumberTaken(mandator: Mandator, number: string, within: CommerceDb): Promise<boolean> {
  if ((await findOrder(mandator, number, within)) !== null) return true
  const purchase = await within
    .selectFrom('subscription.purchases')
    .select('purchase_number')
    .where('mandator', '=', mandator)
    .where('purchase_number', '=', number)
    .executeTakeFirst()
  return purchase !== undefined
}

export async function findOrderByKey(
  { mandator, customerId }: Owner,
  idempotencyKey: string,
  within: CommerceDb,
): Promise<OrderRow | null> {
  const row = await within
    .selectFrom('subscription.orders')
    .selectAll()
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row ?? null
}

/** The order whose first charge this is, with a row lock; null for any other charge. */
export async function lockOrderOf(
  { mandator, kind, orderNumber }: Charge,
  within: CommerceDb,
): Promise<OrderRow | null> {
  if (kind !== 'first' || orderNumber === null) return null
  return (
    (await within
      .selectFrom('subscription.orders')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('order_number', '=', orderNumber)
      .forUpdate()
      .executeTakeFirst()) ?? null
  )
}

/** Prefix of the idempotency key of imported orders. Keys of clients contain no blank. */
const IMPORTED = 'imported '

export function toImportedKey(subscriptionId: string): string {
  return `${IMPORTED}${subscriptionId}`
}

export function isImported({ idempotency_key }: Pick<OrderRow, 'idempotency_key'>): boolean {
  return idempotency_key.startsWith(IMPORTED)
}

/** Orders that were placed here, newest first; `state` null: in any state. */
export async function listOrders(
  { mandator, customerId }: Owner,
  state: OrderState | null,
  limit: number,
  within: CommerceDb,
): Promise<OrderRow[]> {
  return within
    .selectFrom('subscription.orders')
    .selectAll()
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .where('idempotency_key', 'not like', `${IMPORTED}%`)
    .$if(state !== null, (query) => query.where('state', '=', state!))
    .orderBy('placed_at', 'desc')
    .orderBy('order_number')
    .limit(limit)
    .execute()
}

export async function listOrdersAsPlaced(
  mandator: Mandator,
  customerId: string,
  within: CommerceDb,
): Promise<OrderRow[]> {
  return within
    .selectFrom('subscription.orders')
    .selectAll()
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .orderBy('placed_at')
    .execute()
}

export async function addOrders(
  rows: readonly OrderRows[],
  within: CommerceDb,
): Promise<{ orders: OrderRow[]; charges: ChargeRow[] }> {
  await within
    .insertInto('subscription.payment_methods')
    .values(rows.map(({ method }) => method))
    .execute()
  const orders = await within
    .insertInto('subscription.orders')
    .values(rows.map(({ order }) => order))
    .returningAll()
    .execute()
  await within
    .insertInto('subscription.subscriptions')
    .values(rows.map(({ contract }) => contract))
    .execute()
  return {
    orders,
    charges: await within
      .insertInto('subscription.charges')
      .values(rows.map(({ charge }) => charge))
      .returningAll()
      .execute(),
  }
}

export async function changeOrder(
  mandator: Mandator,
  number: string,
  values: { state?: OrderState; failure?: string | null; refusal?: string },
  at: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.orders')
    .set({ ...values, changed_at: at })
    .where('mandator', '=', mandator)
    .where('order_number', '=', number)
    .execute()
}

/** Locked orders of a customer; of an erased one, those whose contract still runs. */
export async function lockOrdersWithBuyer({ mandator, customerId }: Owner, within: CommerceDb) {
  return within
    .selectFrom('subscription.orders as o')
    .select(['o.order_number', 'o.buyer'])
    .where('o.mandator', '=', mandator)
    .where('o.customer_id', '=', customerId)
    .where((eb) => eb.or([eb('o.email', 'is not', null), needsAddress('o.mandator', 'o.subscription_id')]))
    .forUpdate()
    .execute()
}

export async function changeBuyer(
  mandator: Mandator,
  number: string,
  { email, ...buyer }: Partial<Buyer> & { email?: string | undefined },
  at: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.orders')
    .set({ buyer: JSON.stringify(buyer), changed_at: at, email })
    .where('mandator', '=', mandator)
    .where('order_number', '=', number)
    .execute()
}

/** True if this customer has had a trial of this kind. */
export async function hasTried(
  mandator: Mandator,
  customerId: string,
  offer: Offer,
  within: CommerceDb,
): Promise<boolean> {
  const row = await within
    .selectFrom('subscription.subscriptions')
    .select('id')
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .where('kind', '=', offer.kind)
    .where('trial', 'is not', null)
    .where('state', '!=', 'ordered')
    .executeTakeFirst()
  return row !== undefined
}

/** True if there is a contract for the same offer that has not ended. */
export async function hasContract(
  mandator: Mandator,
  customerId: string,
  offer: Offer,
  today: Day,
  within: CommerceDb,
): Promise<boolean> {
  if (offer.kind === 'coins') return false
  const rows = await within
    .selectFrom('subscription.subscriptions')
    .select(['state', 'ends_on', 'resumes_on'])
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .where('price_cents', '>', 0)
    .where('state', '!=', 'ordered')
    .where((eb) =>
      eb.or([
        eb('offer_id', '=', offer.id),
        eb.and([eb('offer_id', 'is', null), eb('kind', '=', offer.kind), eb('product_name', '=', offer.name)]),
      ]),
    )
    .execute()
  return rows.some(
    ({ state, ends_on, resumes_on }) =>
      toStateOn({ state: state as Subscription['state'], endsOn: ends_on, resumesOn: resumes_on }, today) !== 'ended',
  )
}

export async function changeContractState(
  order: OrderRow,
  from: Subscription['state'],
  to: Subscription['state'],
  at: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.subscriptions')
    .set({ state: to, changed_at: at })
    .where('mandator', '=', order.mandator)
    .where('id', '=', order.subscription_id)
    .where('state', '=', from)
    .execute()
}

/** Deletes the contract of a failed order, only if it never began. */
export async function removeOrderedContract(order: OrderRow, within: CommerceDb): Promise<void> {
  await within
    .deleteFrom('subscription.subscriptions')
    .where('mandator', '=', order.mandator)
    .where('id', '=', order.subscription_id)
    .where('state', '=', 'ordered')
    .execute()
}

export async function findFirstChargeId(
  mandator: Mandator,
  orderNumber: string,
  within: CommerceDb,
): Promise<string | null> {
  const row = await within
    .selectFrom('subscription.charges')
    .select('charge_id')
    .where('mandator', '=', mandator)
    .where('order_number', '=', orderNumber)
    .where('kind', '=', 'first')
    .executeTakeFirst()
  return row?.charge_id ?? null
}

/** Erases the buyer of a customer's orders, unless letters about the contract or a refund must still reach the buyer. */
export async function forgetBuyerOf({ mandator, customerId }: Owner, within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.orders as o')
    .set({ buyer: '{}', email: null })
    .where('o.mandator', '=', mandator)
    .where('o.customer_id', '=', customerId)
    .where((eb) => eb.not(needsAddress('o.mandator', 'o.subscription_id')))
    .execute()
}

/** Erases buyers of erased readers as soon as no letter or refund must reach them. */
export async function forgetBuyers(within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.orders as o')
    .set({ buyer: '{}', email: null })
    .where('o.email', 'is not', null)
    .where(isErased('o.mandator', 'o.customer_id'))
    .where((eb) => eb.not(needsAddress('o.mandator', 'o.subscription_id')))
    .execute()
}

/** SQL: this contract runs on, or a refund for it is open. */
function needsAddress(mandator: string, subscriptionId: string) {
  return sql<boolean>`(exists (
    select 1 from subscription.subscriptions s
    where s.mandator = ${sql.ref(mandator)} and s.id = ${sql.ref(subscriptionId)} and ${isRunningSql('s')}
  ) or ${isOwedMoney(mandator, subscriptionId)})`
}
