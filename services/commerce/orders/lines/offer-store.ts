/** Queries about an order of an offer: its contract and first charge, and the reader's present and former contracts. */
import type { Offer } from '@lokalteil/contracts/commerce'
import { type Day, type Subscription, toStateOn } from '@lokalteil/domain/commerce/subscriptions'
import type { Owner } from '../../customers/customer-store.ts'
import type { ChargeRow, CommerceDb, OfferOrder } from '../../schema.ts'
import { addOrderRows } from '../order-store.ts'
import type { OfferRows } from './offer-rows.ts'

export async function addOfferRows(
  rows: readonly OfferRows[],
  within: CommerceDb,
): Promise<{ orders: OfferOrder[]; charges: ChargeRow[] }> {
  await within
    .insertInto('subscription.payment_methods')
    .values(rows.map(({ method }) => method))
    .execute()
  const orders = await addOrderRows<OfferOrder>(
    rows.map(({ order }) => order),
    within,
  )
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

/** True if this customer has had a trial of this kind. */
export async function hasTried(
  { publication, customerId }: Owner,
  offer: Pick<Offer, 'kind'>,
  within: CommerceDb,
): Promise<boolean> {
  const row = await within
    .selectFrom('subscription.subscriptions')
    .select('id')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('kind', '=', offer.kind)
    .where('trial', 'is not', null)
    .where('state', '!=', 'ordered')
    .executeTakeFirst()
  return row !== undefined
}

/** True if there is a contract for the same offer that has not ended. */
export async function hasContract(
  { publication, customerId }: Owner,
  offer: Offer,
  today: Day,
  within: CommerceDb,
): Promise<boolean> {
  if (offer.kind === 'coins') return false
  const rows = await within
    .selectFrom('subscription.subscriptions')
    .select(['state', 'ends_on', 'resumes_on'])
    .where('mandator', '=', publication)
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
  order: OfferOrder,
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
export async function removeOrderedContract(order: OfferOrder, within: CommerceDb): Promise<void> {
  await within
    .deleteFrom('subscription.subscriptions')
    .where('mandator', '=', order.mandator)
    .where('id', '=', order.subscription_id)
    .where('state', '=', 'ordered')
    .execute()
}
