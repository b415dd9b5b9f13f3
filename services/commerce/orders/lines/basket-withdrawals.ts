/**
 * Undoes purchases. A withdrawal (§ 355 BGB), after the office has matched the declaration, returns the lines that may be
 * returned on the day of the declaration; a purchase that the seller cannot deliver is returned as a whole. Refund, corrected
 * invoice and the seller's next step are one transaction. Idempotent: a second call answers the same refunds.
 */
import type { ReleaseReason } from '@lokalteil/contracts/commerce/sellers'
import type { RefundReason } from '@lokalteil/domain/commerce/billing'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import { DELIVERY_KEY, listWithdrawable, toInvoiceLines, toWithdrawalRight } from '@lokalteil/domain/commerce/purchases'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { toDayKey } from '@lokalteil/domain/german'
import { isRefusal, problem, type Refusal } from '../../../platform/serve.ts'
import type { ChargeName } from '../../payments/charge.ts'
import { giveBack } from '../../payments/charge-outcomes.ts'
import { getChargeRow, lockCharge } from '../../payments/charge-store.ts'
import type { CommerceContext } from '../../context.ts'
import { getSeller } from '../../documents/invoice-store.ts'
import { listRefundsOf, type Refund } from '../../payments/refund-store.ts'
import { type NewRefund, openRefund, payRefund, undoCharge } from '../../payments/refunds.ts'
import type { PurchaseRow, CommerceDb } from '../../schema.ts'
import {
  changePurchase,
  findPurchase,
  findPurchaseChargeId,
  lockPurchase,
  type PurchaseName,
  toStep,
} from './basket-store.ts'
import { basketOf, takenBackOf, toFacts } from './basket.ts'

export async function withdrawPurchase(
  context: CommerceContext,
  name: PurchaseName,
  declaredOn: Day,
): Promise<Refund[] | Refusal> {
  const seller = await getSeller(name.mandator, context.db)
  const spent = await holdAtSeller(context, name, declaredOn, seller)
  if (isRefusal(spent)) return spent
  const opened = await context.inTransaction(async (within) => {
    const chargeId = await findPurchaseChargeId(name, within)
    if (chargeId !== null) await lockCharge({ mandator: name.mandator, chargeId }, within)
    const purchase = await lockPurchase(name, within)
    if (purchase?.state !== 'completed' || chargeId === null) return noSuchOrder()
    const keys = listWithdrawable(basketOf(purchase), toFacts(purchase, seller), declaredOn).filter(
      (key) => !spent.includes(key),
    )
    if (keys.length === 0) return refuseWithdrawal(purchase, seller, spent)
    if (keys.every((key) => takenBackOf(purchase).includes(key))) return null
    return undo(context, purchase, chargeId, keys, within)
  })
  if (isRefusal(opened)) return opened
  if (opened !== null) await payRefund(context, opened)
  return listRefundsOf(name.mandator, name.number, context.db)
}

/** Asks the seller to block the lines (a returned voucher or ticket must not be used); answers the keys of used lines. */
async function holdAtSeller(
  context: CommerceContext,
  name: PurchaseName,
  declaredOn: Day,
  seller: Seller | null,
): Promise<readonly string[] | Refusal> {
  const purchase = await findPurchase(name, context.db)
  if (purchase?.state !== 'completed') return noSuchOrder()
  const lines = listWithdrawable(basketOf(purchase), toFacts(purchase, seller), declaredOn)
  if (lines.length === 0) return refuseWithdrawal(purchase, seller)
  const held = await context
    .findSeller(purchase.seller, name.mandator)
    ?.holdPurchase({ params: { number: name.number }, body: { lines } })
  if (held?.ok === true) return held.data.spent
  return held?.status === 404 ? [] : problem(503, 'UNAVAILABLE', 'The seller does not answer', { 'retry-after': '5' })
}

function noSuchOrder(): Refusal {
  return problem(404, 'NOT_FOUND', 'No such order')
}

