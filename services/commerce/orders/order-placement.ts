/**
 * Places orders. Promises: price, tax and terms come from the present catalogue and must equal those that the reader confirmed;
 * customer, payment method, order, contract and first charge are written in one transaction, before the provider is asked; the
 * consequences of a payment (access, coins, mail) are in the transaction of the payment; an idempotency key with the same
 * content is one order. Nothing is sold twice: a reader who has the offer is refused, and money that still arrives is refunded.
 * A guest learns of such a refusal only by mail to the order's address, never from the answer. Card numbers are not stored; an
 * IBAN is never shown again.
 */
import type { OrderView } from '@lokalteil/contracts/commerce/orders'
import { toQuote, toTerms } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { takeVoucher } from '../codes/codes.ts'
import { lockCustomer, type Owner } from '../customers/customer-store.ts'
import { type CommerceContext, findProvider } from '../context.ts'
import { removeCounters } from '../counters.ts'
import { openOwner } from '../customers/customers.ts'
import { refuseFields } from '../contracts/refusals.ts'
import { readWay } from '../payments/payment-methods.ts'
import { digestOf, toReference } from '../references.ts'
import type { ChargeRow, OrderRow, CommerceDb } from '../schema.ts'
import { toFreeNumber } from './order-numbers.ts'
import { findRefusal, prepareOrder } from './lines/offer-quote.ts'
import { toOrderRows } from './lines/offer-rows.ts'
import { addOrders, findOrderByKey } from './order-store.ts'
import { type FilledOrder, HOUR, LIMITS, type PlacedOrder, type Prepared } from './order.ts'
import { finishOrder, toOrderView } from './order-view.ts'

export async function placeOrder(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  order: PlacedOrder,
): Promise<OrderView | Refusal> {
  const owner = await openOwner(context, mandator, sub)
  const { customerId } = owner
  const { requester: _requester, idempotencyKey, ...content } = order
  const digest = context.sealing.digest(JSON.stringify(content))
  const before = await findOrderByKey(mandator, customerId, idempotencyKey, context.db)
  if (before !== null)
    return before.digest === digest ? toOrderView(context, await finishOrder(context, before)) : keyUsed()
  const prepared = await prepareOrder(context, mandator, order, customerId)
  if (isRefusal(prepared)) return prepared
  const placed = await context.inTransaction((within) => placeWithin(context, owner, order, digest, prepared, within))
  await removeCounters(new Date(context.now().getTime() - 24 * HOUR), context.db)
  return isRefusal(placed) ? placed : toOrderView(context, await finishOrder(context, placed))
}

async function placeWithin(
  context: CommerceContext,
  owner: Owner,
  order: PlacedOrder,
  digest: string,
  prepared: Prepared,
  within: CommerceDb,
): Promise<OrderRow | Refusal> {
  const { mandator, customerId } = owner
  const { terms, quote } = prepared
  const at = context.now()
  await lockCustomer(owner, within)
  const before = await findOrderByKey(mandator, customerId, order.idempotencyKey, within)
  if (before !== null) return before.digest === digest ? before : keyUsed()
  const attempts = [
    { key: `orders-from ${mandator} ${order.requester}`, budget: LIMITS.requester },
    { key: `orders ${mandator} ${digestOf(customerId)}`, budget: LIMITS.account },
  ]
  if ((await context.limiter.take(attempts, within)) !== null)
    return problem(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', { 'retry-after': '3600' })
  let refusal = await findRefusal(context, mandator, customerId, terms, within)
  if (refusal === 'ALREADY_SUBSCRIBED' && !order.isGuest)
    return problem(409, 'ALREADY_SUBSCRIBED', 'The reader has this already')
  // The trial was used in another tab after the quote.
  if (refusal === 'TRIAL_USED' && !order.isGuest)
    return {
      ...problem(409, 'PRICE_CHANGED', 'The price is another one'),
      fields: { dueCents: String(toQuote(toTerms(terms, false), context.today(), quote.voucher).dueCents) },
    }
  const number = await toFreeNumber(mandator, at, within)
  if (quote.voucher !== null && (await takeVoucher(context, owner, order.voucherCode ?? '', number, within)) === null) {
    if (!order.isGuest) return refuseFields({ voucherCode: 'INVALID_VOUCHER' })
    refusal ??= 'VOUCHER_USED'
  }
  const added = await addOrders(
    [
      toOrderRows(
        context,
        owner,
        number,
        { ...order, email: order.email.trim(), digest, refusal, isPaid: false },
        prepared,
      ),
    ],
    within,
  )
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

function keyUsed(): Refusal {
  return problem(409, 'KEY_USED', 'The idempotency key has ordered something else')
}
