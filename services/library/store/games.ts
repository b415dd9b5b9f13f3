/** Every query on a reader's progress in the games. */
import { isGame } from '@lokalteil/domain/games/games'
import type { GameProgress, GameRecord, Progress } from '@lokalteil/domain/games/progress'
import { sql } from 'kysely'
import type { LibraryDb } from '../schema.ts'
import type { Reader, ReaderChange } from './readers.ts'

type Row = { item: string; data: unknown }

/** All items, or the named ones. */
export async function readGames(
  db: LibraryDb,
  { publication, user }: Reader,
  items?: readonly string[],
): Promise<GameProgress> {
  const rows = await db
    .selectFrom('reader.game_progress')
    .select(['item', 'data'])
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .$if(items !== undefined, (query) => query.where('item', '=', sql<string>`any(${[...items!]})`))
    .orderBy('item')
    .execute()
  return toGames(rows)
}

/** The rows changed after a revision, and the newest revision. */
export async function readGamesSince(
  { within, publication, user }: ReaderChange,
  since: number,
): Promise<GameProgress & { revision: number }> {
  const { rows } = await sql<Row & { revision: number; newest: number }>`
    select item, data, revision::float8 as revision, max(revision) over ()::float8 as newest from reader.game_progress
    where mandator = ${publication} and reader = ${user} order by item`.execute(within)
  return { ...toGames(rows.filter(({ revision }) => revision > since)), revision: rows[0]?.newest ?? 0 }
}

/**
 * A revision is the time in milliseconds, or the newest revision plus one if that is later. So the revision of a
 * deleted row is not used again.
 */
export async function saveGames(
  { within, publication, user, at }: ReaderChange,
  items: readonly { item: string; data: unknown }[],
): Promise<void> {
  if (items.length === 0) return
  await sql`
    insert into reader.game_progress as g (mandator, reader, item, data, revision)
    select ${publication}, ${user}, given.item, given.data,
      (select greatest(coalesce(max(revision), 0) + 1, ${at.getTime()}::bigint) from reader.game_progress where mandator = ${publication} and reader = ${user})
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as given (item text, data jsonb)
    on conflict (mandator, reader, item) do update set data = excluded.data, revision = excluded.revision`.execute(
    within,
  )
}

/** Deletes puzzles that can no longer be played; their key has the day after its first point. */
export async function dropGamesBefore({ within, publication, user }: ReaderChange, day: string): Promise<void> {
  await sql`delete from reader.game_progress where mandator = ${publication} and reader = ${user}
    and position('.' in item) > 0 and split_part(item, '.', 2) < ${day}`.execute(within)
}

function toGames(rows: readonly Row[]): GameProgress {
  const puzzles: Record<string, Progress> = {}
  const records: Record<string, GameRecord> = {}
  for (const { item, data } of rows) {
    if (isGame(item)) records[item] = data as GameRecord
    else puzzles[item] = data as Progress
  }
  return { puzzles, records }
}
