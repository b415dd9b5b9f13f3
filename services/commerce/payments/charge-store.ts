/** Queries on charges, and on the messages of providers about them. */
import type { ChargeState } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Updateable } from 'kysely'
import type { ChargeRow, CommerceDb, CommerceTables } from '../schema.ts'
import { type Charge, type ChargeName, type NewChargeRow, REFUND_OWED, toCharge } from './charge.ts'

const selectCharges = (publication: PublicationCode, within: CommerceDb) =>
  within.selectFrom('subscription.charges').selectAll().where('mandator', '=', publication)

export async function getCharge({ publication, chargeId }: ChargeName, within: CommerceDb): Promise<Charge | null> {
  const row = await selectCharges(publication, within).where('charge_id', '=', chargeId).executeTakeFirst()
  return row === undefined ? null : toCharge(row)
}

export async function getChargeRow(charge: ChargeName, within: CommerceDb): Promise<ChargeRow> {
  return selectCharges(charge.publication, within).where('charge_id', '=', charge.chargeId).executeTakeFirstOrThrow()
}

/** Row lock until the transaction ends. */
export async function lockCharge(name: ChargeName, within: CommerceDb): Promise<Charge | null> {
  const row = await lockChargeRow(name, within)
  return row === undefined ? null : toCharge(row)
}

export async function lockChargeRow(
  { publication, chargeId }: ChargeName,
  within: CommerceDb,
): Promise<ChargeRow | undefined> {
  return selectCharges(publication, within).where('charge_id', '=', chargeId).forUpdate().executeTakeFirst()
}

type ChargeChange = Partial<{
  state: ChargeState
  failure: string | null
  provider_reference: string | null
  redirect_url: string | null
  attempts: number
  settled_at: Date
  due_on: Day
  lease: null
  leased_until: Date | null
}>

export async function changeCharge(
  { publication, chargeId }: ChargeName,
  values: ChargeChange,
  at: Date,
  within: CommerceDb,
): Promise<Charge> {
  const row = await within
    .updateTable('subscription.charges')
    .set({ ...values, changed_at: at })
    .where('mandator', '=', publication)
    .where('charge_id', '=', chargeId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCharge(row)
}

/** Saves columns beside the state. */
export async function noteCharge(
  { publication, chargeId }: ChargeName,
  values: Omit<Updateable<CommerceTables['subscription.charges']>, 'mandator' | 'charge_id'>,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.charges')
    .set(values)
    .where('mandator', '=', publication)
    .where('charge_id', '=', chargeId)
    .execute()
}

/** Null: this period has a charge already. */
export async function addCharge(row: NewChargeRow, within: CommerceDb): Promise<Charge | null> {
  const added = await within
    .insertInto('subscription.charges')
    .values(row)
    .onConflict((conflict) => conflict.columns(['mandator', 'subscription_id', 'kind', 'period_from']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return added === undefined ? null : toCharge(added)
}

export async function getChargeOfPeriod(
  {
    publication,
    subscriptionId,
    kind,
    periodFrom,
  }: Pick<Charge, 'publication' | 'subscriptionId' | 'kind' | 'periodFrom'>,
  within: CommerceDb,
): Promise<Charge> {
  const row = await selectCharges(publication, within)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', kind)
    .where('period_from', '=', periodFrom)
    .executeTakeFirstOrThrow()
  return toCharge(row)
}

/** Newest first. */
export async function listCharges(
  publication: PublicationCode,
  customerId: string,
  limit: number,
  within: CommerceDb,
): Promise<Charge[]> {
  const rows = await selectCharges(publication, within)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('charge_id')
    .limit(limit)
    .execute()
  return rows.map(toCharge)
}

/** Paid charges whose refund a crash prevented. */
export async function listOwedBack(limit: number, at: Date, within: CommerceDb): Promise<ChargeName[]> {
  const rows = await within
    .selectFrom('subscription.charges')
    .select(['mandator', 'charge_id'])
    .where('state', '=', 'paid')
    .where('failure', '=', REFUND_OWED)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ publication: row.mandator as PublicationCode, chargeId: row.charge_id }))
}

/** Charges that have waited for the provider's answer since `before`. */
export async function listWaiting(before: Date, limit: number, within: CommerceDb): Promise<ChargeName[]> {
  const rows = await within
    .selectFrom('subscription.charges as c')
    .innerJoin('subscription.payment_methods as m', (join) =>
      join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
    )
    .select(['c.mandator', 'c.charge_id'])
    .where('c.state', '=', 'submitted')
    .where('c.provider_reference', 'is not', null)
    .where('m.provider', 'in', ['test-bank', 'stripe'])
    .where('c.changed_at', '<', before)
    .where((eb) => eb.or([eb('c.looked_at', 'is', null), eb('c.looked_at', '<', before)]))
    .orderBy('c.changed_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ publication: row.mandator as PublicationCode, chargeId: row.charge_id }))
}

export async function removePaymentEventsBefore(before: Date, within: CommerceDb): Promise<void> {
  await within.deleteFrom('subscription.payment_events').where('received_at', '<', before).execute()
}

/** False: the message with this id was handled before. */
export async function addPaymentEvent(
  provider: string,
  eventId: string,
  at: Date,
  within: CommerceDb,
): Promise<boolean> {
  const added = await within
    .insertInto('subscription.payment_events')
    .values({ provider, event_id: eventId, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return added !== undefined
}
