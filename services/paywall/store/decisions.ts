/** The log of decisions, and nonces. */
import type { LoggedDecision } from '@lokalteil/contracts/paywall'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { PaywallDb, PaywallTables } from '../schema.ts'

export type DecisionFilter = { sub: string | null; anonId: string | null; articleId: string | null; limit: number }

/** Rows deleted by one statement, so that tidying up blocks the database only briefly. */
const PORTION = 5000

export async function addDecisions(
  db: PaywallDb,
  publication: PublicationCode,
  decisions: readonly LoggedDecision[],
): Promise<void> {
  if (decisions.length === 0) return
  await db
    .insertInto('paywall.decisions')
    .values(
      decisions.map(({ id, at, articleId, sub, anonId, record }) => ({
        mandator: publication,
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
}

export async function getDecision(
  db: PaywallDb,
  publication: PublicationCode,
  id: string,
): Promise<LoggedDecision | null> {
  const row = await db
    .selectFrom('paywall.decisions')
    .selectAll()
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toLogged(row)
}

export async function listDecisions(
  db: PaywallDb,
  publication: PublicationCode,
  { sub, anonId, articleId, limit }: DecisionFilter,
): Promise<LoggedDecision[]> {
  let query = db.selectFrom('paywall.decisions').selectAll().where('mandator', '=', publication)
  if (sub !== null) query = query.where('sub', '=', sub)
  if (anonId !== null) query = query.where('anon_id', '=', anonId)
  if (articleId !== null) query = query.where('article_id', '=', articleId)
  return (await query.orderBy('at', 'desc').orderBy('id').limit(limit).execute()).map(toLogged)
}

/** False if another session has used the nonce. */
export async function takeNonce(
  db: PaywallDb,
  publication: PublicationCode,
  nonce: string,
  session: string,
  expiresAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('paywall.assertions')
    .values({ mandator: publication, nonce, session, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['mandator', 'nonce'])
        .doUpdateSet({ session })
        .where(sql`assertions.session`, '=', session),
    )
    .returning('nonce')
    .executeTakeFirst()
  return row !== undefined
}

export async function eraseReader(
  db: PaywallDb,
  publication: PublicationCode,
  reader: string,
  sub: string,
): Promise<void> {
  await db.transaction().execute(async (within) => {
    await within.deleteFrom('paywall.reads').where('mandator', '=', publication).where('reader', '=', reader).execute()
    await within.deleteFrom('paywall.decisions').where('mandator', '=', publication).where('sub', '=', sub).execute()
  })
}

/** Deletes everything older than allowed. */
export async function prune(db: PaywallDb, before: { day: string; decisions: Date; now: Date }): Promise<void> {
  await removeInPortions(db, 'paywall.reads', sql`day < ${before.day}`)
  await removeInPortions(db, 'paywall.decisions', sql`at < ${before.decisions}`)
  await removeInPortions(db, 'paywall.assertions', sql`expires_at < ${before.now}`)
}

async function removeInPortions(db: PaywallDb, table: keyof PaywallTables, isOld: RawBuilder<unknown>): Promise<void> {
  for (let removed = PORTION; removed >= PORTION;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid in (select ctid from ${sql.table(table)} where ${isOld} limit ${PORTION})`.execute(
      db,
    )
    removed = Number(numAffectedRows ?? 0)
  }
}

function toLogged(row: Selectable<PaywallTables['paywall.decisions']>): LoggedDecision {
  return {
    id: row.id,
    at: row.at.toISOString(),
    articleId: row.article_id,
    sub: row.sub,
    anonId: row.anon_id,
    record: row.record as LoggedDecision['record'],
  }
}
