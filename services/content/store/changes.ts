/**
 * The change log. An advisory lock serialises all writes that readers can see, so that processes which follow the log
 * miss none.
 */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { ContentDb, Trx } from '../schema.ts'

const CHANGES_LOCK = 7_423_001
const KEPT_CHANGES = 20_000

/**
 * Sequence numbers that this process wrote, by database and by running transaction. The process announces these changes
 * itself. Numbers of transactions that failed may be among them; they never come to the log.
 */
const own = new WeakMap<ContentDb, Set<number>>()

/** Runs a write that readers can see, in one transaction under the lock. */
export function write<T>(db: ContentDb, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const numbers = own.get(db) ?? new Set()
    own.set(db, numbers)
    own.set(trx, numbers)
    await sql`select pg_advisory_xact_lock(${CHANGES_LOCK})`.execute(trx)
    return work(trx)
  })
}

export async function getLastSequence(db: ContentDb): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(sequence) as last from content.changes`.execute(db)
  return rows[0]?.last ?? 0
}

/** `isComplete` is false if the log no longer reaches back to `after`. */
export async function listChanges(
  db: ContentDb,
  after: number,
  limit: number,
): Promise<{ changes: { sequence: number; id: string; kind: string }[]; isComplete: boolean }> {
  const { rows } = await sql<{ sequence: number; id: string; kind: string }>`
    select sequence, id, kind from content.changes where sequence > ${after} order by sequence limit ${limit}`.execute(
    db,
  )
  const { rows: first } = await sql<{
    first: number | null
  }>`select min(sequence) as first from content.changes`.execute(db)
  return { changes: rows, isComplete: after === 0 || (first[0]?.first ?? 0) <= after + 1 }
}

export async function logChanges(trx: Trx, ids: readonly string[], kind: string, at: Date): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ last: number }>`
    insert into content.changes (id, kind, at) select id, ${kind}, ${at} from unnest(${[...ids]}::text[]) as given(id) returning sequence as last`.execute(
    trx,
  )
  const numbers = own.get(trx)
  for (const row of rows) numbers?.add(row.last)
  const last = Math.max(...rows.map((row) => row.last))
  if (last % 1000 >= ids.length) return
  const oldest = last - KEPT_CHANGES
  for (const number of numbers ?? []) if (number < oldest) numbers?.delete(number)
  await trx.deleteFrom('content.changes').where('sequence', '<', oldest).execute()
}

/** Whether this process wrote it; says so once. */
export function takeOwn(db: ContentDb, sequence: number): boolean {
  return own.get(db)?.delete(sequence) ?? false
}

export async function getMark(db: ContentDb, name: string): Promise<string | null> {
  const row = await db.selectFrom('content.marks').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

export async function setMark(trx: Trx, name: string, value: string): Promise<void> {
  await trx
    .insertInto('content.marks')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Vacuums and analyses the tables: the embedded engine has no autovacuum. */
export async function tidyUp(database: Database): Promise<void> {
  if (database.engine !== 'embedded') return
  await database.withoutTimeout(async (connection) => {
    for (const table of ['articles', 'lists', 'search', 'words', 'views', 'changes'])
      await sql.raw(`vacuum (analyze) content.${table}`).execute(connection)
  })
}
