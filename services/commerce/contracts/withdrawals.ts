/**
 * A withdrawal the office has matched with an order (§ 355 BGB): the contract ends at once, everything that was paid goes
 * back, nothing that is on its way is kept. What was declared, and when, lies with the declarations; here the day counts.
 */
import { toWithdrawalEnd } from '@lokalteil/domain/commerce/billing'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { dayBefore, type Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Database } from '../../platform/database.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { Billing } from '../billing/billing.ts'
import { toCharge, type Charges } from '../billing/charges.ts'
import { changeContract, lockCharges, lockContract } from './contract-rows.ts'
import type { ChargeRow, Invoices } from '../documents/invoices.ts'
import type { Refund, Refunds } from '../payments/refunds.ts'
import type { SubscriptionDb } from '../schema.ts'

export type Withdrawals = ReturnType<typeof createWithdrawals>
export type WithdrawalsOptions = {
  database: Database
  charges: Charges
  refunds: Refunds
  invoices: Invoices
  billing: Pick<Billing, 'notify'>
  now: () => Date
}

export function createWithdrawals({ database, charges, refunds, invoices, billing, now }: WithdrawalsOptions) {
  const db = database.db as SubscriptionDb

  /** Nothing that was asked for is kept; answers the refund where money has to go back now. */
  async function giveUp(row: ChargeRow, within: SubscriptionDb): Promise<Refund | Refusal | null> {
    const charge = toCharge(row)
    if (charge.state === 'paid' && charge.amountCents > charge.refundedCents)
      return refunds.open(charge, { cents: null, reason: 'withdrawal', key: 'withdrawal' }, within)
    if (!['due', 'failed', 'submitted'].includes(charge.state)) return null
    if (charge.state === 'submitted' && row.collection_id !== null) await charges.refuseLater(charge, within)
    else await charges.cancel(charge, within)
    await invoices.correct(row, { refundId: null, cents: null }, within)
    return null
  }

  return {
    /** Asked again, the same refunds. */
    async withdraw(mandator: Mandator, orderNumber: string, declaredOn: Day): Promise<Refund[] | Refusal> {
      const order = await db
        .selectFrom('subscription.orders')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('order_number', '=', orderNumber)
        .where('state', '=', 'completed')
        .executeTakeFirst()
      if (order === undefined) return problem(404, 'NOT_FOUND', 'No such order')
      const lastDay = toWithdrawalEnd(toDayKey(order.placed_at))
      if (declaredOn > lastDay)
        return { ...problem(409, 'TOO_LATE', 'The right of withdrawal has lapsed'), fields: { lastDay } }
      if ((order.consents as { withdrawalLapses?: boolean }).withdrawalLapses === true)
        return problem(409, 'LAPSED', 'The reader has agreed that the right lapses with the delivery')
      const name = { mandator, id: order.subscription_id }
      const opened = await db.transaction().execute(async (within) => {
        const found: Refund[] = []
        for (const row of await lockCharges(name, within)) {
          const refund = await giveUp(row, within)
          if (isRefusal(refund)) throw new Error(`A withdrawal could not be paid back: ${refund.code}`)
          if (refund !== null) found.push(refund)
        }
        const contract = await lockContract(name, within)
        if (contract === null || contract.state === 'ended') return found
        const yesterday = dayBefore(toDayKey(now()))
        await changeContract(
          name,
          {
            state: 'ended',
            ends_on: yesterday < contract.starts_on ? contract.starts_on : yesterday,
            cancelled_on: declaredOn,
            change: null,
            pause_from: null,
            resumes_on: null,
          },
          now(),
          within,
        )
        await billing.notify(contract, `withdrawn ${orderNumber}`, { kind: 'withdrawn', on: toDayKey(now()) }, within)
        return found
      })
      for (const refund of opened) await refunds.pay(refund)
      return refunds.listOf(mandator, order.subscription_id)
    },
  }
}
