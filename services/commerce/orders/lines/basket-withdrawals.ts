/**
 * Undoes orders of a basket. A withdrawal (§ 355 BGB), after the office has matched the declaration, returns the lines that may
 * be returned on the day of the declaration; an order that the seller cannot deliver is returned as a whole. Refund, corrected
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
import type { BasketOrder, CommerceDb } from '../../schema.ts'
import { changeOrder, findChargeOf, lockOrder } from '../order-store.ts'
import { toName } from '../order.ts'
import { basketOf, takenBackOf, toFacts, toStep } from './basket.ts'

export async function withdrawBasket(
  context: CommerceContext,
  order: BasketOrder,
  declaredOn: Day,
): Promise<Refund[] | Refusal> {
  const { publication, number } = toName(order)
  const seller = await getSeller(publication, context.db)
  const spent = await holdAtSeller(context, order, declaredOn, seller)
  if (isRefusal(spent)) return spent
  const opened = await context.inTransaction(async (within) => {
    const { charge, current } = await lockWithCharge(order, within)
    if (current?.state !== 'completed' || charge === null) return problem(404, 'NOT_FOUND', 'No such order')
    const keys = listWithdrawable(basketOf(current), toFacts(current, seller), declaredOn).filter(
      (key) => !spent.includes(key),
    )
    if (keys.length === 0) return refuseWithdrawal(current, seller, spent)
    if (keys.every((key) => takenBackOf(current).includes(key))) return null
    return undo(context, current, charge, keys, within)
  })
  if (isRefusal(opened)) return opened
  if (opened !== null) await payRefund(context, opened)
  return listRefundsOf(publication, number, context.db)
}

/** Charge before order, as in a payment, to avoid deadlocks. */
async function lockWithCharge(order: BasketOrder, within: CommerceDb) {
  const charge = await findChargeOf(order, within)
  if (charge !== null) await lockCharge(charge, within)
  return { charge, current: (await lockOrder(toName(order), within)) as BasketOrder | null }
}

/** Asks the seller to block the lines (a returned voucher or ticket must not be used); answers the keys of used lines. */
async function holdAtSeller(
  context: CommerceContext,
  order: BasketOrder,
  declaredOn: Day,
  seller: Seller | null,
): Promise<readonly string[] | Refusal> {
  const lines = listWithdrawable(basketOf(order), toFacts(order, seller), declaredOn)
  if (lines.length === 0) return refuseWithdrawal(order, seller)
  const { publication, number } = toName(order)
  const held = await context
    .findSeller(order.seller, publication)
    ?.holdPurchase({ params: { number }, body: { lines } })
  if (held?.ok === true) return held.data.spent
  return held?.status === 404 ? [] : problem(503, 'UNAVAILABLE', 'The seller does not answer', { 'retry-after': '5' })
}

function refuseWithdrawal(order: BasketOrder, seller: Seller | null, spent: readonly string[] = []): Refusal {
  if (spent.length > 0) return problem(409, 'LAPSED', 'It was used already')
  const rights = basketOf(order).lines.map((line) => toWithdrawalRight(line, toFacts(order, seller)))
  const last = rights.flatMap((right) => (right.kind === 'until' && right.lastDay !== null ? [right.lastDay] : []))
  if (last.length === 0)
    return problem(409, 'LAPSED', 'There is no right of withdrawal for it, or the reader has agreed that it lapses')
  return {
    ...problem(409, 'TOO_LATE', 'The right of withdrawal has lapsed'),
    fields: { lastDay: last.toSorted().at(-1)! },
  }
}

/** Returns the lines with these keys, or the whole order if these are all. Null: no money must go back now. */
async function undo(
  context: CommerceContext,
  order: BasketOrder,
  name: ChargeName,
  keys: readonly string[],
  within: CommerceDb,
): Promise<Refund | Refusal | null> {
  const row = await getChargeRow(name, within)
  const all = toInvoiceLines(basketOf(order), toDayKey(order.placed_at))
  const isAll = all.every(({ key }) => keys.includes(key))
  if (row.state !== 'paid' && !isAll) return problem(409, 'NOT_PAID', 'A part can go back only of what was paid')
  await changeOrder(
    order,
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

/** Cancels the whole order, also lines without a right of withdrawal; one that is over already stays as it is. */
export async function giveUpBasket(
  context: CommerceContext,
  order: BasketOrder,
  { reason, refund, failure }: { reason: ReleaseReason; refund: RefundReason; failure: string },
): Promise<void> {
  const opened = await context.inTransaction(async (within) => {
    const { charge, current } = await lockWithCharge(order, within)
    if (current === null || current.state === 'failed') return null
    await changeOrder(current, { state: 'failed', failure, ...toStep('release', reason) }, context.now(), within)
    const asked = { cents: null, reason: refund, key: 'given-up' }
    return charge === null ? null : undoWhole(context, charge, asked, within)
  })
  if (opened !== null && !isRefusal(opened)) await payRefund(context, opened)
}
