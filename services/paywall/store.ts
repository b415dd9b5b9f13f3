/** Every query of the paywall decision service. */
import type { LoggedDecision, PaywallRules } from '@lokalteil/contracts/paywall'
import { MOST_READS, type Read } from '@lokalteil/domain/access/paywall-rules'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { PaywallDb } from './schema.ts'

export type RulesRow = { rules: PaywallRules; version: number; changedAt: Date }
export type ReaderRef = { mandator: Mandator; reader: string; isAnonymous: boolean }
export type DecisionFilter = { sub: string | null; anonId: string | null; articleId: string | null; limit: number }

/** Rows removed by one statement, so that tidying up holds the database for moments only. */
const PORTION = 5000

export function createPaywallStore(database: Database) {
  const db = database.db as PaywallDb

  async function removeInPortions(remove: (portion: number) => Promise<number>): Promise<void> {
    for (let removed = PORTION; removed >= PORTION;) removed = await remove(PORTION)
  }

  return {
    inTransaction: <T>(work: (within: PaywallDb) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async getRules(mandator: Mandator): Promise<RulesRow | null> {
      const row = await db.selectFrom('paywall.rules').selectAll().where('mandator', '=', mandator).executeTakeFirst()
      return row === undefined
        ? null
        : { rules: row.rules as PaywallRules, version: row.version, changedAt: row.changed_at }
    },

    async saveRules(mandator: Mandator, rules: PaywallRules, now: Date): Promise<RulesRow> {
      const values = { rules: JSON.stringify(rules), changed_at: now }
      const { version } = await db
        .insertInto('paywall.rules')
        .values({ mandator, version: 1, ...values })
        .onConflict((conflict) =>
          conflict.column('mandator').doUpdateSet({ ...values, version: sql`rules.version + 1` }),
        )
        .returning('version')
        .executeTakeFirstOrThrow()
      return { rules, version, changedAt: now }
    },

    async addRulesOnce(mandator: Mandator, rules: PaywallRules, now: Date): Promise<boolean> {
      const added = await db
        .insertInto('paywall.rules')
        .values({ mandator, version: 1, rules: JSON.stringify(rules), changed_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst()
      return added !== undefined
    },

    // --- What was read

    /** One reader's decisions come one after the other, or two at once would both be the last free article. */
    async lockReader({ mandator, reader }: ReaderRef, within: PaywallDb): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`paywall ${mandator} ${reader}`}, 0))`.execute(within)
    },

    async listReads({ mandator, reader }: ReaderRef, firstDay: string, within: PaywallDb = db): Promise<Read[]> {
      const rows = await within
        .selectFrom('paywall.reads')
        .select(['day', 'article_id', 'is_metered'])
        .where('mandator', '=', mandator)
        .where('reader', '=', reader)
        .where('day', '>=', firstDay)
        .orderBy('day', 'desc')
        .limit(MOST_READS)
        .execute()
      return rows.map((row) => ({ day: row.day, articleId: row.article_id, isMetered: row.is_metered }))
    },

    async addRead({ mandator, reader, isAnonymous }: ReaderRef, read: Read, within: PaywallDb = db): Promise<void> {
      await within
        .insertInto('paywall.reads')
        .values({
          mandator,
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
    },

    async countAnonymousReads(day: string, most: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 from paywall.reads where day = ${day} and is_anonymous limit ${most}) as counted`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },

    async listReadsOf(mandator: Mandator, reader: string): Promise<Read[]> {
      const rows = await db
        .selectFrom('paywall.reads')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('reader', '=', reader)
        .orderBy('day', 'desc')
        .execute()
      return rows.map((row) => ({ day: row.day, articleId: row.article_id, isMetered: row.is_metered }))
    },

    async eraseReader(mandator: Mandator, reader: string, sub: string): Promise<void> {
      await db.transaction().execute(async (within) => {
        await within.deleteFrom('paywall.reads').where('mandator', '=', mandator).where('reader', '=', reader).execute()
        await within.deleteFrom('paywall.decisions').where('mandator', '=', mandator).where('sub', '=', sub).execute()
      })
    },

    // --- Extended access

    /** False when another session has used the nonce. */
    async useNonce(mandator: Mandator, nonce: string, session: string, expiresAt: Date): Promise<boolean> {
      const row = await db
        .insertInto('paywall.assertions')
        .values({ mandator, nonce, session, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .columns(['mandator', 'nonce'])
            .doUpdateSet({ session })
            .where(sql`assertions.session`, '=', session),
        )
        .returning('nonce')
        .executeTakeFirst()
      return row !== undefined
    },

    // --- The log of decisions

    async addDecisions(mandator: Mandator, decisions: readonly LoggedDecision[]): Promise<void> {
      if (decisions.length === 0) return
      await db
        .insertInto('paywall.decisions')
        .values(
          decisions.map(({ id, at, articleId, sub, anonId, record }) => ({
            mandator,
            id,
            at: new Date(at),
            article_id: articleId,
            sub,
            anon_id: anonId,
            record: JSON.stringify(record),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async getDecision(mandator: Mandator, id: string): Promise<LoggedDecision | null> {
      const row = await db
        .selectFrom('paywall.decisions')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toLogged(row)
    },

    async listDecisions(
      mandator: Mandator,
      { sub, anonId, articleId, limit }: DecisionFilter,
    ): Promise<LoggedDecision[]> {
      let query = db.selectFrom('paywall.decisions').selectAll().where('mandator', '=', mandator)
      if (sub !== null) query = query.where('sub', '=', sub)
      if (anonId !== null) query = query.where('anon_id', '=', anonId)
      if (articleId !== null) query = query.where('article_id', '=', articleId)
      return (await query.orderBy('at', 'desc').orderBy('id').limit(limit).execute()).map(toLogged)
    },

    /** Everything older than it may be kept. */
    async prune(before: { day: string; decisions: Date; now: Date }): Promise<void> {
      const removed = async (statement: ReturnType<typeof sql>) =>
        Number((await statement.execute(db)).numAffectedRows ?? 0)
      await removeInPortions((portion) =>
        removed(
          sql`delete from paywall.reads where ctid in (select ctid from paywall.reads where day < ${before.day} limit ${portion})`,
        ),
      )
      await removeInPortions((portion) =>
        removed(
          sql`delete from paywall.decisions where ctid in (select ctid from paywall.decisions where at < ${before.decisions} limit ${portion})`,
        ),
      )
      await removeInPortions((portion) =>
        removed(
          sql`delete from paywall.assertions where ctid in (select ctid from paywall.assertions where expires_at < ${before.now} limit ${portion})`,
        ),
      )
    },
  }
}

type DecisionRow = {
  id: string
  at: Date
  article_id: string
  sub: string | null
  anon_id: string | null
  record: unknown
}

function toLogged(row: DecisionRow): LoggedDecision {
  return {
    id: row.id,
    at: row.at.toISOString(),
    articleId: row.article_id,
    sub: row.sub,
    anonId: row.anon_id,
    record: row.record as LoggedDecision['record'],
  }
}