function refuseWithdrawal(purchase: PurchaseRow, seller: Seller | null, spent: readonly string[] = []): Refusal {
  if (spent.length > 0) return problem(409, 'LAPSED', 'It was used already')
  const rights = basketOf(purchase).lines.map((line) => toWithdrawalRight(line, toFacts(purchase, seller)))
  const last = rights.flatMap((right) => (right.kind === 'until' && right.lastDay !== null ? [right.lastDay] : []))
  if (last.length === 0)
    return problem(409, 'LAPSED', 'There is no right of withdrawal for it, or the reader has agreed that it lapses')
  return {
    ...problem(409, 'TOO_LATE', 'The right of withdrawal has lapsed'),
    fields: { lastDay: last.toSorted().at(-1)! },
  }
}

/** Returns the lines with these keys, or the whole purchase if these are all. Null: no money must go back now. */
async function undo(
  context: CommerceContext,
  purchase: PurchaseRow,
  chargeId: string,
  keys: readonly string[],
  within: CommerceDb,
): Promise<Refund | Refusal | null> {
  const name = { mandator: purchase.mandator as PurchaseName['mandator'], chargeId }
  const row = await getChargeRow(name, within)
  const all = toInvoiceLines(basketOf(purchase), toDayKey(purchase.placed_at))
  const isAll = all.every(({ key }) => keys.includes(key))
  if (row.state !== 'paid' && !isAll) return problem(409, 'NOT_PAID', 'A part can go back only of what was paid')
  await changePurchase(
    purchase,
    { taken_back: JSON.stringify(keys.filter((key) => key !== DELIVERY_KEY)), ...toStep('release', 'withdrawn') },
    context.now(),
    within,
  )
  const refund: NewRefund = { cents: null, reason: 'withdrawal', key: 'withdrawal' }
  if (isAll) return undoWhole(context, name, refund, within)
  const lines = all.filter(({ key }) => keys.includes(key)).map(({ key: _key, ...line }) => line)
  const asked = lines.reduce((sum, { grossCents }) => sum + grossCents, 0)
  const left = row.amount_cents - row.refunded_cents
  // The part that vouchers paid is not refunded as money.
  if (asked >= left) return undoWhole(context, name, refund, within)
  return openRefund(context, name, { ...refund, cents: asked, lines }, within)
}

/** Undoes the whole charge. If nothing was to be paid, no money moves, but the listeners hear of it. */
async function undoWhole(
  context: CommerceContext,
  name: ChargeName,
  refund: NewRefund,
  within: CommerceDb,
): Promise<Refund | Refusal | null> {
  const charge = await lockCharge(name, within)
  if (charge?.state !== 'paid' || charge.amountCents > charge.refundedCents)
    return undoCharge(context, name, refund, within)
  await giveBack(context, charge, { refundId: null, cents: 0, isRest: true }, within)
  return null
}

/** Cancels the whole purchase, also lines without a right of withdrawal. False: it is over already. */
export async function giveUpPurchase(
  context: CommerceContext,
  name: PurchaseName,
  { reason, refund, failure }: { reason: ReleaseReason; refund: RefundReason; failure: string },
  isAllowed: (purchase: PurchaseRow) => boolean = () => true,
): Promise<boolean> {
  const opened = await context.inTransaction(async (within) => {
    const chargeId = await findPurchaseChargeId(name, within)
    if (chargeId !== null) await lockCharge({ mandator: name.mandator, chargeId }, within)
    const purchase = await lockPurchase(name, within)
    if (purchase === null || !isAllowed(purchase)) return false
    if (purchase.state === 'failed') return null
    await changePurchase(purchase, { state: 'failed', failure, ...toStep('release', reason) }, context.now(), within)
    return chargeId === null
      ? null
      : undoWhole(context, { ...name, chargeId }, { cents: null, reason: refund, key: 'given-up' }, within)
  })
  if (opened === false) return false
  if (opened !== null && !isRefusal(opened)) await payRefund(context, opened)
  return true
}
