/**
 * Lines of a seller's basket: goods, tickets, vouchers, digital things, services. Applies a payment to them in the transaction
 * of the payment; the seller hears of it by the next step (`basket-steps.ts`).
 */
import type { Charge } from '../../payments/charge.ts'
import type { AnnouncedDebit, ChargeRefund, CommerceContext } from '../../context.ts'
import { toPurchasePath } from '../../payments/order-token.ts'
import type { BasketOrder, CommerceDb } from '../../schema.ts'
import { queueOrderMail } from '../order-mails.ts'
import { changeOrder, findOrder, lockOrderOf } from '../order-store.ts'
import type { Lines } from '../order.ts'
import { toPurchaseConfirmation, toPurchaseNotice } from './basket-mails.ts'
import { basketOf, toStep } from './basket.ts'

export const BASKET_LINES: Lines<BasketOrder> = {
  findRefusal: () => Promise.resolve(null),

  async settle(context, order, payment, _charge, within) {
    if (order.payment === payment) return null
    await changeOrder(order, { state: 'completed', payment, ...toSettling(order) }, context.now(), within)
    return order.state === 'pending' ? toPurchaseConfirmation(order, within) : null
  },

  /** The goods may have arrived already: the order stays sold and unpaid. */
  async miss(context, order, within) {
    if (order.payment === 'unpaid') return
    await changeOrder(order, { payment: 'unpaid', ...toSettling(order) }, context.now(), within)
    await queueOrderMail(context, order, toPurchaseNotice(context, order, 'unpaid'), within)
  },

  release: (context, order, within) => changeOrder(order, toStep('release', 'failed'), context.now(), within),
  toFailedMail: (context, order) => toPurchaseNotice(context, order, 'failed'),
  toRefusedMail: () => null,
}

/** A late payment does not sell a basket again that is being released. */
const toSettling = ({ step }: BasketOrder) => (step === 'release' ? {} : toStep('settle'))

/** After a full refund the seller releases the whole basket. */
export async function onRefunded(
  context: CommerceContext,
  charge: Charge,
  { isRest, cents }: ChargeRefund,
  within: CommerceDb,
): Promise<void> {
  const order = charge.kind === 'purchase' ? await lockOrderOf(charge, within) : null
  if (order === null || order.seller === null) return
  await queueOrderMail(context, order, toPurchaseNotice(context, order, 'refunded', cents), within)
  if (!isRest || order.state === 'failed') return
  const reason = order.step === 'release' && order.step_reason === 'withdrawn' ? 'withdrawn' : 'refunded'
  const all = basketOf(order).lines.map(({ key }) => key)
  await changeOrder(order, { taken_back: JSON.stringify(all), ...toStep('release', reason) }, context.now(), within)
}

/** Announces a direct debit and its day, as the mandate requires. */
export async function onDebit(context: CommerceContext, debit: AnnouncedDebit, within: CommerceDb): Promise<void> {
  const { publication, subscriptionId: number, kind, on, cents, method, creditorId } = debit
  const order = kind === 'purchase' ? await findOrder({ publication, number }, within) : null
  if (order === null || order.seller === null) return
  const about = { number, about: basketOf(order).about, cents, on, account: method.label, creditorId }
  const path = toPurchasePath(context, publication, number)
  const data = { kind: 'debit-announced' as const, ...about, reference: method.mandateReference, path }
  await queueOrderMail(context, order, { template: 'purchase-notice', data }, within)
}
