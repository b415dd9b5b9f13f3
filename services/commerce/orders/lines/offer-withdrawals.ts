/**
 * Withdrawal from an offer (§ 355 BGB), after the office has matched the declaration with the order: the contract ends at once, all
 * payments are refunded, and payments in progress are refused. The declaration itself is stored elsewhere; only its day counts.
 */
import { toWithdrawalEnd } from '@lokalteil/domain/commerce/billing'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Day, dayBefore } from '@lokalteil/domain/commerce/subscriptions'
import { isRefusal, problem, type Refusal } from '../../../platform/serve.ts'
import { toCharge } from '../../payments/charge.ts'
import { notify } from '../../contracts/contract-notices.ts'
import type { CommerceContext } from '../../context.ts'
import { getSeller } from '../../documents/invoice-store.ts'
import { listRefundsOf, type Refund } from '../../payments/refund-store.ts'
import { payRefund, undoCharge } from '../../payments/refunds.ts'
import type { CommerceDb, OfferOrder } from '../../schema.ts'
import { hasConsentedToLapse } from '../order.ts'
import { changeContract, type ContractName, lockCharges, lockContract } from '../../contracts/contract-rows.ts'

/** Idempotent: a second call answers the same refunds. */
export async function withdrawOffer(
  context: CommerceContext,
  order: OfferOrder,
  declaredOn: Day,
): Promise<Refund[] | Refusal> {
  const publication = order.mandator as PublicationCode
  const { federalState = null } = (await getSeller(publication, context.db)) ?? {}
  const lastDay = toWithdrawalEnd(toDayKey(order.placed_at), federalState)
  if (declaredOn > lastDay)
    return { ...problem(409, 'TOO_LATE', 'The right of withdrawal has lapsed'), fields: { lastDay } }
  if (hasConsentedToLapse(order))
    return problem(409, 'LAPSED', 'The reader has agreed that the right lapses with the delivery')
  const name = { publication, id: order.subscription_id }
  const opened = await context.inTransaction(async (within) => {
    const found: Refund[] = []
    for (const row of await lockCharges(name, within)) {
      const asked = { cents: null, reason: 'withdrawal', key: 'withdrawal' } as const
      const refund = await undoCharge(context, toCharge(row), asked, within)
      if (isRefusal(refund)) throw new Error(`A withdrawal could not be paid back: ${refund.code}`)
      if (refund !== null) found.push(refund)
    }
    await endContract(context, name, `withdrawn ${order.order_number}`, declaredOn, within)
    return found
  })
  for (const refund of opened) await payRefund(context, refund)
  return listRefundsOf(publication, order.subscription_id, context.db)
}

async function endContract(
  context: CommerceContext,
  name: ContractName,
  key: string,
  declaredOn: Day,
  within: CommerceDb,
): Promise<void> {
  const contract = await lockContract(name, within)
  if (contract === null || contract.state === 'ended') return
  const yesterday = dayBefore(context.today())
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
    context.now(),
    within,
  )
  await notify(context, contract, key, { kind: 'withdrawn', on: context.today() }, within)
}
