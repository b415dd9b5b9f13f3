/** Counters, and the end of what has had its time. */
import { countUp } from '../../platform/counters.ts'
import { DAY } from '../context.ts'
import type { NewsletterDb } from '../schema.ts'

/** Counts one more; false, uncounted, when `limit` was reached since the counter's window began. */
export function count(
  db: NewsletterDb,
  counted: { bucket: string; now: Date; windowMs: number; limit: number },
): Promise<boolean> {
  return countUp(db as never, 'newsletter.counters', counted)
}

export async function tidyUp(db: NewsletterDb, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)
  await db
    .updateTable('newsletter.orders')
    .set({ address: '' })
    .where('expires_at', '<=', now)
    .where('address', '<>', '')
    .execute()
  await db.deleteFrom('newsletter.orders').where('expires_at', '<', daysAgo(30)).execute()
  await db.deleteFrom('newsletter.proofs').where('until', '<=', now).execute()
  await db
    .deleteFrom('newsletter.subscriptions')
    .where('state', '=', 'ended')
    .where('ended_at', '<', daysAgo(400))
    .execute()
  await db
    .deleteFrom('newsletter.issues')
    .where('state', '<>', 'sending')
    .where('created_at', '<', daysAgo(400))
    .execute()
  await db.deleteFrom('newsletter.address_changes').where('at', '<', daysAgo(30)).execute()
  await db.deleteFrom('newsletter.counters').where('started_at', '<', daysAgo(2)).execute()
}
