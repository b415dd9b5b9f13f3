/** Deletes expired rows. */
import { DAY } from '../context.ts'
import type { NewsletterDb } from '../schema.ts'

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
  await db.deleteFrom('newsletter.drafts').where('changed_at', '<', daysAgo(400)).execute()
  await db.deleteFrom('newsletter.address_changes').where('at', '<', daysAgo(30)).execute()
  await db.deleteFrom('newsletter.counters').where('started_at', '<', daysAgo(2)).execute()
}
