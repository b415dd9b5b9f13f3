/** Orders of a basket as readers see them. */
import { PURCHASE_FAILURES, type PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { namesContract } from '@lokalteil/domain/commerce/contract-rights'
import type { OrderState } from '@lokalteil/domain/commerce/orders'
import { toPurchaseTotals } from '@lokalteil/domain/commerce/purchases'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, type Refusal } from '../../../platform/serve.ts'
import type { CommerceContext } from '../../context.ts'
import { listDeclarationsFor } from '../../contracts/declaration-store.ts'
import { findOwner } from '../../customers/customers.ts'
import { findInvoicesOf } from '../../documents/invoice-store.ts'
import type { BasketOrder } from '../../schema.ts'
import { listOrders } from '../order-store.ts'
import { openOrder, readHead, toFailure } from '../order-view.ts'
import { isOpen, type OrderAccess, toName } from '../order.ts'
import { basketOf, takenBackOf } from './basket.ts'

const MOST = 200

type Declared = Awaited<ReturnType<typeof listDeclarationsFor>>['declarations']

export async function toPurchaseView(
  context: CommerceContext,
  order: BasketOrder,
  declared: Declared = [],
): Promise<PurchaseView> {
  const { publication, number } = toName(order)
  const basket = basketOf(order)
  const { head, payment, charge } = await readHead(context, order)
  const invoices = charge === null ? null : await findInvoicesOf(publication, [charge.chargeId], context.db)
  const declaration = declared.find(
    ({ right, declaration: { contract } }) =>
      right === 'withdrawal' && namesContract(contract, { orderNumbers: [number], customerId: number }),
  )
  return {
    ...head,
    seller: order.seller,
    state: isOpen(order) ? 'pending' : (order.state as OrderState),
    failure: toFailure(order.failure, PURCHASE_FAILURES),
    basket,
    ...toPurchaseTotals(basket),
    payment: { ...payment, state: order.payment as PurchaseView['payment']['state'] },
    refundedCents: charge?.refundedCents ?? 0,
    takenBack: takenBackOf(order),
    sentOn: order.sent_on,
    declaredAt: declaration?.receivedAt ?? null,
    invoice: charge === null ? null : (invoices?.get(charge.chargeId)?.number ?? null),
  }
}

export async function readPurchase(
  context: CommerceContext,
  publication: PublicationCode,
  number: string,
  by: OrderAccess,
): Promise<PurchaseView | Refusal> {
  const opened = await openOrder<BasketOrder>(context, { publication, number }, 'basket', by)
  return isRefusal(opened) ? opened : toPurchaseView(context, opened.order)
}

/** Newest first; failed ones are left out. */
export async function listReaderPurchases(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<PurchaseView[]> {
  const customer = await findOwner(context, publication, sub)
  if (customer === null) return []
  const orders = await listOrders(customer, { kind: 'basket', state: 'completed', limit: MOST }, context.db)
  if (orders.length === 0) return []
  const { declarations } = await listDeclarationsFor(publication, customer.customerId, context.db)
  return Promise.all(orders.map((order) => toPurchaseView(context, order as BasketOrder, declarations)))
}
