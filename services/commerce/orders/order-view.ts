/** The view of an order for readers, advanced as far as possible at the moment. */
import { problem, type Refusal } from '../../platform/serve.ts'
import { collectCharge, lookAtCharge } from '../payments/charge-collection.ts'
import type { CommerceContext } from '../context.ts'
import { findOwner } from '../customers/customers.ts'
import { getPaymentMethod } from '../payments/payment-method-store.ts'
import { toOrderToken } from '../payments/order-token.ts'
import type { OrderRow } from '../schema.ts'
import { findChargeOf, findOrder } from './order-store.ts'
import { isOpen, kindOf, type OrderAccess, type OrderKind, type OrderName, toName } from './order.ts'

/** Milliseconds a request waits while another one asks the provider or the seller. */
const PATIENCE_MS = 3000

/** The part of the view that does not depend on the lines, and the charge. */
export async function readHead(context: CommerceContext, order: OrderRow) {
  const { publication, number } = toName(order)
  const [method, charge] = await Promise.all([
    getPaymentMethod(publication, order.payment_method_id, context.db),
    findChargeOf(order, context.db),
  ])
  return {
    charge,
    head: {
      number,
      token: toOrderToken(context, publication, number),
      redirectUrl: isOpen(order) ? (charge?.redirectUrl ?? null) : null,
      placedAt: order.placed_at.toISOString(),
    },
    payment: {
      kind: method?.kind ?? ('invoice' as const),
      provider: method?.provider ?? ('invoice' as const),
      label: method?.label ?? '',
    },
  }
}

/** The failure as the contract names it. */
export function toFailure<Known extends string>(
  failure: string | null,
  known: readonly Known[],
): Known | 'PAYMENT_REFUSED' | null {
  return failure === null ? null : (known.find((one) => one === failure) ?? 'PAYMENT_REFUSED')
}

/** Advances an order as far as possible at the moment: reserved, paid, settled. */
export async function finishOrder<Order extends OrderRow>(context: CommerceContext, order: Order): Promise<Order> {
  const { mandator: publication, order_number } = order
  const runStep = () => context.steps.runOne({ mandator: publication, order_number })
  const until = performance.now() + PATIENCE_MS
  for (let current = order; ;) {
    if (current.step !== null) await runStep()
    const charge = await findChargeOf(current, context.db)
    if (charge?.state === 'due') await collectCharge(context, charge)
    else if (charge?.state === 'submitted') await lookAtCharge(context, charge)
    // Read the charge first: a charge and its order end in one transaction, so the order read afterwards is up to date.
    const state = (await findChargeOf(current, context.db))?.state ?? 'due'
    const before = current
    current = ((await findOrder(toName(order), context.db)) as Order | null) ?? current
    if (current.step === 'settle' && before.step !== 'settle') await runStep()
    const isWaiting = current.state === 'placed' || (current.state === 'pending' && state === 'due')
    if (!isWaiting || performance.now() > until) return current
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

/** An order for its reader, or for the holder of its token. */
export async function openOrder<Order extends OrderRow>(
  context: CommerceContext,
  name: OrderName,
  kind: OrderKind,
  by: OrderAccess,
): Promise<{ order: Order; isOwner: boolean } | Refusal> {
  const found = await findOrder(name, context.db)
  const order = found === null || kindOf(found) !== kind ? null : (found as Order)
  const customer = by.sub === undefined ? null : await findOwner(context, name.publication, by.sub)
  const isOwner = order !== null && order.customer_id === customer?.customerId
  const isHolder =
    by.token !== undefined &&
    context.sealing.digest(by.token) === context.sealing.digest(toOrderToken(context, name.publication, name.number))
  if (order === null || (!isOwner && !isHolder))
    return problem(404, 'NOT_FOUND', kind === 'offer' ? 'No such order' : 'No such purchase')
  return { order: isOpen(order) ? await finishOrder(context, order) : order, isOwner }
}
