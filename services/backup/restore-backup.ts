/**
 * Puts a backup into an empty place: the database in one transaction, the files first into a folder beside their own, so that a
 * restore that fails or is killed leaves nothing that a portal could take for its data.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { openDatabase, type AnyKysely, type Database, type DatabaseOptions } from '../platform/database.ts'
import { lockDirectory } from '../platform/database/directory-lock.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { readProductVersion } from '../platform/database/product-version.ts'
import { UnusableBackup } from './archive.ts'
import type { Catalogue } from './catalogue.ts'
import type { Header } from './header.ts'
import { isByTheWay } from './members.ts'
import { listMigrationFolders } from './migration-folders.ts'
import { readBackup } from './read-backup.ts'
import { useExactText, writeRows } from './rows.ts'
import type { Count, Folders } from './write-backup.ts'

/** There is something where the backup should go, or no place for a part of it. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

type Target = {
  /** Null: the embedded database in `folders.data`. */
  databaseUrl: string | null
  folders: Folders
}

export async function restoreBackup(file: string, target: Target): Promise<{ header: Header; count: Count }> {
  const { databaseUrl, folders } = target
  const lock = lockDirectory(folders.data)
  let staging: string | null = null
  try {
    await refuseFilled(folders.data, 'DATA_DIR')
    if (folders.publications !== null) await refuseFilled(folders.publications, 'PUBLICATIONS_DIR')
    // The next start of the portal removes folders of this name after a killed restore.
    staging = await mkdtemp(join(folders.data, 'unfinished-restore-'))
    const done = await load(databaseUrl === null ? { dataDir: staging } : { url: databaseUrl }, file, staging, folders)
    if (done.header.hasPublications && existsSync(join(staging, 'publications')))
      await cp(join(staging, 'publications'), folders.publications!, { recursive: true })
    const own = join(staging, 'data')
    for (const entry of existsSync(own) ? await readdir(own) : [])
      await rename(join(own, entry), join(folders.data, entry))
    // Last: a folder without a database is not taken for a restored one.
    if (databaseUrl === null) await rename(join(staging, 'database'), join(folders.data, 'database'))
    return done
  } finally {
    if (staging !== null) await rm(staging, { recursive: true, force: true })
    lock.release()
  }
}

async function refuseFilled(folder: string, variable: string): Promise<void> {
  const there = existsSync(folder) ? (await readdir(folder)).filter((entry) => !isByTheWay(entry)) : []
  if (there.length > 0)
    throw new NotEmpty(
      `${variable} ${folder} is not empty (${there.slice(0, 5).join(', ')}). Name another folder, or empty it`,
    )
}

async function load(
  where: DatabaseOptions,
  file: string,
  staging: string,
  { publications }: Folders,
): Promise<{ header: Header; count: Count }> {
  const database = await openDatabase(where)
  try {
    const done = await database.withoutTimeout((connection) =>
      connection.transaction().execute(async (db) => {
        await refuseTables(db)
        await useExactText(db)
        const found = await readBackup(file, {
          async takeHeader(header) {
            refuseNewer(header)
            if (header.hasPublications && publications === null)
              throw new NotEmpty(
                'The backup has the folders of the publications. Say where they shall lie: PUBLICATIONS_DIR',
              )
            await run(db, header.catalogue.beforeRows)
          },
          async takeRows(table, rows) {
            await writeRows(db, table, rows).catch((error: Error & { code?: string }) => {
              // A value or a row that the type or the table refuses.
              if (!/^2[23]/.test(error.code ?? '')) throw error
              throw new UnusableBackup(`"${table.schema}.${table.name}" does not take its rows (${error.message})`, {
                cause: error,
              })
            })
          },
          async takeFile(root, path, { mode, stream }) {
            const place = join(staging, root, path)
            await mkdir(dirname(place), { recursive: true, mode: 0o700 })
            await pipeline(
              Readable.from(stream()),
              createWriteStream(place, { flags: 'wx', mode: mode & 0o777, flush: true }),
            )
          },
        })
        await run(db, found.header.catalogue.afterRows)
        return found
      }),
    )
    await bringUpToDate(database, done.header.catalogue)
    // Without its figures the first queries would be planned for empty tables.
    await database.withoutTimeout((db) => sql`analyze`.execute(db))
    return done
  } finally {
    await database.close()
  }
}

async function refuseTables(db: AnyKysely): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1`.execute(db)
  if (rows.length > 0)
    throw new NotEmpty(
      `The database has tables already (${rows.map(({ name }) => name).join(', ')}). Name an empty one in DATABASE_URL`,
    )
}

function refuseNewer({ version, catalogue }: Header): void {
  const known = listMigrationFolders()
  for (const [schema, names] of Object.entries(catalogue.migrations)) {
    const unknown = names.find((name) => known.get(names[0]!)?.names.has(name) === false)
    if (unknown !== undefined)
      throw new UnusableBackup(
        `Version ${version} wrote it, which is newer than this version ${readProductVersion()} (migration ${unknown} of "${schema}"). Use that version or a later one`,
      )
  }
}

async function run(db: AnyKysely, statements: readonly string[]): Promise<void> {
  await sql`set local search_path = public`.execute(db)
  await sql`set local check_function_bodies = off`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A publisher's own rooms bring theirs up to date when the portal starts. */
async function bringUpToDate(database: Database, { migrations }: Catalogue): Promise<void> {
  const known = listMigrationFolders()
  for (const [schema, names] of Object.entries(migrations)) {
    const own = known.get(names[0] ?? '')
    if (own !== undefined) await migrate(database, schema, await migrationsIn(own.folder))
  }
}
