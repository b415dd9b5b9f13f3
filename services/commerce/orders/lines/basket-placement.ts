/**
 * Places orders of a seller's basket. Promises: the seller names the price, which must equal the one that the reader confirmed;
 * the order is saved before the seller is asked to reserve, the seller reserves before the provider is asked for money, and the
 * consequences of the payment are in its transaction.
 */
import type { PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { toRecipient } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, type Refusal } from '../../../platform/serve.ts'
import type { Owner } from '../../customers/customer-store.ts'
import type { CommerceContext } from '../../context.ts'
import { addMethod } from '../../payments/payment-methods.ts'
import type { BasketOrder, CommerceDb } from '../../schema.ts'
import { type NewHead, placeOnce, toHeadRow } from '../order-placement.ts'
import { addOrderRows } from '../order-store.ts'
import { preparePurchase, type PreparedPurchase } from './basket-quote.ts'
import type { PlacedPurchase } from './basket.ts'
import { toPurchaseView } from './basket-view.ts'

export async function placePurchase(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  asked: PlacedPurchase,
): Promise<PurchaseView | Refusal> {
  const placed = await placeOnce<PreparedPurchase, BasketOrder>(context, publication, sub, asked, {
    kind: 'basket',
    prepare: () => preparePurchase(context, publication, asked, asked.isGuest ? null : sub),
    write: (owner, head, prepared, within) => write(context, owner, asked, head, prepared, within),
  })
  return isRefusal(placed) ? placed : toPurchaseView(context, placed)
}

async function write(
  context: CommerceContext,
  owner: Owner,
  asked: PlacedPurchase,
  head: NewHead,
  prepared: PreparedPurchase,
  within: CommerceDb,
): Promise<BasketOrder> {
  const { basket, totals } = prepared
  const method = await addMethod(context, owner, prepared, within)
  const hasOwnAddress = asked.recipient !== null && basket.delivery !== null
  const row = {
    ...toHeadRow(context, owner, head, asked, method.id),
    state: 'placed',
    seller: asked.seller,
    reference: asked.reference,
    basket: JSON.stringify(basket),
    due_cents: totals.dueCents,
    recipient: hasOwnAddress ? JSON.stringify(toRecipient(asked.recipient!)) : null,
    step: 'reserve',
  }
  return (await addOrderRows<BasketOrder>([row], within))[0]!
}
