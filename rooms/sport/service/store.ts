/** Every query on competitions and matches. */
import { sql } from 'kysely'
import type { IncomingCompetition, IncomingMatch } from '../contract/sport.ts'
import type { SportDb, Trx } from './schema.ts'

export type StoredCompetition = Omit<IncomingCompetition, 'matches' | 'isWhole'>
export type CompetitionRow = {
  id: string
  updated: Date
  digest: string
  body: StoredCompetition | null
  revision: number
}
export type MatchRow = { id: string; updated: Date; digest: string; body: IncomingMatch }

export async function listCompetitions(db: SportDb, publication: string): Promise<CompetitionRow[]> {
  const rows = await db
    .selectFrom('sport.competitions')
    .select(['id', 'updated', 'digest', 'body', 'revision'])
    .where('publication', '=', publication)
    .orderBy('id')
    .execute()
  return rows as CompetitionRow[]
}

/** Advisory lock: waits for a transaction that is writing this competition. */
export async function lockCompetition(trx: Trx, publication: string, id: string): Promise<CompetitionRow | null> {
  await sql`select pg_advisory_xact_lock(hashtext(${`sport ${publication} ${id}`}))`.execute(trx)
  const row = await trx
    .selectFrom('sport.competitions')
    .select(['id', 'updated', 'digest', 'body', 'revision'])
    .where('publication', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return (row as CompetitionRow | undefined) ?? null
}

export async function listMatches(db: SportDb | Trx, publication: string, competition: string): Promise<MatchRow[]> {
  const rows = await db
    .selectFrom('sport.matches')
    .select(['id', 'updated', 'digest', 'body'])
    .where('publication', '=', publication)
    .where('competition', '=', competition)
    .execute()
  return rows as MatchRow[]
}

export async function saveCompetition(
  trx: Trx,
  publication: string,
  { id, updated, digest, body }: Omit<CompetitionRow, 'revision'>,
): Promise<void> {
  const values = { updated, digest, body: body === null ? null : JSON.stringify(body) }
  await trx
    .insertInto('sport.competitions')
    .values({ publication, id, ...values, revision: 1 })
    .onConflict((conflict) => conflict.columns(['publication', 'id']).doUpdateSet(values))
    .execute()
}

export async function saveMatches(
  trx: Trx,
  publication: string,
  competition: string,
  matches: readonly MatchRow[],
): Promise<void> {
  for (let start = 0; start < matches.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto('sport.matches')
      .values(
        matches
          .slice(start, start + ROWS_AT_ONCE)
          .map(({ body, ...match }) => ({ publication, competition, ...match, body: JSON.stringify(body) })),
      )
      .onConflict((conflict) =>
        conflict.columns(['publication', 'competition', 'id']).doUpdateSet((row) => ({
          updated: row.ref('excluded.updated'),
          digest: row.ref('excluded.digest'),
          body: row.ref('excluded.body'),
        })),
      )
      .execute()
}

const ROWS_AT_ONCE = 50

export async function removeMatches(
  trx: Trx,
  publication: string,
  competition: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('sport.matches')
    .where('publication', '=', publication)
    .where('competition', '=', competition)
    .where('id', 'in', [...ids])
    .execute()
}

export async function raiseRevision(trx: Trx, publication: string, id: string): Promise<void> {
  await trx
    .updateTable('sport.competitions')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('publication', '=', publication)
    .where('id', '=', id)
    .execute()
}
