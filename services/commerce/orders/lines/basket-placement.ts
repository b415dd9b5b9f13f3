/**
 * Places purchases. Promises: the seller names the price, which must equal the one that the reader confirmed; the purchase is
 * saved before the seller is asked to reserve, the seller reserves before the provider is asked for money, and the
 * consequences of the payment are in its transaction; an idempotency key with the same content is one purchase. The queues of
 * steps (`purchase-steps.ts`) and charges finish purchases that a crash interrupted.
 */
import type { PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { toBuyer, toRecipient } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../../platform/serve.ts'
import { lockCustomer, type Owner } from '../../customers/customer-store.ts'
import type { CommerceContext } from '../../context.ts'
import { removeCounters } from '../../counters.ts'
import { openOwner } from '../../customers/customers.ts'
import { toFreeNumber } from '../order-numbers.ts'
import { HOUR, LIMITS } from '../order.ts'
import { addMethod } from '../../payments/payment-methods.ts'
import { digestOf } from '../../references.ts'
import type { PurchaseRow, CommerceDb } from '../../schema.ts'
import { preparePurchase, type PreparedPurchase } from './basket-quote.ts'
import { addPurchase, findPurchaseByKey } from './basket-store.ts'
import type { PlacedPurchase } from './basket.ts'
import { finishPurchase, toPurchaseView } from './basket-view.ts'

export async function placePurchase(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  asked: PlacedPurchase,
): Promise<PurchaseView | Refusal> {
  const owner = await openOwner(context, mandator, sub)
  const { requester: _requester, idempotencyKey, ...content } = asked
  const digest = context.sealing.digest(JSON.stringify(content))
  const before = await findPurchaseByKey(owner, idempotencyKey, context.db)
  if (before !== null)
    return before.digest === digest ? toPurchaseView(context, await finishPurchase(context, before)) : keyUsed()
  const prepared = await preparePurchase(context, mandator, asked, asked.isGuest ? null : sub)
  if (isRefusal(prepared)) return prepared
  const placed = await context.inTransaction((within) => placeWithin(context, owner, asked, digest, prepared, within))
  await removeCounters(new Date(context.now().getTime() - 24 * HOUR), context.db)
  return isRefusal(placed) ? placed : toPurchaseView(context, await finishPurchase(context, placed))
}

async function placeWithin(
  context: CommerceContext,
  owner: Owner,
  asked: PlacedPurchase,
  digest: string,
  prepared: PreparedPurchase,
  within: CommerceDb,
): Promise<PurchaseRow | Refusal> {
  const { mandator, customerId } = owner
  const at = context.now()
  await lockCustomer(owner, within)
  const before = await findPurchaseByKey(owner, asked.idempotencyKey, within)
  if (before !== null) return before.digest === digest ? before : keyUsed()
  const attempts = [
    { key: `orders-from ${mandator} ${asked.requester}`, budget: LIMITS.requester },
    { key: `orders ${mandator} ${digestOf(customerId)}`, budget: LIMITS.account },
  ]
  if ((await context.limiter.take(attempts, within)) !== null)
    return problem(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', { 'retry-after': '3600' })
  const method = await addMethod(context, owner, prepared, within)
  return addPurchase(
    {
      mandator,
      purchase_number: await toFreeNumber(mandator, at, within),
      customer_id: customerId,
      idempotency_key: asked.idempotencyKey,
      digest,
      seller: asked.seller,
      reference: asked.reference,
      state: 'placed',
      failure: null,
      basket: JSON.stringify(prepared.basket),
      due_cents: prepared.totals.dueCents,
      buyer: JSON.stringify(toBuyer(asked.buyer)),
      recipient:
        asked.recipient === null || prepared.basket.delivery === null
          ? null
          : JSON.stringify(toRecipient(asked.recipient)),
      consents: JSON.stringify({ ...asked.consents, at: at.toISOString() }),
      email: asked.email.trim(),
      is_guest: asked.isGuest,
      payment_method_id: method.id,
      step: 'reserve',
      placed_at: at,
      changed_at: at,
    },
    within,
  )
}

function keyUsed(): Refusal {
  return problem(409, 'KEY_USED', 'The idempotency key has ordered something else')
}
