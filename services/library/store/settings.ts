/** Every query on the settings of publications. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { LibraryDb } from '../schema.ts'

export async function getSettings(db: LibraryDb, publication: PublicationCode): Promise<unknown> {
  const row = await db
    .selectFrom('reader.settings')
    .select('data')
    .where('mandator', '=', publication)
    .executeTakeFirst()
  return row?.data ?? null
}

/** A single statement, so that two publishers who change different settings do not overwrite each other. */
export async function changeSettings(
  db: LibraryDb,
  publication: PublicationCode,
  changes: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<unknown> {
  const { rows } = await sql<{ data: unknown }>`
    insert into reader.settings as s (mandator, data, changed_at) values (${publication}, jsonb_strip_nulls(${JSON.stringify(changes)}::jsonb), ${now})
    on conflict (mandator) do update set data = jsonb_strip_nulls(s.data || ${JSON.stringify(changes)}::jsonb), changed_at = excluded.changed_at
    returning data`.execute(db)
  return rows[0]!.data
}
