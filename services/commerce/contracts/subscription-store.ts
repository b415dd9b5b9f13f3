/** Queries on subscriptions of customers; the queries of billing are in `contract-rows.ts`. */
import type { Subscription } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Subscription as Agreed } from '@lokalteil/domain/commerce/subscriptions'
import { sql } from 'kysely'
import type { ContractRow, CommerceDb } from '../schema.ts'

/** Newest first. */
export async function listSubscriptions(
  publication: PublicationCode,
  customerId: string,
  within: CommerceDb,
): Promise<Subscription[]> {
  const rows = await within
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .orderBy('starts_on', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toSubscription)
}

export async function getSubscription(
  publication: PublicationCode,
  id: string,
  within: CommerceDb,
): Promise<Subscription | null> {
  const row = await within
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toSubscription(row)
}

/** False: it belongs to another customer. A subscription never moves. */
export async function saveSubscription(
  publication: PublicationCode,
  customerId: string,
  subscription: Subscription,
  now: Date,
  within: CommerceDb,
): Promise<boolean> {
  const row = toSubscriptionRow({ publication, customerId }, subscription, now)
  const { id: _id, customer_id: _owner, created_at: _since, ...changed } = row
  const saved = await within
    .insertInto('subscription.subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['mandator', 'id'])
        .doUpdateSet(changed)
        .where(sql`subscriptions.customer_id`, '=', customerId),
    )
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Marks a subscription as opened by a code for this offer; it ends by itself. */
export async function agreeAccess(
  publication: PublicationCode,
  id: string,
  offerId: string,
  months: number,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.subscriptions')
    .set({ offer_id: offerId, term_months: months, renewal: 'none' })
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .execute()
}

export function toSubscriptionRow(
  { publication, customerId }: { publication: PublicationCode; customerId: string },
  subscription: Agreed,
  now: Date,
) {
  return {
    mandator: publication,
    id: subscription.id,
    customer_id: customerId,
    kind: subscription.kind,
    product_name: subscription.productName,
    state: subscription.state,
    roles: JSON.stringify(subscription.roles),
    coins: subscription.coins,
    price_cents: subscription.priceCents,
    period_months: subscription.periodMonths,
    trial: subscription.trial === null ? null : JSON.stringify(subscription.trial),
    starts_on: subscription.startsOn,
    ends_on: subscription.endsOn,
    resumes_on: subscription.resumesOn,
    created_at: now,
    changed_at: now,
  }
}

function toSubscription(row: ContractRow): Subscription {
  return {
    id: row.id,
    kind: row.kind,
    productName: row.product_name,
    state: row.state,
    roles: row.roles,
    coins: row.coins,
    priceCents: row.price_cents,
    periodMonths: row.period_months,
    trial: row.trial,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    resumesOn: row.resumes_on,
  } as Subscription
}
