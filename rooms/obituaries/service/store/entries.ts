/** Queries of books of condolence. */
import type { TextState } from '@lokalteil/domain/community/moderation'
import { sql } from 'kysely'
import type { ObituariesDb, ObituariesTables, Trx } from '../schema.ts'
import type { PersonRow } from './obituaries.ts'

export type EntryRow = ObituariesTables['notices.entries']

export async function countShown(
  db: ObituariesDb,
  publication: string,
  person: string,
): Promise<{ condolences: number; candles: number }> {
  const row = await db
    .selectFrom('notices.entries')
    .select([
      sql<number>`count(*) filter (where kind = 'condolence')::int`.as('condolences'),
      sql<number>`count(*) filter (where kind = 'candle')::int`.as('candles'),
    ])
    .where('publication', '=', publication)
    .where('person', '=', person)
    .where('state', '=', 'visible')
    .executeTakeFirstOrThrow()
  return row
}

export function listShown(
  db: ObituariesDb,
  publication: string,
  person: string,
  { kind, limit, offset = 0 }: { kind: EntryRow['kind']; limit: number; offset?: number },
): Promise<Pick<EntryRow, 'id' | 'name' | 'text' | 'created_at'>[]> {
  return db
    .selectFrom('notices.entries')
    .select(['id', 'name', 'text', 'created_at'])
    .where('publication', '=', publication)
    .where('person', '=', person)
    .where('state', '=', 'visible')
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Advisory lock: one write per reader at a time. */
export async function lockReader(trx: Trx, publication: string, reader: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`notices reader ${publication} ${reader}`}))`.execute(trx)
}

export function listOfReader(
  db: ObituariesDb | Trx,
  publication: string,
  reader: string,
  person: string | null = null,
): Promise<EntryRow[]> {
  const query = db
    .selectFrom('notices.entries')
    .selectAll()
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .orderBy('created_at', 'desc')
  return (person === null ? query : query.where('person', '=', person)).execute()
}

export async function addEntry(trx: Trx, row: EntryRow): Promise<void> {
  await trx.insertInto('notices.entries').values(row).execute()
}

/** Returns whether the entry had been visible. */
export async function removeOfReader(
  db: ObituariesDb,
  publication: string,
  reader: string,
  id: string | null = null,
): Promise<boolean> {
  let query = db.deleteFrom('notices.entries').where('publication', '=', publication).where('reader', '=', reader)
  if (id !== null) query = query.where('id', '=', id)
  return (await query.returning('state').execute()).some(({ state }) => state === 'visible')
}

export async function lockEntry(trx: Trx, publication: string, id: string): Promise<EntryRow | null> {
  const row = await trx
    .selectFrom('notices.entries')
    .selectAll()
    .where('publication', '=', publication)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function setState(
  trx: ObituariesDb | Trx,
  publication: string,
  id: string,
  decision: Pick<EntryRow, 'state' | 'ground' | 'facts' | 'decided_by'> & { decided_at: Date },
): Promise<EntryRow | null> {
  const row = await trx
    .updateTable('notices.entries')
    .set(decision)
    .where('publication', '=', publication)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export type Moderated = EntryRow & { who: PersonRow; openReports: number }

const OPEN_REPORTS = sql<number>`(select count(*)::int from notices.case_reports r where r.kind = 'entry' and r.target = e.id and r.closed_at is null)`

function selectModerated(db: ObituariesDb | Trx, publication: string) {
  return db
    .selectFrom('notices.entries as e')
    .innerJoin('notices.persons as p', (join) =>
      join.onRef('p.publication', '=', 'e.publication').onRef('p.id', '=', 'e.person'),
    )
    .where('e.publication', '=', publication)
}

/** Pending entries oldest first, others newest first. */
export async function listModerated(
  db: ObituariesDb,
  publication: string,
  { state, words, limit, offset }: { state: TextState; words: readonly string[]; limit: number; offset: number },
): Promise<{ rows: Moderated[]; total: number }> {
  let query = selectModerated(db, publication).where('e.state', '=', state)
  for (const word of words)
    query = query.where((eb) => eb.or([eb('e.search', 'like', `%${word}%`), eb('p.search_name', 'like', `%${word}%`)]))
  const [rows, count] = await Promise.all([
    query
      .selectAll('e')
      .select([sql<PersonRow>`to_jsonb(p)`.as('who'), OPEN_REPORTS.as('openReports')])
      .orderBy('e.created_at', state === 'pending' ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export async function getModerated(db: ObituariesDb | Trx, publication: string, id: string): Promise<Moderated | null> {
  const row = await selectModerated(db, publication)
    .selectAll('e')
    .select([sql<PersonRow>`to_jsonb(p)`.as('who'), OPEN_REPORTS.as('openReports')])
    .where('e.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
