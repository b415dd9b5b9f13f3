/**
 * Every query on readers. A reader is always identified by publication and id together. Writes go through
 * `changeReader`, which locks the reader's row, so that a count read inside is still correct at the write.
 */
import { createHash } from 'node:crypto'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql, type Selectable } from 'kysely'
import type { LibraryDb, LibraryTables } from '../schema.ts'

export type Reader = { publication: PublicationCode; user: string }
/** A reader whose row is locked; `within` is the transaction to use for all queries until it ends. */
export type ReaderChange = Reader & {
  within: LibraryDb
  at: Date
  isReadingSynced: boolean
  readingClearedAt: Date | null
  onboardedAt: Date | null
}

const KEPT_ERASED_MS = 86_400_000

export async function getReader(
  db: LibraryDb,
  { publication, user }: Reader,
): Promise<Selectable<LibraryTables['reader.readers']> | null> {
  const row = await db
    .selectFrom('reader.readers')
    .selectAll()
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Runs `work` while the reader's row is locked, so that changes of one reader run one after the other; null if the
 * reader was erased.
 */
export async function changeReader<T>(
  db: LibraryDb,
  { publication, user }: Reader,
  at: Date,
  work: (change: ReaderChange) => Promise<T>,
): Promise<T | null> {
  return db.transaction().execute(async (within) => {
    const { rows } = await sql<{
      is_reading_synced: boolean
      reading_cleared_at: Date | null
      onboarded_at: Date | null
    }>`
      insert into reader.readers as r (mandator, reader, created_at, changed_at)
      select ${publication}, ${user}, ${at}, ${at} where not exists (select 1 from reader.erased where digest = ${toDigest({ publication, user })})
      on conflict (mandator, reader) do update set changed_at = excluded.changed_at
      returning is_reading_synced, reading_cleared_at, onboarded_at`.execute(within)
    const [row] = rows
    if (row === undefined) return null
    return work({
      publication,
      user,
      within,
      at,
      isReadingSynced: row.is_reading_synced,
      readingClearedAt: row.reading_cleared_at,
      onboardedAt: row.onboarded_at,
    })
  })
}

export async function setReader(
  { within, publication, user }: ReaderChange,
  values: { onboarded_at?: Date | null; is_reading_synced?: boolean; reading_cleared_at?: Date },
): Promise<void> {
  await within
    .updateTable('reader.readers')
    .set(values)
    .where('mandator', '=', publication)
    .where('reader', '=', user)
    .execute()
}

export async function erase(db: LibraryDb, reader: Reader, now: Date): Promise<void> {
  await db.transaction().execute(async (within) => {
    const digest = toDigest(reader)
    // Written first, so that a change waiting for the reader's row does not create it again.
    await within
      .insertInto('reader.erased')
      .values({ digest, at: now })
      .onConflict((conflict) => conflict.column('digest').doUpdateSet({ at: now }))
      .execute()
    await within
      .deleteFrom('reader.readers')
      .where('mandator', '=', reader.publication)
      .where('reader', '=', reader.user)
      .execute()
    await within
      .deleteFrom('reader.erased')
      .where('at', '<', new Date(now.getTime() - KEPT_ERASED_MS))
      .execute()
  })
}

function toDigest({ publication, user }: Reader): string {
  return createHash('sha256').update(`${publication} ${user}`).digest('base64url')
}
