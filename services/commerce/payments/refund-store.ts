/** Queries on refunds. */
import type { RefundReason, RefundState } from '@lokalteil/domain/commerce/billing'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Insertable } from 'kysely'
import type { ChargeName } from './charge.ts'
import type { RefundRow, CommerceDb, CommerceTables } from '../schema.ts'

export type RefundName = { publication: PublicationCode; refundId: string }

export type Refund = RefundName & {
  chargeId: string
  customerId: string
  amountCents: number
  reason: RefundReason
  state: RefundState
  failure: string | null
  createdAt: Date
  settledAt: Date | null
}

const ofRefund = ({ publication, refundId }: RefundName, within: CommerceDb) =>
  selectRefunds(publication, within).where('refund_id', '=', refundId)

const selectRefunds = (publication: PublicationCode, within: CommerceDb) =>
  within.selectFrom('subscription.refunds').selectAll().where('mandator', '=', publication)

export async function getRefund(name: RefundName, within: CommerceDb): Promise<Refund | null> {
  const row = await ofRefund(name, within).executeTakeFirst()
  return row === undefined ? null : toRefund(row)
}

export async function lockRefund(name: RefundName, within: CommerceDb): Promise<Refund | null> {
  const row = await ofRefund(name, within).forUpdate().executeTakeFirst()
  return row === undefined ? null : toRefund(row)
}

export async function findRefundByKey(
  { publication, chargeId }: ChargeName,
  key: string,
  within: CommerceDb,
): Promise<Refund | null> {
  const row = await selectRefunds(publication, within)
    .where('charge_id', '=', chargeId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row === undefined ? null : toRefund(row)
}

export async function addRefund(
  row: Insertable<CommerceTables['subscription.refunds']>,
  within: CommerceDb,
): Promise<Refund> {
  return toRefund(await within.insertInto('subscription.refunds').values(row).returningAll().executeTakeFirstOrThrow())
}

type RefundChange = {
  state?: RefundState
  failure?: string
  settled_at?: Date | null
  leased_until?: Date | null
  collection_id?: string
}

/** False: none of them was in the state `from`. */
export async function changeRefunds(
  publication: PublicationCode,
  refundIds: readonly string[],
  from: RefundState | null,
  values: RefundChange,
  now: Date,
  within: CommerceDb,
): Promise<boolean> {
  const changed = await within
    .updateTable('subscription.refunds')
    .set({ ...values, changed_at: now })
    .where('mandator', '=', publication)
    .where('refund_id', 'in', [...refundIds])
    .$if(from !== null, (query) => query.where('state', '=', from!))
    .returning('refund_id')
    .execute()
  return changed.length > 0
}

/** Voids unsent refunds of a charge whose debit was returned: there is no money left to refund. */
export async function voidUnsent({ publication, chargeId }: ChargeName, now: Date, within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.refunds')
    .set({ state: 'void', changed_at: now })
    .where('mandator', '=', publication)
    .where('charge_id', '=', chargeId)
    .where('state', 'in', ['transfer', 'by-hand'])
    .execute()
}

/** Refunds of a contract, oldest first. */
export async function listRefundsOf(
  publication: PublicationCode,
  subscriptionId: string,
  within: CommerceDb,
): Promise<Refund[]> {
  const rows = await within
    .selectFrom('subscription.refunds as r')
    .innerJoin('subscription.charges as c', (join) =>
      join.onRef('c.mandator', '=', 'r.mandator').onRef('c.charge_id', '=', 'r.charge_id'),
    )
    .selectAll('r')
    .where('r.mandator', '=', publication)
    .where('c.subscription_id', '=', subscriptionId)
    .orderBy('r.created_at')
    .orderBy('r.refund_id')
    .execute()
  return rows.map(toRefund)
}

/** Open refunds, oldest first; `customerId` null: of all customers. */
export async function listOpenRefunds(
  publication: PublicationCode,
  limit: number,
  within: CommerceDb,
  customerId: string | null = null,
): Promise<Refund[]> {
  const rows = await selectRefunds(publication, within)
    .where('state', 'in', ['due', 'transfer', 'by-hand'])
    .$if(customerId !== null, (query) => query.where('customer_id', '=', customerId!))
    .orderBy('created_at')
    .orderBy('refund_id')
    .limit(limit)
    .execute()
  return rows.map(toRefund)
}

export function toRefund(row: RefundRow): Refund {
  return {
    publication: row.mandator as PublicationCode,
    refundId: row.refund_id,
    chargeId: row.charge_id,
    customerId: row.customer_id,
    amountCents: row.amount_cents,
    reason: row.reason as RefundReason,
    state: row.state as RefundState,
    failure: row.failure,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}
