/**
 * Places orders of a seller's basket. Promises: the seller names the price, which must equal the one that the reader confirmed;
 * the order is saved before the seller is asked to reserve, the seller reserves before the provider is asked for money, and the
 * consequences of the payment are in its transaction.
 */
import type { PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { toBuyer, toRecipient } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isRefusal, type Refusal } from '../../../platform/serve.ts'
import type { Owner } from '../../customers/customer-store.ts'
import type { CommerceContext } from '../../context.ts'
import { addMethod } from '../../payments/payment-methods.ts'
import type { PurchaseRow, CommerceDb } from '../../schema.ts'
import { type NewHead, placeOnce } from '../order-placement.ts'
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
  const placed = await placeOnce<PreparedPurchase, PurchaseRow>(context, mandator, sub, asked, {
    findByKey: findPurchaseByKey,
    prepare: () => preparePurchase(context, mandator, asked, asked.isGuest ? null : sub),
    write: (owner, head, prepared, within) => write(context, owner, asked, head, prepared, within),
  })
  return isRefusal(placed) ? placed : toPurchaseView(context, await finishPurchase(context, placed))
}

async function write(
  context: CommerceContext,
  owner: Owner,
  asked: PlacedPurchase,
  { number, digest }: NewHead,
  prepared: PreparedPurchase,
  within: CommerceDb,
): Promise<PurchaseRow> {
  const { mandator, customerId } = owner
  const at = context.now()
  const method = await addMethod(context, owner, prepared, within)
  return addPurchase(
    {
      mandator,
      purchase_number: number,
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
