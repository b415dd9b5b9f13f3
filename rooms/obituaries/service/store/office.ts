/** Queries of families' requests, and the deletion of expired data. */
import { sql } from 'kysely'
import { forgetOldReports } from '@lokalteil/services/platform/moderation/case-store'
import type { ObituariesDb, ObituariesTables, Trx } from '../schema.ts'

export const CASE_TABLES = { reports: 'notices.case_reports', decisions: 'notices.decisions' } as const

export type RequestRow = ObituariesTables['notices.requests']
type Slice = { limit: number; offset: number }

export async function addRequest(db: ObituariesDb, row: RequestRow): Promise<void> {
  await db.insertInto('notices.requests').values(row).execute()
}

export async function listRequests(db: ObituariesDb, publication: string, { limit, offset }: Slice) {
  const [rows, count] = await Promise.all([
    db
      .selectFrom('notices.requests')
      .selectAll()
      .where('publication', '=', publication)
      .orderBy(sql`outcome is not null`)
      .orderBy('created_at')
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom('notices.requests')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('publication', '=', publication)
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export async function decideRequest(
  trx: Trx,
  publication: string,
  id: string,
  outcome: NonNullable<RequestRow['outcome']>,
  now: Date,
): Promise<RequestRow | null> {
  const row = await trx
    .updateTable('notices.requests')
    .set({ outcome, decided_at: now })
    .where('publication', '=', publication)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Deletes decided requests after ninety days, removed entries and names of reporters after half a year (DSA Art. 20),
 * and old windows of limits.
 */
export async function sweep(db: ObituariesDb, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await db.deleteFrom('notices.requests').where('decided_at', '<', before(90)).execute()
  await forgetOldReports(db, CASE_TABLES, before(183))
  await db.deleteFrom('notices.entries').where('state', '=', 'removed').where('decided_at', '<', before(183)).execute()
  await db.deleteFrom('notices.counters').where('until', '<', now).execute()
}
