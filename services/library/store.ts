/**
 * Every query of the user service. A reader is always publication and id together. Writes go through `change`, which
 * holds the reader's row: what is counted inside is still true when it is written.
 */
import { createHash } from 'node:crypto'
import type { Feed, FeedVisit } from '@lokalteil/domain/reading/personal-feed'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { ReadArticle, RemovedReading } from '@lokalteil/domain/reading/visits'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { MarkKind, UserDb } from './schema.ts'

export type Reader = { mandator: Mandator; user: string }
export type Mark = { id: string; ts: Date }
export type MarkedReader = Awaited<ReturnType<UserStore['getReader']>>
export type UserStore = ReturnType<typeof createUserStore>
/** What a change may do while it holds the reader. */
export type ReaderChange = ReturnType<typeof openChange>

const KEPT_REMOVALS_MS = 90 * 86_400_000
const KEPT_ERASED_MS = 86_400_000

export function createUserStore(database: Database) {
  const db = database.db as UserDb
  const marksOf = ({ mandator, user }: Reader, kind: MarkKind, within: UserDb = db) =>
    within
      .selectFrom('reader.marks')
      .where('mandator', '=', mandator)
      .where('reader', '=', user)
      .where('kind', '=', kind)

  return {
    async listMarks(reader: Reader, kind: MarkKind, limit: number, offset = 0): Promise<Mark[]> {
      return marksOf(reader, kind)
        .select(['id', 'ts'])
        .orderBy('ts', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
    },

    async countMarks(reader: Reader, kind: MarkKind): Promise<number> {
      const row = await marksOf(reader, kind)
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow()
      return row.count
    },

    async hasMarks(reader: Reader, kind: MarkKind): Promise<boolean> {
      return (await marksOf(reader, kind).select('id').limit(1).executeTakeFirst()) !== undefined
    },

    async listMarkedOf(reader: Reader, kind: MarkKind, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const rows = await marksOf(reader, kind)
        .select('id')
        .where('id', '=', sql<string>`any(${[...ids]})`)
        .execute()
      const marked = new Set(rows.map(({ id }) => id))
      return [...new Set(ids)].filter((id) => marked.has(id))
    },

    /** Removing needs no count and therefore no lock. */
    async removeMark({ mandator, user }: Reader, kind: MarkKind, id: string): Promise<void> {
      await db
        .deleteFrom('reader.marks')
        .where('mandator', '=', mandator)
        .where('reader', '=', user)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute()
    },

    async getReader({ mandator, user }: Reader) {
      const row = await db
        .selectFrom('reader.readers')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('reader', '=', user)
        .executeTakeFirst()
      return row ?? null
    },

    async listReading(reader: Reader): Promise<ReadArticle[]> {
      return listReading(db, reader)
    },

    /** Runs `work` while no other change of the reader can run; null when the reader was erased. */
    async change<T>(reader: Reader, now: Date, work: (change: ReaderChange) => Promise<T>): Promise<T | null> {
      return db.transaction().execute(async (within) => {
        const { rows } = await sql<{
          is_reading_synced: boolean
          reading_cleared_at: Date | null
          onboarded_at: Date | null
        }>`
          insert into reader.readers as r (mandator, reader, created_at, changed_at)
          select ${reader.mandator}, ${reader.user}, ${now}, ${now} where not exists (select 1 from reader.erased where digest = ${toDigest(reader)})
          on conflict (mandator, reader) do update set changed_at = excluded.changed_at
          returning is_reading_synced, reading_cleared_at, onboarded_at`.execute(within)
        const [row] = rows
        if (row === undefined) return null
        return work(
          openChange(within, reader, now, {
            isReadingSynced: row.is_reading_synced,
            readingClearedAt: row.reading_cleared_at,
            onboardedAt: row.onboarded_at,
          }),
        )
      })
    },

    async listAll(reader: Reader) {
      const { mandator, user } = reader
      const [row, marks, reading, visits] = await Promise.all([
        this.getReader(reader),
        db
          .selectFrom('reader.marks')
          .select(['kind', 'id', 'ts'])
          .where('mandator', '=', mandator)
          .where('reader', '=', user)
          .orderBy('ts')
          .orderBy('sequence')
          .execute(),
        listReading(db, reader),
        db
          .selectFrom('reader.feed_visits')
          .select(['feed', 'visited_at'])
          .where('mandator', '=', mandator)
          .where('reader', '=', user)
          .execute(),
      ])
      return { row, marks, reading, visits }
    },

    async erase(reader: Reader, now: Date): Promise<void> {
      await db.transaction().execute(async (within) => {
        const digest = toDigest(reader)
        // First, so that a change that waits for the reader's row does not make it anew.
        await within
          .insertInto('reader.erased')
          .values({ digest, at: now })
          .onConflict((conflict) => conflict.column('digest').doUpdateSet({ at: now }))
          .execute()
        await within
          .deleteFrom('reader.readers')
          .where('mandator', '=', reader.mandator)
          .where('reader', '=', reader.user)
          .execute()
        await within
          .deleteFrom('reader.erased')
          .where('at', '<', new Date(now.getTime() - KEPT_ERASED_MS))
          .execute()
      })
    },

    async getSettings(mandator: Mandator): Promise<unknown> {
      return (
        (await db.selectFrom('reader.settings').select('data').where('mandator', '=', mandator).executeTakeFirst())
          ?.data ?? null
      )
    },

    /** One statement, so that two publishers changing different settings lose nothing. */
    async changeSettings(mandator: Mandator, changes: Readonly<Record<string, unknown>>, now: Date): Promise<unknown> {
      const { rows } = await sql<{ data: unknown }>`
        insert into reader.settings as s (mandator, data, changed_at) values (${mandator}, jsonb_strip_nulls(${JSON.stringify(changes)}::jsonb), ${now})
        on conflict (mandator) do update set data = jsonb_strip_nulls(s.data || ${JSON.stringify(changes)}::jsonb), changed_at = excluded.changed_at
        returning data`.execute(db)
      return rows[0]!.data
    },
  }
}

function openChange(
  within: UserDb,
  { mandator, user }: Reader,
  now: Date,
  reader: { isReadingSynced: boolean; readingClearedAt: Date | null; onboardedAt: Date | null },
) {
  const own = { mandator, reader: user }
  const readers = () => within.updateTable('reader.readers').where('mandator', '=', mandator).where('reader', '=', user)
  const articles = () =>
    within.selectFrom('reader.read_articles').where('mandator', '=', mandator).where('reader', '=', user)

  return {
    ...reader,

    /** How many there are, and the one that is asked for. */
    async lookAt(kind: MarkKind, id: string): Promise<{ count: number; mark: Mark | null }> {
      const row = await within
        .selectFrom('reader.marks')
        .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`max(ts) filter (where id = ${id})`.as('ts')])
        .where('mandator', '=', mandator)
        .where('reader', '=', user)
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow()
      return { count: row.count, mark: row.ts === null ? null : { id, ts: row.ts } }
    },

    async addMarks(kind: MarkKind, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await within
        .insertInto('reader.marks')
        .values(ids.map((id) => ({ ...own, kind, id, ts: now })))
        .onConflict((conflict) => conflict.columns(['mandator', 'reader', 'kind', 'id']).doNothing())
        .execute()
    },

    async removeMarks(kind: MarkKind, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await within
        .deleteFrom('reader.marks')
        .where('mandator', '=', mandator)
        .where('reader', '=', user)
        .where('kind', '=', kind)
        .where('id', 'in', [...ids])
        .execute()
    },

    async listMarks(kind: MarkKind): Promise<Mark[]> {
      return within
        .selectFrom('reader.marks')
        .select(['id', 'ts'])
        .where('mandator', '=', mandator)
        .where('reader', '=', user)
        .where('kind', '=', kind)
        .orderBy('ts', 'desc')
        .orderBy('sequence', 'desc')
        .execute()
    },

    async setOnboarded(at: Date | null): Promise<void> {
      await readers().set({ onboarded_at: at }).execute()
    },

    async getFeedVisit(feed: Feed): Promise<FeedVisit | null> {
      const row = await within
        .selectFrom('reader.feed_visits')
        .select(['since', 'visited_at'])
        .where('mandator', '=', mandator)
        .where('reader', '=', user)
        .where('feed', '=', feed)
        .executeTakeFirst()
      return row === undefined ? null : { since: row.since, visitedAt: row.visited_at }
    },

    async setFeedVisit(feed: Feed, { since, visitedAt }: FeedVisit): Promise<void> {
      const row = { since, visited_at: visitedAt }
      await within
        .insertInto('reader.feed_visits')
        .values({ ...own, feed, ...row })
        .onConflict((conflict) => conflict.columns(['mandator', 'reader', 'feed']).doUpdateSet(row))
        .execute()
    },

    async setReadingSync(isSynced: boolean): Promise<void> {
      await readers().set({ is_reading_synced: isSynced }).execute()
    },

    listReading: (): Promise<ReadArticle[]> => listReading(within, { mandator, user }),

    async listRemovedReading(): Promise<RemovedReading> {
      const rows = await articles().select(['article_id', 'removed_at']).where('removed_at', 'is not', null).execute()
      return {
        clearedAt: reader.readingClearedAt,
        removed: new Map(rows.map(({ article_id, removed_at }) => [article_id, removed_at!])),
      }
    },

    /** `kept` is the whole list; what fell out of it goes, what was removed stays known for a while. */
    async saveReading(kept: readonly ReadArticle[]): Promise<void> {
      const ids = kept.map(({ articleId }) => articleId)
      await sql`delete from reader.read_articles where mandator = ${mandator} and reader = ${user} and article_id <> all(${ids}::text[])
        and (removed_at is null or removed_at < ${new Date(now.getTime() - KEPT_REMOVALS_MS)})`.execute(within)
      if (kept.length === 0) return
      await within
        .insertInto('reader.read_articles')
        .values(
          kept.map(({ articleId, ts, progress }) => ({
            ...own,
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
    },

    async removeReading(articleId: string): Promise<void> {
      await within
        .insertInto('reader.read_articles')
        .values({ ...own, article_id: articleId, ts: now, progress: 0, removed_at: now })
        .onConflict((conflict) =>
          conflict.columns(['mandator', 'reader', 'article_id']).doUpdateSet({ removed_at: now, progress: 0 }),
        )
        .execute()
      // Ids nobody ever read must not pile up either.
      await sql`delete from reader.read_articles where (mandator, reader, article_id) in (
        select mandator, reader, article_id from reader.read_articles where mandator = ${mandator} and reader = ${user} and removed_at is not null
        order by removed_at desc offset 500)`.execute(within)
    },

    async clearReading(): Promise<void> {
      await within
        .deleteFrom('reader.read_articles')
        .where('mandator', '=', mandator)
        .where('reader', '=', user)
        .execute()
      await readers().set({ reading_cleared_at: now }).execute()
    },
  }
}

async function listReading(within: UserDb, { mandator, user }: Reader): Promise<ReadArticle[]> {
  const rows = await within
    .selectFrom('reader.read_articles')
    .select(['article_id', 'ts', 'progress'])
    .where('mandator', '=', mandator)
    .where('reader', '=', user)
    .where('removed_at', 'is', null)
    .orderBy('ts', 'desc')
    .orderBy('article_id', 'desc')
    .execute()
  return rows.map(({ article_id, ts, progress }) => ({ articleId: article_id, ts, progress }))
}

function toDigest({ mandator, user }: Reader): string {
  return createHash('sha256').update(`${mandator} ${user}`).digest('base64url')
}
