/** Orders come to be here: all their rows in one transaction, the same key one order. */
import { createHash } from 'node:crypto'
import type { OrderView } from '@lokalteil/contracts/orders'
import { toQuote, toTerms } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { PaymentMethod } from '../billing/charges.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { ChargeRow } from '../documents/invoices.ts'
import { toIban, toIbanLabel } from '../payments/iban.ts'
import type { SubscriptionDb } from '../schema.ts'
import {
  type FilledOrder,
  HOUR,
  LIMITS,
  type OrderContext,
  type OrderRow,
  type PlacedOrder,
  type Prepared,
  type Way,
} from './order-context.ts'
import { findRefusal, prepareOrder, refuseFields } from './order-quote.ts'
import { toMethodRow, toOrderNumber, toOrderRows } from './order-rows.ts'
import { addOrders, findOrder, findOrderByKey, lockCustomer } from './order-store.ts'
import { finishOrder, toOrderView } from './order-view.ts'
import { addPaymentMethod } from '../payments/payment-method-store.ts'

export async function placeOrder(
  context: OrderContext,
  mandator: Mandator,
  sub: string,
  order: PlacedOrder,
): Promise<OrderView | Refusal> {
  const { customerId } = await context.customers.open(mandator, sub)
  const owner = { mandator, customerId }
  const { requester: _requester, idempotencyKey, ...content } = order
  const digest = context.sealing.digest(JSON.stringify(content))
  const before = await findOrderByKey(mandator, customerId, idempotencyKey, context.db)
  if (before !== null)
    return before.digest === digest ? toOrderView(context, await finishOrder(context, before)) : keyUsed()
  const prepared = await prepareOrder(context, mandator, order, customerId)
  if (isRefusal(prepared)) return prepared
  const placed = await context.store.inTransaction((within) =>
    placeWithin(context, owner, order, digest, prepared, within),
  )
  await context.store.removeCounters(new Date(context.now().getTime() - 24 * HOUR))
  return isRefusal(placed) ? placed : toOrderView(context, await finishOrder(context, placed))
}

async function placeWithin(
  context: OrderContext,
  owner: CoinOwner,
  order: PlacedOrder,
  digest: string,
  prepared: Prepared,
  within: SubscriptionDb,
): Promise<OrderRow | Refusal> {
  const { mandator, customerId } = owner
  const { terms, quote } = prepared
  const at = context.now()
  await lockCustomer(mandator, customerId, within)
  const before = await findOrderByKey(mandator, customerId, order.idempotencyKey, within)
  if (before !== null) return before.digest === digest ? before : keyUsed()
  const mayOrder =
    (await context.store.count(
      `orders-from ${mandator} ${order.requester}`,
      at,
      LIMITS.requester.windowMs,
      LIMITS.requester.count,
      within,
    )) &&
    (await context.store.count(
      `orders ${mandator} ${digestOf(customerId)}`,
      at,
      LIMITS.account.windowMs,
      LIMITS.account.count,
      within,
    ))
  // The counter that was raised stays raised: the transaction is not undone.
  if (!mayOrder) return problem(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', { 'retry-after': '3600' })
  let refusal = await findRefusal(context, mandator, customerId, terms, within)
  if (refusal === 'ALREADY_SUBSCRIBED' && !order.isGuest)
    return problem(409, 'ALREADY_SUBSCRIBED', 'The reader has this already')
  // Used up between the question and the answer, in another tab.
  if (refusal === 'TRIAL_USED' && !order.isGuest)
    return {
      ...problem(409, 'PRICE_CHANGED', 'The price is another one'),
      fields: { dueCents: String(toQuote(toTerms(terms, false), context.today(), quote.voucher).dueCents) },
    }
  const number = await toFreeNumber(mandator, at, within)
  if (
    quote.voucher !== null &&
    (await context.vouchers.useVoucher(mandator, order.voucherCode ?? '', customerId, number, within)) === null
  ) {
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

/** In the transaction of whatever needs it. */
export async function addMethod(
  context: OrderContext,
  owner: CoinOwner,
  way: Way,
  within: SubscriptionDb,
): Promise<PaymentMethod> {
  return addPaymentMethod(toMethodRow(context, owner, way), within)
}

/** The rows of orders that the test bank paid at once, on these terms; what follows from a payment is the caller's. In their order; none where there is no test bank. */
export async function fillOrders(
  context: OrderContext,
  filled: readonly { owner: CoinOwner; order: FilledOrder }[],
  within: SubscriptionDb,
): Promise<ChargeRow[]> {
  const provider = context.providers.find(({ name }) => name === 'test-bank')
  if (provider === undefined || filled.length === 0) return []
  const rows = filled.map(({ owner, order: { terms, payment, buyer, email, idempotencyKey } }) => {
    const method = provider.toMethodReference(payment)
    const iban = payment.kind === 'sepa' ? toIban(payment.iban) : null
    const prepared: Prepared = {
      terms,
      quote: toQuote(terms, context.today()),
      provider,
      payment,
      iban,
      label: method?.label ?? (iban === null ? '' : toIbanLabel(iban)),
      methodReference: method?.reference ?? null,
    }
    return toOrderRows(
      context,
      owner,
      toOrderNumber(context.now()),
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

async function toFreeNumber(mandator: Mandator, at: Date, within: SubscriptionDb): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const number = toOrderNumber(at)
    if ((await findOrder(mandator, number, within)) === null) return number
  }
  throw new Error('No order number was free')
}

function keyUsed(): Refusal {
  return problem(409, 'KEY_USED', 'The idempotency key has ordered something else')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
