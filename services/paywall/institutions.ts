/**
 * Libraries and schools of a publication, and how much their visitors read. Promises: a code is kept as a keyed digest and
 * guessed at most five times a quarter of an hour and address; what is counted is how often which article was opened in
 * which month, never by whom; counts outlive the institution. Refuses: ranges that
 * cannot be read or are too wide, and an institution nobody could be recognised as.
 */
import { createHmac } from 'node:crypto'
import type { Institution, InstitutionInput, InstitutionUsage } from '@lokalteil/contracts/paywall'
import { parseIpRange, toPlainCode } from '@lokalteil/domain/access/institutions'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import { problem, type Refusal } from '../platform/serve.ts'
import type { PaywallDb } from './schema.ts'

const ATTEMPTS = 5
const ATTEMPT_MS = 15 * 60_000
/** Tries of one publication in that time, whoever makes them: many addresses guess no faster than this. */
const ATTEMPTS_OF_ALL = 500

type Row = { id: string; name: string; ranges: unknown; code: string | null; changed_at: Date }
type Count = { institutionId: string; month: string; articleId: string; reads: number }

export function createInstitutions(options: { database: Database; secret: string; now: () => Date }) {
  const { secret, now } = options
  const db = options.database.db as PaywallDb
  const digestOf = (what: string, mandator: Mandator, text: string) =>
    createHmac('sha256', secret).update(`${what} ${mandator} ${text}`).digest('base64url')
  const toAnswer = (row: Row): Institution => ({
    id: row.id,
    name: row.name,
    ranges: row.ranges as string[],
    hasCode: row.code !== null,
    changedAt: row.changed_at.toISOString(),
  })

  async function save(mandator: Mandator, id: string, input: InstitutionInput): Promise<Institution | Refusal> {
    const ranges = input.ranges.map((range) => range.trim())
    const unfit = ranges.filter((range) => parseIpRange(range) === null)
    if (unfit.length > 0)
      return {
        ...problem(422, 'UNFIT_RANGES', 'A range is no network, or too wide'),
        fields: Object.fromEntries(unfit.map((range) => [range.slice(0, 60), 'NOT_ALLOWED'])),
      }
    const code = input.code === null ? null : digestOf('code', mandator, toPlainCode(input.code))
    if (ranges.length === 0 && code === null)
      return problem(422, 'NO_WAY_IN', 'Neither a range of addresses nor a code')
    const values = { name: input.name, ranges: JSON.stringify(ranges), code, changed_at: now() }
    return db.transaction().execute(async (within): Promise<Institution | Refusal> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`institutions ${mandator}`}, 0))`.execute(within)
      const other =
        code === null
          ? undefined
          : await within
              .selectFrom('paywall.institutions')
              .select('id')
              .where('mandator', '=', mandator)
              .where('code', '=', code)
              .where('id', '!=', id)
              .executeTakeFirst()
      if (other !== undefined) return problem(409, 'CODE_TAKEN', 'Another institution has this code')
      const row = await within
        .insertInto('paywall.institutions')
        .values({ mandator, id, ...values })
        .onConflict((conflict) => conflict.columns(['mandator', 'id']).doUpdateSet(values))
        .returningAll()
        .executeTakeFirstOrThrow()
      return toAnswer(row)
    })
  }

  async function findByCode(
    mandator: Mandator,
    code: string,
    from: string,
  ): Promise<{ id: string; name: string } | Refusal> {
    const time = now()
    const since = new Date(time.getTime() - ATTEMPT_MS)
    const address = digestOf('address', mandator, from)
    return db.transaction().execute(async (within) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`institution codes ${mandator}`}, 0))`.execute(within)
      await within.deleteFrom('paywall.code_attempts').where('at', '<', since).execute()
      const { own, all } = await within
        .selectFrom('paywall.code_attempts')
        .select((eb) => [
          eb.fn.countAll<number>().as('all'),
          eb.fn.countAll<number>().filterWhere('address', '=', address).as('own'),
        ])
        .where('mandator', '=', mandator)
        .executeTakeFirstOrThrow()
      if (own >= ATTEMPTS || all >= ATTEMPTS_OF_ALL)
        return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many codes were tried')
      const digest = digestOf('code', mandator, toPlainCode(code))
      const row = await within
        .selectFrom('paywall.institutions')
        .select(['id', 'name'])
        .where('mandator', '=', mandator)
        .where('code', '=', digest)
        .executeTakeFirst()
      if (row !== undefined) return { id: row.id, name: row.name }
      // A class of thirty behind one address types the right code thirty times.
      await within.insertInto('paywall.code_attempts').values({ mandator, address, at: time }).execute()
      return problem(404, 'WRONG_CODE', 'No institution has this code')
    })
  }

  async function count(mandator: Mandator, counts: readonly Count[]): Promise<void> {
    if (counts.length === 0) return
    const names = new Map((await list(mandator)).map(({ id, name }) => [id, name]))
    const known = counts
      .filter(({ institutionId }) => names.has(institutionId))
      .sort((left, right) =>
        `${left.institutionId} ${left.articleId}`.localeCompare(`${right.institutionId} ${right.articleId}`),
      )
    await db.transaction().execute(async (within) => {
      for (const { institutionId, month, articleId, reads } of known) {
        await within
          .insertInto('paywall.institution_reads')
          .values({
            mandator,
            institution_id: institutionId,
            name: names.get(institutionId)!,
            month,
            article_id: articleId,
            reads,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['mandator', 'institution_id', 'month', 'article_id'])
              .doUpdateSet({ reads: sql`institution_reads.reads + ${reads}`, name: names.get(institutionId)! }),
          )
          .execute()
      }
    })
  }

  async function list(mandator: Mandator): Promise<Institution[]> {
    return (
      await db
        .selectFrom('paywall.institutions')
        .selectAll()
        .where('mandator', '=', mandator)
        .orderBy('name')
        .orderBy('id')
        .execute()
    ).map(toAnswer)
  }

  return {
    list,
    save,
    findByCode,
    count,
    async remove(mandator: Mandator, id: string): Promise<undefined | Refusal> {
      const removed = await db
        .deleteFrom('paywall.institutions')
        .where('mandator', '=', mandator)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return removed === undefined ? problem(404, 'NOT_FOUND', 'There is no such institution') : undefined
    },
    async listUsage(mandator: Mandator, month: string | null): Promise<InstitutionUsage[]> {
      let query = db
        .selectFrom('paywall.institution_reads')
        .select((eb) => [
          'institution_id',
          'month',
          eb.fn.max('name').as('name'),
          eb.fn.sum<number>('reads').as('reads'),
          eb.fn.countAll<number>().as('articles'),
        ])
        .where('mandator', '=', mandator)
        .groupBy(['institution_id', 'month'])
      if (month !== null) query = query.where('month', '=', month)
      const rows = await query.orderBy('month', 'desc').orderBy('institution_id').execute()
      return rows.map((row) => ({
        institutionId: row.institution_id,
        name: row.name,
        month: row.month,
        reads: row.reads,
        articles: row.articles,
      }))
    },
  }
}
