/** Orders of an offer as readers see them. */
import { ORDER_FAILURES, type OrderView, type Quote } from '@lokalteil/contracts/commerce/orders'
import type { OrderState } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, type Refusal } from '../../../platform/serve.ts'
import type { CommerceContext } from '../../context.ts'
import { findOwner } from '../../customers/customers.ts'
import type { OfferOrder } from '../../schema.ts'
import { listOrders } from '../order-store.ts'
import { openOrder, readHead, toFailure } from '../order-view.ts'
import type { OrderAccess } from '../order.ts'

const MOST = 200

export async function toOrderView(context: CommerceContext, order: OfferOrder, isOwner = false): Promise<OrderView> {
  const { head, payment } = await readHead(context, order)
  // Such a refusal goes by mail to the order's address, because a stranger may have typed that address.
  const isHidden = !isOwner && order.is_guest && order.refusal !== null && order.state === 'failed'
  const quote = order.quote as Omit<Quote, 'payments'>
  return {
    ...head,
    payment,
    state: isHidden ? 'completed' : (order.state as OrderState),
    failure: isHidden ? null : toFailure(order.failure, ORDER_FAILURES),
    offer: quote.offer,
    quote,
  }
}

export async function readOrder(
  context: CommerceContext,
  publication: PublicationCode,
  number: string,
  by: OrderAccess,
): Promise<OrderView | Refusal> {
  const opened = await openOrder<OfferOrder>(context, { publication, number }, 'offer', by)
  return isRefusal(opened) ? opened : toOrderView(context, opened.order, opened.isOwner)
}

/** Newest first. */
export async function listReaderOrders(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<OrderView[]> {
  const customer = await findOwner(context, publication, sub)
  if (customer === null) return []
  const orders = await listOrders(customer, { kind: 'offer', state: null, limit: MOST }, context.db)
  return Promise.all(orders.map((order) => toOrderView(context, order as OfferOrder, true)))
}
