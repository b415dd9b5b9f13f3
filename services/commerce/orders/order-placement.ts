/**
 * Places an order, whatever its lines are. Promises: it is checked, then written in one transaction under a lock of the
 * customer, before a seller or a provider is asked; an idempotency key with the same content is one order. The queues of steps
 * and charges finish orders that a crash interrupted.
 */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { lockCustomer, type Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { removeCounters } from '../counters.ts'
import { openOwner } from '../customers/customers.ts'
import { digestOf } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import { toFreeNumber } from './order-numbers.ts'
import { HOUR, LIMITS } from './order.ts'

export type NewHead = { number: string; digest: string }

type Placing<Prepared, Row> = {
  findByKey: (owner: Owner, idempotencyKey: string, within: CommerceDb) => Promise<Row | null>
  prepare: (owner: Owner) => Promise<Prepared | Refusal>
  write: (owner: Owner, head: NewHead, prepared: Prepared, within: CommerceDb) => Promise<Row | Refusal>
}

export async function placeOnce<Prepared, Row extends { digest: string }>(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  { requester, idempotencyKey, ...content }: { requester: string; idempotencyKey: string },
  { findByKey, prepare, write }: Placing<Prepared, Row>,
): Promise<Row | Refusal> {
  const owner = await openOwner(context, mandator, sub)
  const digest = context.sealing.digest(JSON.stringify(content))
  const findBefore = async (within: CommerceDb): Promise<Row | Refusal | null> => {
    const before = await findByKey(owner, idempotencyKey, within)
    if (before === null || before.digest === digest) return before
    return problem(409, 'KEY_USED', 'The idempotency key has ordered something else')
  }
  const before = await findBefore(context.db)
  if (before !== null) return before
  const prepared = await prepare(owner)
  if (isRefusal(prepared)) return prepared
  const placed = await context.inTransaction(async (within): Promise<Row | Refusal> => {
    await lockCustomer(owner, within)
    const meanwhile = await findBefore(within)
    if (meanwhile !== null) return meanwhile
    const attempts = [
      { key: `orders-from ${mandator} ${requester}`, budget: LIMITS.requester },
      { key: `orders ${mandator} ${digestOf(owner.customerId)}`, budget: LIMITS.account },
    ]
    if ((await context.limiter.take(attempts, within)) !== null)
      return problem(429, 'TOO_MANY_ORDERS', 'Too many orders in a short time', { 'retry-after': '3600' })
    return write(owner, { number: await toFreeNumber(mandator, context.now(), within), digest }, prepared, within)
  })
  await removeCounters(new Date(context.now().getTime() - 24 * HOUR), context.db)
  return placed
}
