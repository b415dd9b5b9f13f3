/** Queries on purchases. */
import type { ReleaseReason } from '@lokalteil/contracts/commerce/sellers'
import type { OrderState } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Charge } from '../../payments/charge.ts'
import type { Owner } from '../../customers/customer-store.ts'
import { isErased, isOwedMoney } from '../../retention.ts'
import type { PurchaseRow, CommerceDb, CommerceTables } from '../../schema.ts'

type Table = CommerceTables['subscription.purchases']
export type PurchaseName = { mandator: Mandator; number: string }
export type PurchasePayment = 'open' | 'promised' | 'paid' | 'unpaid'

const ofPurchase = ({ mandator, number }: PurchaseName, within: CommerceDb) =>
  within
    .selectFrom('subscription.purchases')
    .selectAll()
    .where('mandator', '=', mandator)
    .where('purchase_number', '=', number)

export async function findPurchase(name: PurchaseName, within: CommerceDb): Promise<PurchaseRow | null> {
  return (await ofPurchase(name, within).executeTakeFirst()) ?? null
}

export async function lockPurchase(name: PurchaseName, within: CommerceDb): Promise<PurchaseRow | null> {
  return (await ofPurchase(name, within).forUpdate().executeTakeFirst()) ?? null
}

/** The purchase of a charge, with a row lock; null if the charge is for something else. */
export async function lockPurchaseOf(
  { mandator, kind, orderNumber }: Charge,
  within: CommerceDb,
): Promise<PurchaseRow | null> {
  return kind === 'purchase' && orderNumber !== null ? lockPurchase({ mandator, number: orderNumber }, within) : null
}

export async function findPurchaseByKey(
  { mandator, customerId }: Owner,
  idempotencyKey: string,
  within: CommerceDb,
): Promise<PurchaseRow | null> {
  const row = await within
    .selectFrom('subscription.purchases')
    .selectAll()
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row ?? null
}

export async function addPurchase(row: Insertable<Table>, within: CommerceDb): Promise<PurchaseRow> {
  return within.insertInto('subscription.purchases').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function changePurchase(
  row: Pick<PurchaseRow, 'mandator' | 'purchase_number'>,
  values: Omit<Updateable<Table>, 'mandator' | 'purchase_number'>,
  at: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.purchases')
    .set({ ...values, changed_at: at })
    .where('mandator', '=', row.mandator)
    .where('purchase_number', '=', row.purchase_number)
    .execute()
}

/** Columns of the next step for the seller. They end the lease of an older step. */
export function toStep(step: 'settle'): Updateable<Table>
export function toStep(step: 'release', reason: ReleaseReason): Updateable<Table>
export function toStep(step: 'settle' | 'release', reason: ReleaseReason | null = null): Updateable<Table> {
  return { step, step_reason: reason, step_attempts: 0, step_by: null, step_until: null, step_error: null }
}

/** Newest first; failed purchases only on request. */
export async function listPurchases(
  { mandator, customerId }: Owner,
  state: OrderState | null,
  limit: number,
  within: CommerceDb,
): Promise<PurchaseRow[]> {
  return within
    .selectFrom('subscription.purchases')
    .selectAll()
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .$if(state !== null, (query) => query.where('state', '=', state!))
    .orderBy('placed_at', 'desc')
    .orderBy('purchase_number')
    .limit(limit)
    .execute()
}

export async function findPurchaseChargeId(
  { mandator, number }: PurchaseName,
  within: CommerceDb,
): Promise<string | null> {
  const row = await within
    .selectFrom('subscription.charges')
    .select('charge_id')
    .where('mandator', '=', mandator)
    .where('subscription_id', '=', number)
    .where('kind', '=', 'purchase')
    .executeTakeFirst()
  return row?.charge_id ?? null
}

/** Counts by seller and state; a placed purchase counts as pending, as readers see it. */
export async function countPurchases(mandator: Mandator, within: CommerceDb) {
  const state = sql<OrderState>`case state when 'placed' then 'pending' else state end`
  return within
    .selectFrom('subscription.purchases')
    .select([
      'seller',
      state.as('state'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(due_cents), 0)::int`.as('cents'),
    ])
    .where('mandator', '=', mandator)
    .groupBy(['seller', state])
    .orderBy('seller')
    .orderBy(state)
    .execute()
}

export async function forgetPurchasesOf({ mandator, customerId }: Owner, within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.purchases as p')
    .set(NOBODY)
    .where('p.mandator', '=', mandator)
    .where('p.customer_id', '=', customerId)
    .where((eb) => eb.not(IS_UNDER_WAY))
    .execute()
}

/** Erases buyers of erased readers as soon as their payments and refunds are done. */
export async function forgetPurchasers(within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.purchases as p')
    .set(NOBODY)
    .where('p.email', 'is not', null)
    .where(isErased('p.mandator', 'p.customer_id'))
    .where((eb) => eb.not(IS_UNDER_WAY))
    .execute()
}

const NOBODY = { buyer: '{}', recipient: null, email: null }
/** SQL: a letter about a debit, a reminder or a refund must still reach the buyer. */
const IS_UNDER_WAY = sql<boolean>`(p.state = 'pending' or (p.state = 'completed' and p.payment = 'promised')
  or ${isOwedMoney('p.mandator', 'p.purchase_number')})`

/** Days of a customer's purchases that stay after an erasure, newest first. */
export async function listPurchaseDays({ mandator, customerId }: Owner, within: CommerceDb): Promise<Date[]> {
  const rows = await within
    .selectFrom('subscription.purchases')
    .select('placed_at')
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .orderBy('placed_at', 'desc')
    .execute()
  return rows.map(({ placed_at }) => placed_at)
}
