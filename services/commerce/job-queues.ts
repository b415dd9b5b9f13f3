/** Money that is asked for and money that goes back, as queues. A provider is asked by whoever holds the row. */
import type { QueueTable } from '../platform/jobs/table-queue.ts'

/** What a crash left of orders. One that failed is not given up: dunning goes on with it. */
export const CHARGES: QueueTable = {
  name: 'charges',
  table: 'subscription.charges',
  key: ['mandator', 'charge_id'],
  waits: "q.state = 'due' and q.kind = 'first' and q.order_number is not null",
  columns: { heldUntil: 'leased_until', heldBy: 'lease' },
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
