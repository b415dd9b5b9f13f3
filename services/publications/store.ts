/** Every query of the publications. */
import { createHash } from 'node:crypto'
import { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { PublicationRow, PublicationsDb } from './schema.ts'

const LOCK = 7_423_301

export type StoredPublication = Selectable<PublicationRow>

/** Advisory lock: one change at a time, so that no position and no host is given twice. */
export function inTurn<T>(db: PublicationsDb, work: (trx: PublicationsDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    return work(trx)
  })
}

export function listVersions(db: PublicationsDb): Promise<{ code: string; version: number }[]> {
  return db.selectFrom('publications.publications').select(['code', 'version']).orderBy('position').execute()
}

export async function listPublications(db: PublicationsDb): Promise<StoredPublication[]> {
  const rows = await db.selectFrom('publications.publications').selectAll().orderBy('position').execute()
  return rows.map(toStored)
}

export async function getPublication(db: PublicationsDb, code: string): Promise<StoredPublication | null> {
  const row = await db.selectFrom('publications.publications').selectAll().where('code', '=', code).executeTakeFirst()
  return row === undefined ? null : toStored(row)
}

/** A folder that an older version stored gets the defaults of fields added since. */
function toStored(row: StoredPublication): StoredPublication {
  return {
    ...row,
    folder: PublicationFolder.parse(row.folder),
    applied: row.applied === null ? null : PublicationFolder.parse(row.applied),
  }
}

/** `applied`: undefined leaves the stored one unchanged. Returns the new version. */
export async function savePublication(
  trx: PublicationsDb,
  folder: PublicationFolder,
  applied: PublicationFolder | undefined,
  now: Date,
): Promise<number> {
  const data = JSON.stringify(folder)
  const base = applied === undefined ? {} : { applied: JSON.stringify(applied) }
  const { next } = await trx
    .selectFrom('publications.publications')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), sql<number>`-1`).as('next'))
    .executeTakeFirstOrThrow()
  const { version } = await trx
    .insertInto('publications.publications')
    .values({
      code: folder.identity.code,
      position: next + 1,
      version: 1,
      folder: data,
      changed_at: now,
      applied: base.applied ?? 'null',
    })
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((eb) => ({
        folder: data,
        changed_at: now,
        version: eb('publications.publications.version', '+', 1),
        ...base,
      })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** True if this state of the folder was the last one applied. */
export async function isApplied(db: PublicationsDb, folder: PublicationFolder): Promise<boolean> {
  const found = await db
    .selectFrom('publications.publications')
    .select('code')
    .where('code', '=', folder.identity.code)
    .where('applied', '=', sql<PublicationFolder>`${JSON.stringify(folder)}::jsonb`)
    .executeTakeFirst()
  return found !== undefined
}

/** Stores the folder as applied, without a change of the state in force. */
export async function saveApplied(trx: PublicationsDb, applied: PublicationFolder): Promise<void> {
  await trx
    .updateTable('publications.publications')
    .set({ applied: JSON.stringify(applied) })
    .where('code', '=', applied.identity.code)
    .execute()
}

export async function saveFile(db: PublicationsDb, bytes: Uint8Array, now: Date): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  await db
    .insertInto('publications.files')
    .values({ digest, bytes, kept_at: now })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ kept_at: now }))
    .execute()
  return digest
}

export async function getFile(db: PublicationsDb, digest: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('publications.files').select('bytes').where('digest', '=', digest).executeTakeFirst()
  return row?.bytes ?? null
}

export async function listMissingFiles(db: PublicationsDb, digests: readonly string[]): Promise<string[]> {
  if (digests.length === 0) return []
  const rows = await db
    .selectFrom('publications.files')
    .select('digest')
    .where('digest', 'in', [...digests])
    .execute()
  const here = new Set(rows.map(({ digest }) => digest))
  return [...new Set(digests)].filter((digest) => !here.has(digest))
}

/** Deletes files that no folder names and that were stored before `before`. */
export async function pruneFiles(db: PublicationsDb, before: Date): Promise<void> {
  await sql`
    delete from publications.files where kept_at < ${before} and digest not in (
      select value from publications.publications, jsonb_each_text(folder -> 'files')
      union select value from publications.publications, jsonb_each_text(coalesce(nullif(applied, 'null'::jsonb) -> 'files', '{}'::jsonb))
    )`.execute(db)
}
