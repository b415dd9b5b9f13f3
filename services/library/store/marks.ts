/** Every query on the marks of a reader. */
import { sql } from 'kysely'
import type { MarkKind, LibraryDb } from '../schema.ts'
import type { Reader, ReaderChange } from './readers.ts'

export type Mark = { id: string; ts: Date }

function marksOf(db: LibraryDb, { publication, user }: Reader, kind: MarkKind) {
  return db
    .selectFrom('reader.marks')
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .where('kind', '=', kind)
}

/** Newest first. */
export async function listMarks(
  db: LibraryDb,
  reader: Reader,
  kind: MarkKind,
  page?: { limit: number; offset?: number },
): Promise<Mark[]> {
  return marksOf(db, reader, kind)
    .select(['id', 'ts'])
    .orderBy('ts', 'desc')
    .orderBy('sequence', 'desc')
    .$if(page !== undefined, (query) => query.limit(page!.limit).offset(page!.offset ?? 0))
    .execute()
}

/** All kinds, oldest first. */
export async function listAllMarks(
  db: LibraryDb,
  { publication, user }: Reader,
): Promise<(Mark & { kind: MarkKind })[]> {
  return db
    .selectFrom('reader.marks')
    .select(['kind', 'id', 'ts'])
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .orderBy('ts')
    .orderBy('sequence')
    .execute()
}

export async function countMarks(db: LibraryDb, reader: Reader, kind: MarkKind): Promise<number> {
  const row = await marksOf(db, reader, kind)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export async function hasMarks(db: LibraryDb, reader: Reader, kind: MarkKind): Promise<boolean> {
  return (await marksOf(db, reader, kind).select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function listMarkedOf(
  db: LibraryDb,
  reader: Reader,
  kind: MarkKind,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await marksOf(db, reader, kind)
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute()
  const marked = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => marked.has(id))
}

/** The number of marks of this kind, and the mark with this id, if any. */
export async function lookAtMark(
  change: ReaderChange,
  kind: MarkKind,
  id: string,
): Promise<{ count: number; mark: Mark | null }> {
  const row = await marksOf(change.within, change, kind)
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`max(ts) filter (where id = ${id})`.as('ts')])
    .executeTakeFirstOrThrow()
  return { count: row.count, mark: row.ts === null ? null : { id, ts: row.ts } }
}

export async function addMarks(
  { within, publication, user, at }: ReaderChange,
  kind: MarkKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await within
    .insertInto('reader.marks')
    .values(ids.map((id) => ({ mandator: publication, reader: user, kind, id, ts: at })))
    .onConflict((conflict) => conflict.columns(['mandator', 'reader', 'kind', 'id']).doNothing())
    .execute()
}

/** Removing needs no count and therefore no lock. */
export async function removeMarks(
  db: LibraryDb,
  { publication, user }: Reader,
  kind: MarkKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('reader.marks')
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .where('kind', '=', kind)
    .where('id', 'in', [...ids])
    .execute()
}
