/** The table of the rate limiter: attempts per time window, shared by all processes. */
import type { WindowTable } from '../platform/limits/table-windows.ts'
import type { CommerceDb } from './schema.ts'

export const COUNTERS: WindowTable = { table: 'subscription.counters', notes: 'begins' }

export async function removeCounters(before: Date, within: CommerceDb): Promise<void> {
  await within.deleteFrom('subscription.counters').where('started_at', '<', before).execute()
}
