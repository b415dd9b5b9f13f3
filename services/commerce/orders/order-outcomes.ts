/** Consequences of a payment for the order that it pays for, in the transaction of the payment. */
import type { ChargeState } from '@lokalteil/domain/commerce/orders'
import { cancelCharge } from '../payments/charge-outcomes.ts'
import type { Charge } from '../payments/charge.ts'
import type { CommerceContext } from '../context.ts'
import { retireMethod } from '../payments/payment-method-store.ts'
import type { OrderRow, CommerceDb } from '../schema.ts'
import { BASKET_LINES } from './lines/basket-lines.ts'
import { OFFER_LINES } from './lines/offer-lines.ts'
import { queueOrderMail } from './order-mails.ts'
import { changeOrder, lockOrderOf } from './order-store.ts'
import type { Lines } from './order.ts'

export { onDebit, onRefunded } from './lines/basket-lines.ts'

const linesOf = ({ seller }: OrderRow): Lines => (seller === null ? OFFER_LINES : BASKET_LINES)

export async function mayKeep(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<boolean> {
  const order = await lockOrderOf(charge, within)
  if (order === null || order.state === 'completed') return true
  if (order.state === 'failed') return false
  const refusal = await linesOf(order).findRefusal(context, order, within)
  if (refusal !== null) await changeOrder(order, { refusal }, context.now(), within)
  return refusal === null
}

export async function onPaid(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  await settle(context, charge, 'paid', within)
}

export async function onPromised(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  await settle(context, charge, 'promised', within)
}

async function settle(
  context: CommerceContext,
  charge: Charge,
  payment: 'promised' | 'paid',
  within: CommerceDb,
): Promise<void> {
  const order = await lockOrderOf(charge, within)
  if (order === null || order.state === 'failed') return
  const mail = await linesOf(order).settle(context, order, payment, charge, within)
  if (mail !== null) await queueOrderMail(context, order, mail, within)
}

export async function onRefused(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  const order = await lockOrderOf(charge, within)
  if (order?.state !== 'pending') return
  const reason = order.refusal ?? 'PAYMENT_REFUSED'
  await giveUp(context, order, reason, within)
  const mail = linesOf(order).toRefusedMail(order, reason)
  if (mail !== null) await queueOrderMail(context, order, mail, within)
}

export async function onFailed(
  context: CommerceContext,
  charge: Charge,
  before: ChargeState,
  within: CommerceDb,
): Promise<void> {
  const order = await lockOrderOf(charge, within)
  if (order === null || order.state === 'failed') return
  if (order.state === 'completed') return linesOf(order).miss(context, order, within)
  await giveUp(context, order, charge.failure ?? 'PAYMENT_REFUSED', within)
  await cancelCharge(context, charge, within)
  // Only after a wait: the reader may have left the page and would not learn of the failure.
  if (before === 'submitted') await queueOrderMail(context, order, linesOf(order).toFailedMail(context, order), within)
}

async function giveUp(context: CommerceContext, order: OrderRow, failure: string, within: CommerceDb): Promise<void> {
  await changeOrder(order, { state: 'failed', failure }, context.now(), within)
  await linesOf(order).release(context, order, within)
  await retireMethod(order, within)
}
