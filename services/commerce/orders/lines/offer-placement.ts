/**
 * Places orders of an offer. Promises: price, tax and terms come from the present catalogue and must equal those that the reader
 * confirmed; payment method, order, contract and first charge are written together; the consequences of a payment (access,
 * coins, mail) are in the transaction of the payment. Nothing is sold twice: a reader who has the offer is refused, and money
 * that still arrives is refunded. A guest learns of such a refusal only by mail to the order's address, never from the answer.
 * Card numbers are not stored; an IBAN is never shown again.
 */
import type { OrderView } from '@lokalteil/contracts/commerce/orders'
import { toQuote, toTerms } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../../platform/serve.ts'
import { takeVoucher } from '../../codes/codes.ts'
import type { Owner } from '../../customers/customer-store.ts'
import { type CommerceContext, findProvider } from '../../context.ts'
import { priceChanged, refuseFields } from '../../contracts/refusals.ts'
import { readWay } from '../../payments/payment-methods.ts'
import { toReference } from '../../references.ts'
import type { ChargeRow, OrderRow, CommerceDb } from '../../schema.ts'
import { type NewHead, placeOnce } from '../order-placement.ts'
import { addOrders, findOrderByKey } from '../order-store.ts'
import type { FilledOrder, PlacedOrder, Prepared } from '../order.ts'
import { finishOrder, toOrderView } from '../order-view.ts'
import { findRefusal, prepareOrder } from './offer-quote.ts'
import { toOrderRows } from './offer-rows.ts'

export async function placeOrder(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  order: PlacedOrder,
): Promise<OrderView | Refusal> {
  const placed = await placeOnce<Prepared, OrderRow>(context, mandator, sub, order, {
    findByKey: findOrderByKey,
    prepare: ({ customerId }) => prepareOrder(context, mandator, order, customerId),
    write: (owner, head, prepared, within) => write(context, owner, order, head, prepared, within),
  })
  return isRefusal(placed) ? placed : toOrderView(context, await finishOrder(context, placed))
}

async function write(
  context: CommerceContext,
  owner: Owner,
  order: PlacedOrder,
  { number, digest }: NewHead,
  prepared: Prepared,
  within: CommerceDb,
): Promise<OrderRow | Refusal> {
  const { terms, quote } = prepared
  let refusal = await findRefusal(context, owner, terms, within)
  if (refusal === 'ALREADY_SUBSCRIBED' && !order.isGuest)
    return problem(409, 'ALREADY_SUBSCRIBED', 'The reader has this already')
  // The trial was used in another tab after the quote.
  if (refusal === 'TRIAL_USED' && !order.isGuest)
    return priceChanged(toQuote(toTerms(terms, false), context.today(), quote.voucher).dueCents)
  if (quote.voucher !== null && (await takeVoucher(context, owner, order.voucherCode ?? '', number, within)) === null) {
    if (!order.isGuest) return refuseFields({ voucherCode: 'INVALID_VOUCHER' })
    refusal ??= 'VOUCHER_USED'
  }
  const asked = { ...order, email: order.email.trim(), digest, refusal, isPaid: false }
  const added = await addOrders([toOrderRows(context, owner, number, asked, prepared)], within)
  return added.orders[0]!
}

/**
 * Writes orders that the test bank paid at once, on the given terms. The caller applies the consequences of the payment. Results
 * are in the order of the input; empty without a test bank.
 */
export async function fillOrders(
  context: CommerceContext,
  filled: readonly { owner: Owner; order: FilledOrder }[],
  within: CommerceDb,
): Promise<ChargeRow[]> {
  const provider = findProvider(context, 'test-bank')
  if (provider === undefined || filled.length === 0) return []
  const rows = filled.map(({ owner, order: { terms, payment, buyer, email, idempotencyKey } }) => {
    const { way } = readWay(provider, payment)
    if (way === null) throw new Error(`The test bank does not know the card of order ${idempotencyKey}`)
    const prepared: Prepared = { ...way, terms, quote: toQuote(terms, context.today()) }
    return toOrderRows(
      context,
      owner,
      toReference('A', context.now()),
      {
        idempotencyKey,
        buyer,
        email,
        consents: { terms: true, withdrawalLapses: terms.kind === 'coins' },
        isGuest: false,
        digest: context.sealing.digest(idempotencyKey),
        refusal: null,
        isPaid: true,
      },
      prepared,
    )
  })
  const added = new Map((await addOrders(rows, within)).charges.map((row) => [row.charge_id, row]))
  return rows.map(({ charge }) => added.get(charge.charge_id)!)
}
