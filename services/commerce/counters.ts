/** How often somebody tried something, in windows of time. */
import { countUp } from '../platform/counters.ts'
import type { SubscriptionDb } from './schema.ts'

export type Limit = { count: number; windowMs: number }

/** Counts one more; false, uncounted, when the limit was reached since the counter's window began. */
export function countAttempt(bucket: string, limit: Limit, now: Date, within: SubscriptionDb): Promise<boolean> {
  const { windowMs, count } = limit
  return countUp(within as never, 'subscription.counters', { bucket, now, windowMs, limit: count })
}

export async function removeCounters(before: Date, within: SubscriptionDb): Promise<void> {
  await within.deleteFrom('subscription.counters').where('started_at', '<', before).execute()
}
