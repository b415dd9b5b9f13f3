/** Consequences of a payment for its purchase, in the transaction of the payment. */
import type { ChargeState } from '@lokalteil/domain/commerce/orders'
import { cancelCharge } from '../../payments/charge-outcomes.ts'
import type { Charge } from '../../payments/charge.ts'
import type { AnnouncedDebit, ChargeRefund, CommerceContext } from '../../context.ts'
import { toPurchasePath } from '../../payments/order-token.ts'
import { retireMethod } from '../../payments/payment-method-store.ts'
import type { PurchaseRow, CommerceDb } from '../../schema.ts'
import { queueOrderMail } from '../order-mails.ts'
import { toPurchaseConfirmation, toPurchaseNotice } from './basket-mails.ts'
import { changePurchase, findPurchase, lockPurchaseOf, type PurchasePayment, toStep } from './basket-store.ts'
import { basketOf } from './basket.ts'

export async function mayKeep(_context: CommerceContext, charge: Charge, within: CommerceDb): Promise<boolean> {
  const purchase = await lockPurchaseOf(charge, within)
  return purchase === null || purchase.state !== 'failed'
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
  payment: PurchasePayment,
  within: CommerceDb,
): Promise<void> {
  const purchase = await lockPurchaseOf(charge, within)
  if (purchase === null || purchase.state === 'failed' || purchase.payment === payment) return
  const isNew = purchase.state === 'pending'
  await changePurchase(
    purchase,
    // A late payment does not sell a purchase again that is being released.
    { state: 'completed', payment, ...(purchase.step === 'release' ? {} : toStep('settle')) },
    context.now(),
    within,
  )
  if (!isNew) return
  await queueOrderMail(context, purchase, await toPurchaseConfirmation(purchase, within), within)
}

export async function onFailed(
  context: CommerceContext,
  charge: Charge,
  before: ChargeState,
  within: CommerceDb,
): Promise<void> {
  const purchase = await lockPurchaseOf(charge, within)
  if (purchase === null || purchase.state === 'failed') return
  if (purchase.state === 'pending') {
    await giveUp(context, purchase, charge.failure ?? 'PAYMENT_REFUSED', within)
    await cancelCharge(context, charge, within)
    // Only after a wait: the reader may have left the page and would not learn of the failure.
    if (before === 'submitted')
      await queueOrderMail(context, purchase, toPurchaseNotice(context, purchase, 'failed'), within)
    return
  }
  if (purchase.payment === 'unpaid') return
  // The goods may have arrived already: the purchase stays sold and unpaid.
  await changePurchase(
    purchase,
    { payment: 'unpaid', ...(purchase.step === 'release' ? {} : toStep('settle')) },
    context.now(),
    within,
  )
  await queueOrderMail(context, purchase, toPurchaseNotice(context, purchase, 'unpaid'), within)
}

/** The payment was refused: the purchase was cancelled meanwhile, or before any money moved. */
export async function onRefused(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  const purchase = await lockPurchaseOf(charge, within)
  if (purchase?.state === 'pending') await giveUp(context, purchase, 'PAYMENT_REFUSED', within)
}

/** After a full refund the seller releases the whole purchase. */
export async function onRefunded(
  context: CommerceContext,
  charge: Charge,
  { isRest, cents }: ChargeRefund,
  within: CommerceDb,
): Promise<void> {
  const purchase = await lockPurchaseOf(charge, within)
  if (purchase === null) return
  await queueOrderMail(context, purchase, toPurchaseNotice(context, purchase, 'refunded', cents), within)
  if (!isRest || purchase.state === 'failed') return
  const reason = purchase.step === 'release' && purchase.step_reason === 'withdrawn' ? 'withdrawn' : 'refunded'
  const all = (purchase.basket as { lines: { key: string }[] }).lines.map(({ key }) => key)
  await changePurchase(
    purchase,
    { taken_back: JSON.stringify(all), ...toStep('release', reason) },
    context.now(),
    within,
  )
}

/** Announces a direct debit and its day, as the mandate requires. */
export async function onDebit(context: CommerceContext, debit: AnnouncedDebit, within: CommerceDb): Promise<void> {
  const { mandator, subscriptionId: number, kind, on, cents, method, creditorId } = debit
  const purchase = kind === 'purchase' ? await findPurchase({ mandator, number }, within) : null
  if (purchase === null) return
  const about = { number, about: basketOf(purchase).about, cents, on, account: method.label, creditorId }
  const path = toPurchasePath(context, mandator, number)
  await queueOrderMail(
    context,
    purchase,
    {
      template: 'purchase-notice',
      data: { kind: 'debit-announced', ...about, reference: method.mandateReference, path },
    },
    within,
  )
}

async function giveUp(
  context: CommerceContext,
  purchase: PurchaseRow,
  failure: string,
  within: CommerceDb,
): Promise<void> {
  await changePurchase(purchase, { state: 'failed', failure, ...toStep('release', 'failed') }, context.now(), within)
  await retireMethod(purchase, within)
}
