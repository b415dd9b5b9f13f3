/** Institutions, the reads of their visitors, and attempts at codes. */
import type { InstitutionUsage } from '@lokalteil/contracts/paywall'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { PaywallDb, PaywallTables } from '../schema.ts'

export type InstitutionRow = Selectable<PaywallTables['paywall.institutions']>

/** Advisory lock on `what` of the publication until the transaction ends. */
export async function lock(trx: PaywallDb, what: string, publication: PublicationCode): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${what} ${publication}`}, 0))`.execute(trx)
}

export async function listInstitutions(db: PaywallDb, publication: PublicationCode): Promise<InstitutionRow[]> {
  return db
    .selectFrom('paywall.institutions')
    .selectAll()
    .where('mandator', '=', publication)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function findByCode(
  db: PaywallDb,
  publication: PublicationCode,
  code: string,
): Promise<{ id: string; name: string } | null> {
  const row = await db
    .selectFrom('paywall.institutions')
    .select(['id', 'name'])
    .where('mandator', '=', publication)
    .where('code', '=', code)
    .executeTakeFirst()
  return row ?? null
}

export async function saveInstitution(
  db: PaywallDb,
  publication: PublicationCode,
  id: string,
  row: Omit<Insertable<PaywallTables['paywall.institutions']>, 'mandator' | 'id'>,
): Promise<InstitutionRow> {
  return db
    .insertInto('paywall.institutions')
    .values({ mandator: publication, id, ...row })
    .onConflict((conflict) => conflict.columns(['mandator', 'id']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** False if there is none. */
export async function removeInstitution(db: PaywallDb, publication: PublicationCode, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('paywall.institutions')
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Deletes expired attempts, and those of versions before the limiter. */
export async function removeAttempts(db: PaywallDb, now: Date): Promise<void> {
  await db.deleteFrom('paywall.limits').where('until', '<=', now).execute()
  await db
    .deleteFrom('paywall.code_attempts')
    .where('at', '<', new Date(now.getTime() - 3_600_000))
    .execute()
}

/** `month`: the first one that is kept, as in `2026-11`. */
export async function removeReadsBefore(db: PaywallDb, month: string): Promise<void> {
  await db.deleteFrom('paywall.institution_reads').where('month', '<', month).execute()
}

export async function addReads(
  db: PaywallDb,
  publication: PublicationCode,
  counted: { institutionId: string; name: string; month: string; articleId: string; reads: number },
): Promise<void> {
  const { institutionId, name, month, articleId, reads } = counted
  await db
    .insertInto('paywall.institution_reads')
    .values({ mandator: publication, institution_id: institutionId, name, month, article_id: articleId, reads })
    .onConflict((conflict) =>
      conflict
        .columns(['mandator', 'institution_id', 'month', 'article_id'])
        .doUpdateSet({ reads: sql`institution_reads.reads + ${reads}`, name }),
    )
    .execute()
}

export async function listUsage(
  db: PaywallDb,
  publication: PublicationCode,
  month: string | null,
): Promise<InstitutionUsage[]> {
  let query = db
    .selectFrom('paywall.institution_reads')
    .select((eb) => [
      'institution_id as institutionId',
      'month',
      eb.fn.max('name').as('name'),
      eb.fn.sum<number>('reads').as('reads'),
      eb.fn.countAll<number>().as('articles'),
    ])
    .where('mandator', '=', publication)
    .groupBy(['institution_id', 'month'])
  if (month !== null) query = query.where('month', '=', month)
  return query.orderBy('month', 'desc').orderBy('institution_id').execute()
}
