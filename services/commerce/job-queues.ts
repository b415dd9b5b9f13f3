/** Job queues of charges, refunds and messages to sellers. Only the process that holds a row's lease asks the provider. */
import { sql } from 'kysely'
import type { JobQueue } from '../platform/jobs/job-queue.ts'
import { createTableQueue, type QueueTable } from '../platform/jobs/table-queue.ts'
import { type Charge, toCharge } from './payments/charge.ts'
import { type Refund, toRefund } from './payments/refund-store.ts'
import type { BasketOrder, ChargeRow, RefundRow, CommerceDb } from './schema.ts'

/** Charges of orders that a crash left due. A failed one is no job: dunning goes on with it. */
export const CHARGES: QueueTable = {
  name: 'charges',
  table: 'subscription.charges',
  key: ['mandator', 'charge_id'],
  waits: "q.state = 'due' and q.kind in ('first', 'purchase') and q.order_number is not null",
  columns: { heldUntil: 'leased_until', heldBy: 'lease', changedAt: 'changed_at' },
  order: 'created_at',
}

export const REFUNDS: QueueTable = {
  name: 'refunds',
  table: 'subscription.refunds',
  key: ['mandator', 'refund_id'],
  waits: "q.state = 'due'",
  isGivenUp: "q.state = 'by-hand'",
  columns: { heldUntil: 'leased_until', attempts: 'attempts', changedAt: 'changed_at' },
  order: 'created_at',
}

export const PURCHASE_STEPS: QueueTable = {
  name: 'purchases',
  table: 'subscription.all_orders',
  key: ['mandator', 'order_number'],
  waits: 'q.step is not null',
  columns: {
    heldUntil: 'step_until',
    heldBy: 'step_by',
    attempts: 'step_attempts',
    error: 'step_error',
    changedAt: 'changed_at',
  },
  order: 'placed_at',
}

export function openPurchaseQueue(db: CommerceDb): JobQueue<BasketOrder> {
  return createTableQueue<BasketOrder, BasketOrder>(db, PURCHASE_STEPS, {
    toJob: (row) => row,
    done: () => ({ step: null, step_reason: null, step_attempts: 0 }),
  })
}

/**
 * The runner takes charges that match `CHARGES`; a caller may name any charge that is due or has failed. The answer of the
 * provider changes the row elsewhere.
 */
export function openChargeQueue(db: CommerceDb): JobQueue<Charge> {
  const description = { ...CHARGES, waits: "q.state in ('due', 'failed')" }
  return createTableQueue<ChargeRow, Charge>(db, description, { toJob: toCharge, where: () => sql.raw(CHARGES.waits) })
}

export function openRefundQueue(db: CommerceDb): JobQueue<Refund> {
  return createTableQueue<RefundRow, Refund>(db, REFUNDS, {
    toJob: toRefund,
    done: (now) => ({ state: 'done', settled_at: now }),
    givenUp: () => ({ state: 'by-hand', settled_at: null, leased_until: null }),
  })
}
