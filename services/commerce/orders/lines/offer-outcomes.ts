/** Consequences of a payment for its order, in the transaction of the payment. */
import type { OrderFailure, Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { type ChargeState, toChargePeriod, toEndDay, toQuote } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { cancelCharge } from '../../payments/charge-outcomes.ts'
import { noteCharge } from '../../payments/charge-store.ts'
import type { Charge } from '../../payments/charge.ts'
import { releaseCodes } from '../../codes/code-store.ts'
import { rewardFirstOrder } from '../../codes/invites.ts'
import type { CommerceContext } from '../../context.ts'
import { getSubscription } from '../../contracts/subscription-store.ts'
import { saveWithCoins } from '../../contracts/subscriptions.ts'
import { retireMethod } from '../../payments/payment-method-store.ts'
import type { OrderRow, CommerceDb } from '../../schema.ts'
import { queueOrderMail } from '../order-mails.ts'
import { toConfirmation } from './offer-mails.ts'
import { findRefusal, findStart } from './offer-quote.ts'
import { changeContractState, changeOrder, lockOrderOf, removeOrderedContract } from '../order-store.ts'
import { lockCustomer } from '../../customers/customer-store.ts'

export async function mayKeep(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<boolean> {
  const order = await lockOrderOf(charge, within)
  if (order === null || order.state === 'completed') return true
  if (order.state === 'failed') return false
  await lockCustomer(charge, within)
  const refusal = order.refusal ?? (await findRefusal(context, charge, order.offer as Offer, within))
  if (refusal === null) return true
  await changeOrder(charge.mandator, order.order_number, { refusal }, context.now(), within)
  return false
}

export async function onPaid(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  const order = await lockOrderOf(charge, within)
  if (order === null) return
  if (order.state === 'pending') await beginContract(context, order, charge, within)
  else await changeContractState(order, 'payment_failed', 'active', context.now(), within)
  if (charge.amountCents > 0) await rewardFirstOrder(context, charge.mandator, charge.customerId, within)
}

export async function onPromised(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  const order = await lockOrderOf(charge, within)
  if (order?.state === 'pending') await beginContract(context, order, charge, within)
}

export async function onRefused(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  const order = await lockOrderOf(charge, within)
  if (order?.state !== 'pending') return
  const failure = (order.refusal ?? 'PAYMENT_REFUSED') as OrderFailure
  await giveUpOrder(context, order, failure, within)
  const data = { number: order.order_number, product: (order.offer as Offer).name, reason: failure }
  await queueOrderMail(context, order, { template: 'order-refused', data }, within)
}

export async function onFailed(
  context: CommerceContext,
  charge: Charge,
  before: ChargeState,
  within: CommerceDb,
): Promise<void> {
  const order = await lockOrderOf(charge, within)
  if (order === null) return
  if (order.state === 'completed') return changeContractState(order, 'active', 'payment_failed', context.now(), within)
  if (order.state === 'failed') return
  await giveUpOrder(context, order, charge.failure ?? 'PAYMENT_REFUSED', within)
  await cancelCharge(context, charge, within)
  // Only after a wait: the reader may have left the page and would not learn of the failure.
  const data = { number: order.order_number, product: (order.offer as Offer).name }
  if (before === 'submitted') await queueOrderMail(context, order, { template: 'order-failed', data }, within)
}

async function beginContract(
  context: CommerceContext,
  order: OrderRow,
  charge: Charge,
  within: CommerceDb,
): Promise<void> {
  const { mandator, customerId } = charge
  const terms = order.offer as Offer
  const startsOn = await findStart(context, { mandator, customerId }, terms, within)
  const ordered = await getSubscription(mandator, order.subscription_id, within)
  if (ordered === null) throw new Error('An order has lost its contract')
  if (
    !(await saveWithCoins(
      context,
      { mandator, customerId },
      { ...ordered, state: 'active', startsOn, endsOn: toEndDay(terms, startsOn) },
      within,
    ))
  )
    throw new Error('A contract belongs to another customer')
  // A later payment begins a full period on its own day.
  const period = toChargePeriod(terms, startsOn, 0)
  if (period.from !== charge.periodFrom) {
    await noteCharge(charge, { period_from: period.from, period_to: period.to }, within)
    charge.periodFrom = period.from
    charge.periodTo = period.to
  }
  await changeOrder(mandator, order.order_number, { state: 'completed' }, context.now(), within)
  const quote = order.quote as Quote
  const begun = { ...quote, period, next: toQuote(terms, startsOn, quote.voucher).next }
  await queueOrderMail(context, order, await toConfirmation(order, begun, within), within)
}

async function giveUpOrder(
  context: CommerceContext,
  order: OrderRow,
  failure: string,
  within: CommerceDb,
): Promise<void> {
  const mandator = order.mandator as Mandator
  await changeOrder(mandator, order.order_number, { state: 'failed', failure }, context.now(), within)
  await removeOrderedContract(order, within)
  await retireMethod(order, within)
  await releaseCodes(mandator, order.order_number, within)
}
