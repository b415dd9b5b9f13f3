/** Queries of reports and of what families ask for, and what is swept away in time. */
import { sql } from 'kysely'
import type { NoticesDb, NoticesTables, Trx } from '../schema.ts'

export type ReportRow = NoticesTables['notices.reports']
export type RequestRow = NoticesTables['notices.requests']
type Table = 'notices.reports' | 'notices.requests'
type Slice = { limit: number; offset: number }

export async function addReport(db: NoticesDb, row: ReportRow): Promise<void> {
  await db.insertInto('notices.reports').values(row).execute()
}

export async function addRequest(db: NoticesDb, row: RequestRow): Promise<void> {
  await db.insertInto('notices.requests').values(row).execute()
}

async function countOf(db: NoticesDb, table: Table, publication: string): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('publication', '=', publication)
    .executeTakeFirstOrThrow()
  return total
}

export async function listReports(db: NoticesDb, publication: string, { limit, offset }: Slice) {
  const [rows, total] = await Promise.all([
    db
      .selectFrom('notices.reports')
      .selectAll()
      .where('publication', '=', publication)
      .orderBy(sql`outcome is not null`)
      .orderBy('created_at')
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(db, 'notices.reports', publication),
  ])
  return { rows, total }
}

export async function listRequests(db: NoticesDb, publication: string, { limit, offset }: Slice) {
  const [rows, total] = await Promise.all([
    db
      .selectFrom('notices.requests')
      .selectAll()
      .where('publication', '=', publication)
      .orderBy(sql`outcome is not null`)
      .orderBy('created_at')
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(db, 'notices.requests', publication),
  ])
  return { rows, total }
}

export async function decideReport(
  trx: Trx,
  publication: string,
  id: string,
  outcome: NonNullable<ReportRow['outcome']>,
  now: Date,
): Promise<ReportRow | null> {
  const row = await trx
    .updateTable('notices.reports')
    .set({ outcome, decided_at: now })
    .where('publication', '=', publication)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
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

/** Decided requests after ninety days, decided reports and entries that were taken out after half a year (DSA Art. 20), old windows. */
export async function sweep(db: NoticesDb, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await db.deleteFrom('notices.requests').where('decided_at', '<', before(90)).execute()
  await db.deleteFrom('notices.reports').where('decided_at', '<', before(183)).execute()
  await db.deleteFrom('notices.entries').where('state', '=', 'removed').where('decided_at', '<', before(183)).execute()
  await db.deleteFrom('notices.counters').where('until', '<', now).execute()
}
