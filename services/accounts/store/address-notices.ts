/** The outbox of changed addresses. */
import { sql } from 'kysely'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { createTableQueue, type QueueTable } from '../../platform/jobs/table-queue.ts'
import type { AccountsDb, Trx } from '../schema.ts'

export type AddressNotice = { mandator: string; subscriber: string; change: unknown }

export async function addNotices(
  trx: Trx,
  account: { mandator: string; id: string },
  subscribers: readonly string[],
  change: unknown,
  now: Date,
): Promise<void> {
  if (subscribers.length === 0) return
  await trx
    .insertInto('sso.address_notices')
    .values(
      subscribers.map((subscriber) => ({
        mandator: account.mandator,
        account_id: account.id,
        subscriber,
        change: JSON.stringify(change),
        attempts: 0,
        due_at: now,
      })),
    )
    .execute()
}

/** A notice waits for earlier ones of its account and subscriber. */
export const NOTICES: QueueTable = {
  name: 'address-notices',
  table: 'sso.address_notices',
  key: ['sequence'],
  waits: `not exists (
    select 1 from sso.address_notices e where e.mandator = q.mandator and e.account_id = q.account_id
    and e.subscriber = q.subscriber and e.sequence < q.sequence
  )`,
  columns: { heldUntil: 'due_at', attempts: 'attempts' },
  order: 'sequence',
  since: 'due_at',
}

/** Only notices for subscribers of this process. */
export function toNoticeQueue(db: AccountsDb, listSubscribers: () => string[]): JobQueue<AddressNotice> {
  return createTableQueue<AddressNotice, AddressNotice>(db, NOTICES, {
    toJob: (notice) => notice,
    done: 'remove',
    where: () => sql`subscriber = any(${listSubscribers()}::text[])`,
  })
}
