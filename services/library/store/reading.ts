/** Every query on read articles and on the visits of the feeds. */
import type { Feed, FeedVisit } from '@lokalteil/domain/reading/personal-feed'
import type { ReadArticle, RemovedReading } from '@lokalteil/domain/reading/read-articles'
import { sql } from 'kysely'
import type { LibraryDb } from '../schema.ts'
import { setReader, type Reader, type ReaderChange } from './readers.ts'

const KEPT_REMOVALS_MS = 90 * 86_400_000

export async function listReading(db: LibraryDb, { publication, user }: Reader): Promise<ReadArticle[]> {
  const rows = await db
    .selectFrom('reader.read_articles')
    .select(['article_id', 'ts', 'progress'])
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .where('removed_at', 'is', null)
    .orderBy('ts', 'desc')
    .orderBy('article_id', 'desc')
    .execute()
  return rows.map(({ article_id, ts, progress }) => ({ articleId: article_id, ts, progress }))
}

export async function listRemovedReading({
  within,
  publication,
  user,
  readingClearedAt,
}: ReaderChange): Promise<RemovedReading> {
  const rows = await within
    .selectFrom('reader.read_articles')
    .select(['article_id', 'removed_at'])
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .where('removed_at', 'is not', null)
    .execute()
  return {
    clearedAt: readingClearedAt,
    removed: new Map(rows.map(({ article_id, removed_at }) => [article_id, removed_at!])),
  }
}

/**
 * `kept` is the whole list. Rows that dropped out of it are deleted; removed ones are kept for a while as tombstones.
 */
export async function saveReading(
  { within, publication, user, at }: ReaderChange,
  kept: readonly ReadArticle[],
): Promise<void> {
  const ids = kept.map(({ articleId }) => articleId)
  await sql`delete from reader.read_articles where mandator = ${publication} and reader = ${user} and article_id <> all(${ids}::text[])
    and (removed_at is null or removed_at < ${new Date(at.getTime() - KEPT_REMOVALS_MS)})`.execute(within)
  if (kept.length === 0) return
  await within
    .insertInto('reader.read_articles')
    .values(
      kept.map(({ articleId, ts, progress }) => ({
        mandator: publication,
        reader: user,
        article_id: articleId,
        ts,
        progress,
        removed_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['mandator', 'reader', 'article_id']).doUpdateSet((eb) => ({
        ts: eb.ref('excluded.ts'),
        progress: eb.ref('excluded.progress'),
        removed_at: null,
      })),
    )
    .execute()
}

export async function removeReading({ within, publication, user, at }: ReaderChange, articleId: string): Promise<void> {
  await within
    .insertInto('reader.read_articles')
    .values({ mandator: publication, reader: user, article_id: articleId, ts: at, progress: 0, removed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['mandator', 'reader', 'article_id']).doUpdateSet({ removed_at: at, progress: 0 }),
    )
    .execute()
  // Limits the tombstones too: a client could remove ids it never stored.
  await sql`delete from reader.read_articles where (mandator, reader, article_id) in (
    select mandator, reader, article_id from reader.read_articles where mandator = ${publication} and reader = ${user} and removed_at is not null
    order by removed_at desc offset 500)`.execute(within)
}

export async function clearReading(change: ReaderChange): Promise<void> {
  await change.within
    .deleteFrom('reader.read_articles')
    .where('mandator', '=', change.publication)
    .where('reader', '=', change.user)
    .execute()
  await setReader(change, { reading_cleared_at: change.at })
}

export async function getFeedVisit({ within, publication, user }: ReaderChange, feed: Feed): Promise<FeedVisit | null> {
  const row = await within
    .selectFrom('reader.feed_visits')
    .select(['since', 'visited_at'])
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .where('feed', '=', feed)
    .executeTakeFirst()
  return row === undefined ? null : { since: row.since, visitedAt: row.visited_at }
}

export async function setFeedVisit(
  { within, publication, user }: ReaderChange,
  feed: Feed,
  { since, visitedAt }: FeedVisit,
): Promise<void> {
  const row = { since, visited_at: visitedAt }
  await within
    .insertInto('reader.feed_visits')
    .values({ mandator: publication, reader: user, feed, ...row })
    .onConflict((conflict) => conflict.columns(['mandator', 'reader', 'feed']).doUpdateSet(row))
    .execute()
}

export async function listFeedVisits(
  db: LibraryDb,
  { publication, user }: Reader,
): Promise<{ feed: string; visited_at: Date }[]> {
  return db
    .selectFrom('reader.feed_visits')
    .select(['feed', 'visited_at'])
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .execute()
}
