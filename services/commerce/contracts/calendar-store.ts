/** Queries for the calendar of a contract and its letters. */
import type { Voucher } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { sql } from 'kysely'
import type { ChargeRow, ContractRow, CommerceDb } from '../schema.ts'
import type { ContractName } from './contract-rows.ts'

/** False: this letter was sent before. */
export async function addNotice(
  notice: { mandator: string; subscription_id: string; notice: string; sent_at: Date },
  within: CommerceDb,
): Promise<boolean> {
  const added = await within
    .insertInto('subscription.notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('notice')
    .executeTakeFirst()
  return added !== undefined
}

/** Address of the contract's order, or else of the newest order; null: there is no order, or account and contract are gone. */
export async function findLetterAddress(
  row: Pick<ContractRow, 'mandator' | 'id' | 'customer_id'>,
  within: CommerceDb,
): Promise<string | null> {
  const order = await within
    .selectFrom('subscription.all_orders as o')
    .select(['o.email'])
    .where('o.mandator', '=', row.mandator)
    .where('o.customer_id', '=', row.customer_id)
    .where('o.seller', 'is', null)
    .where('o.email', 'is not', null)
    .orderBy(sql`o.subscription_id = ${row.id}`, 'desc')
    .orderBy('o.placed_at', 'desc')
    .executeTakeFirst()
  return order?.email ?? null
}

export async function findVoucherOf(row: ContractRow, within: CommerceDb): Promise<Voucher | null> {
  const order = await within
    .selectFrom('subscription.all_orders')
    .select('quote')
    .where('mandator', '=', row.mandator)
    .where('subscription_id', '=', row.id)
    .where('customer_id', '=', row.customer_id)
    .where('state', '=', 'completed')
    .executeTakeFirst()
  return (order?.quote as { voucher?: Voucher | null } | undefined)?.voucher ?? null
}

/** Due charges of one contract: renewals and changes of plan. */
export async function listDueOf(name: ContractName, day: Day, within: CommerceDb): Promise<ChargeRow[]> {
  return within
    .selectFrom('subscription.charges')
    .selectAll()
    .where('mandator', '=', name.publication)
    .where('subscription_id', '=', name.id)
    .where('state', '=', 'due')
    .where('kind', 'in', ['renewal', 'change'])
    .where('due_on', '<=', day)
    .execute()
}
