/** Orders as readers see them, each advanced as far as possible at the moment. */
import {
  ORDER_FAILURES,
  type OrderFailure,
  type OrderView,
  type PaymentMethodView,
  type Quote,
} from '@lokalteil/contracts/commerce/orders'
import type { OrderState } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import { collectCharge, lookAtCharge } from '../payments/charge-collection.ts'
import { getCharge } from '../payments/charge-store.ts'
import type { Charge } from '../payments/charge.ts'
import type { CommerceContext } from '../context.ts'
import { findOwner } from '../customers/customers.ts'
import { getPaymentMethod, listPaymentMethods } from '../payments/payment-method-store.ts'
import type { OrderRow } from '../schema.ts'
import { findFirstChargeId, findOrder, listOrders } from './order-store.ts'
import { toOrderToken } from '../payments/order-token.ts'
import type { OrderAccess } from './order.ts'

/** Milliseconds a repeated request waits while the first one asks the provider. */
const PATIENCE_MS = 3000

export async function toOrderView(context: CommerceContext, order: OrderRow, isOwner = false): Promise<OrderView> {
  const mandator = order.mandator as Mandator
  const [method, charge] = await Promise.all([
    getPaymentMethod(mandator, order.payment_method_id, context.db),
    getFirstCharge(context, mandator, order.order_number),
  ])
  // Such a refusal goes by mail to the order's address, because a stranger may have typed that address.
  const isHidden = !isOwner && order.is_guest && order.refusal !== null && order.state === 'failed'
  return {
    number: order.order_number,
    token: toOrderToken(context, mandator, order.order_number),
    state: isHidden ? 'completed' : (order.state as OrderState),
    failure: isHidden ? null : toFailure(order.failure),
    offer: (order.quote as Quote).offer,
    quote: order.quote as Omit<Quote, 'payments'>,
    payment: { kind: method?.kind ?? 'invoice', provider: method?.provider ?? 'invoice', label: method?.label ?? '' },
    redirectUrl: order.state === 'pending' ? (charge?.redirectUrl ?? null) : null,
    placedAt: order.placed_at.toISOString(),
  }
}

function toFailure(failure: string | null): OrderFailure | null {
  if (failure === null) return null
  return ORDER_FAILURES.find((known) => known === failure) ?? 'PAYMENT_REFUSED'
}

async function getFirstCharge(
  context: CommerceContext,
  mandator: Mandator,
  orderNumber: string,
): Promise<Charge | null> {
  const chargeId = await findFirstChargeId(mandator, orderNumber, context.db)
  return chargeId === null ? null : getCharge({ mandator, chargeId }, context.db)
}

/** Advances a pending order as far as possible at the moment. */
export async function finishOrder(context: CommerceContext, order: OrderRow): Promise<OrderRow> {
  const mandator = order.mandator as Mandator
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const charge = await getFirstCharge(context, mandator, order.order_number)
    if (charge === null) return order
    if (charge.state === 'due') await collectCharge(context, charge)
    else if (charge.state === 'submitted') await lookAtCharge(context, charge)
    // Read the charge first: a charge and its order end in one transaction, so the order read afterwards is up to date.
    const isDue = charge.state === 'due' && (await getCharge(charge, context.db))?.state === 'due'
    const found = (await findOrder(mandator, order.order_number, context.db)) ?? order
    if (found.state !== 'pending' || !isDue || performance.now() > until) return found
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

/** An order for its reader, or for the holder of its token. */
export async function readOrder(
  context: CommerceContext,
  mandator: Mandator,
  number: string,
  by: OrderAccess,
): Promise<OrderView | Refusal> {
  const order = await findOrder(mandator, number, context.db)
  const customer = by.sub === undefined ? null : await findOwner(context, mandator, by.sub)
  const isOwner = order !== null && customer !== null && order.customer_id === customer.customerId
  const isHolder =
    by.token !== undefined &&
    context.sealing.digest(by.token) === context.sealing.digest(toOrderToken(context, mandator, number))
  if (order === null || (!isOwner && !isHolder)) return problem(404, 'NOT_FOUND', 'No such order')
  return toOrderView(context, order.state === 'pending' ? await finishOrder(context, order) : order, isOwner)
}

/** Newest first. */
export async function listReaderOrders(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
): Promise<OrderView[]> {
  const customer = await findOwner(context, mandator, sub)
  if (customer === null) return []
  const rows = await listOrders(customer, null, 200, context.db)
  return Promise.all(rows.map((row) => toOrderView(context, row, true)))
}

export async function listReaderMethods(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
): Promise<PaymentMethodView[]> {
  const customer = await findOwner(context, mandator, sub)
  if (customer === null) return []
  const rows = await listPaymentMethods(mandator, customer.customerId, context.db)
  return rows.map(({ id, kind, provider, label, mandateReference, isActive }) => ({
    id,
    kind,
    provider,
    label,
    mandateReference,
    isActive,
  }))
}
