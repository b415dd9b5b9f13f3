/**
 * Places an order, whatever its lines are. Promises: it is checked, then written in one transaction under a lock of the
 * customer, before a seller or a provider is asked; an idempotency key with the same content is one order. The queues of steps
 * and charges finish orders that a crash interrupted.
 */
import type { OrderRequest } from '@lokalteil/contracts/commerce/orders'
import { toBuyer } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { lockCustomer, type Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { removeCounters } from '../counters.ts'
import { openOwner } from '../customers/customers.ts'
import { digestOf } from '../references.ts'
import type { OrderRow, CommerceDb } from '../schema.ts'
import { toFreeNumber } from './order-numbers.ts'
import { findOrderByKey } from './order-store.ts'
import { finishOrder } from './order-view.ts'
import { HOUR, LIMITS, type OrderKind } from './order.ts'

export type NewHead = { number: string; digest: string }

type Placing<Prepared, Order> = {
  kind: OrderKind
  prepare: (owner: Owner) => Promise<Prepared | Refusal>
  write: (owner: Owner, head: NewHead, prepared: Prepared, within: CommerceDb) => Promise<Order | Refusal>
}

/** Answers the order as far as it comes at the moment. */
export async function placeOnce<Prepared, Order extends OrderRow>(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  { requester, idempotencyKey, ...content }: { requester: string; idempotencyKey: string },
  { kind, prepare, write }: Placing<Prepared, Order>,
): Promise<Order | Refusal> {
  const owner = await openOwner(context, publication, sub)
  const digest = context.sealing.digest(JSON.stringify(content))
  const findBefore = async (within: CommerceDb): Promise<Order | Refusal | null> => {
    const before = (await findOrderByKey(owner, kind, idempotencyKey, within)) as Order | null
    if (before === null || before.digest === digest) return before
    return problem(409, 'KEY_USED', 'The idempotency key has ordered something else')
  }
  const before = await findBefore(context.db)
  if (before !== null) return isRefusal(before) ? before : finishOrder(context, before)
  const prepared = await prepare(owner)
  if (isRefusal(prepared)) return prepared
  const placed = await context.inTransaction(async (within): Promise<Order | Refusal> => {
    await lockCustomer(owner, within)
    const meanwhile = await findBefore(within)
    if (meanwhile !== null) return meanwhile
    const attempts = [
      { key: `orders-from ${publication} ${requester}`, budget: LIMITS.requester },
      { key: `orders ${publication} ${digestOf(owner.customerId)}`, budget: LIMITS.account },
    ]
    if ((await context.limiter.take(attempts, within)) !== null)
      return problem(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', { 'retry-after': '3600' })
    return write(owner, { number: await toFreeNumber(publication, context.now(), within), digest }, prepared, within)
  })
  await removeCounters(new Date(context.now().getTime() - 24 * HOUR), context.db)
  return isRefusal(placed) ? placed : finishOrder(context, placed)
}

/** The columns that every order has. */
export function toHeadRow(
  context: CommerceContext,
  { publication, customerId }: Owner,
  { number, digest }: NewHead,
  asked: Pick<OrderRequest, 'idempotencyKey' | 'buyer' | 'consents'> & { email: string; isGuest: boolean },
  methodId: string,
) {
  const at = context.now()
  return {
    mandator: publication,
    order_number: number,
    customer_id: customerId,
    idempotency_key: asked.idempotencyKey,
    digest,
    failure: null,
    buyer: JSON.stringify(toBuyer(asked.buyer)),
    consents: JSON.stringify({ ...asked.consents, at: at.toISOString() }),
    email: asked.email.trim(),
    is_guest: asked.isGuest,
    payment_method_id: methodId,
    placed_at: at,
    changed_at: at,
  }
}
