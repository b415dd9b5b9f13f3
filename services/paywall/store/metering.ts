/** Reads of readers, by day. */
import { MOST_READS, type Read } from '@lokalteil/domain/access/metering'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { PaywallDb } from '../schema.ts'

export type ReaderRef = { publication: PublicationCode; reader: string; isAnonymous: boolean }

/** Advisory lock: one decision per reader at a time, or two could both get the last free article. */
export async function lockReader(db: PaywallDb, { publication, reader }: ReaderRef): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`paywall ${publication} ${reader}`}, 0))`.execute(db)
}

export async function listReads(
  db: PaywallDb,
  { publication, reader }: Omit<ReaderRef, 'isAnonymous'>,
  firstDay: string,
): Promise<Read[]> {
  const rows = await db
    .selectFrom('paywall.reads')
    .select(['day', 'article_id', 'is_metered'])
    .where('mandator', '=', publication)
    .where('reader', '=', reader)
    .where('day', '>=', firstDay)
    .orderBy('day', 'desc')
    .limit(MOST_READS)
    .execute()
  return rows.map((row) => ({ day: row.day, articleId: row.article_id, isMetered: row.is_metered }))
}

export async function addRead(
  db: PaywallDb,
  { publication, reader, isAnonymous }: ReaderRef,
  read: Read,
): Promise<void> {
  await db
    .insertInto('paywall.reads')
    .values({
      mandator: publication,
      reader,
      day: read.day,
      article_id: read.articleId,
      is_metered: read.isMetered,
      is_anonymous: isAnonymous,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['mandator', 'reader', 'day', 'article_id'])
        .doUpdateSet({ is_metered: sql`reads.is_metered or excluded.is_metered` }),
    )
    .execute()
}

export async function countAnonymousReads(db: PaywallDb, day: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from paywall.reads where day = ${day} and is_anonymous limit ${most}) as counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function listReadsOf(db: PaywallDb, publication: PublicationCode, reader: string): Promise<Read[]> {
  const rows = await db
    .selectFrom('paywall.reads')
    .selectAll()
    .where('mandator', '=', publication)
    .where('reader', '=', reader)
    .orderBy('day', 'desc')
    .execute()
  return rows.map((row) => ({ day: row.day, articleId: row.article_id, isMetered: row.is_metered }))
}
