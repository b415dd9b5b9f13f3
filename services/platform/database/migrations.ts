/**
 * Brings one service's tables up to date. Each service owns a PostgreSQL schema of its name; its migrations and the
 * tables that record them live there. Everything pending runs in one transaction under a lock: processes that start
 * together wait for each other, and a kill in the middle leaves nothing half done.
 * A released migration is never edited; its name begins with a number of four digits.
 *
 * Rolling back: beside each migration stands the oldest one whose code still runs on the tables (`runs_with`), and who
 * wrote it. A migration that only adds (`isExpandOnly`) keeps the value before; any other sets itself. A process that
 * meets migrations it does not know starts if its own newest one is not older than that value, and throws `NewerData`
 * otherwise, which says what is newer and what to do. docs/operations.md, "Update and roll back", tells publishers the
 * same.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { AnyKysely, Database } from '../database.ts'
import { readProductVersion } from './product-version.ts'

export type ServiceMigration = Migration & {
  /**
   * The version before can still read and write: nothing it knows was removed, renamed or narrowed, and every new column
   * has a default or may be empty. `expand-only.test.ts` compares the tables before and after.
   */
  isExpandOnly?: boolean
}

export class NewerData extends Error {
  override readonly name = 'NewerData'
}

/** The migrations of a service: the files of `migrations/` in its folder, by their names. */
export async function migrationsIn(folder: string): Promise<Record<string, ServiceMigration>> {
  const files = (await readdir(join(folder, 'migrations'))).filter((file) => /^\d{4}-[\w-]+\.ts$/.test(file))
  const found = files.map(async (file): Promise<[string, ServiceMigration]> => {
    const { href } = pathToFileURL(join(folder, 'migrations', file))
    return [file.slice(0, -3), (await import(href)) as ServiceMigration]
  })
  return Object.fromEntries(await Promise.all(found))
}

/** `version` is noted as the writer. */
export async function migrate(
  database: Database,
  schema: string,
  migrations: Readonly<Record<string, ServiceMigration>>,
  version: string = readProductVersion(),
): Promise<void> {
  if (await isDone(database.db, schema, migrations, version)) return
  const { error, results } = await database.withoutTimeout((db) =>
    new Migrator({
      db,
      provider: { getMigrations: async () => toNoting(schema, migrations, version) },
      migrationTableSchema: schema,
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
    }).migrateToLatest(),
  )
  if (error === undefined) return
  // Another process may have been faster.
  if (await isDone(database.db, schema, migrations, version)) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  throw new Error(
    `The tables of "${schema}" could not be brought up to date${failed === undefined ? '' : ` (migration ${failed})`}: ${error instanceof Error ? error.message : 'unknown'}`,
    { cause: error },
  )
}

type Applied = { name: string; written_by: string | null; written_at: Date | null; runs_with: string | null }

/**
 * Whether all migrations of this process ran and its code works with those of newer versions. Throws `NewerData` if it
 * does not.
 */
async function isDone(
  db: AnyKysely,
  schema: string,
  migrations: Readonly<Record<string, ServiceMigration>>,
  version: string,
): Promise<boolean> {
  const own = Object.keys(migrations).toSorted()
  const applied = await listApplied(db, schema)
  const unknown = applied.filter(({ name }) => !Object.hasOwn(migrations, name))
  const newest = unknown.at(-1)
  const done = new Set(applied.map(({ name }) => name))
  const hasOwn = own.every((name) => done.has(name))
  if (newest === undefined) return hasOwn
  const isOfOurLine = hasOwn && unknown[0]!.name > (own.at(-1) ?? '')
  if (isOfOurLine && newest.runs_with !== null && newest.runs_with <= (own.at(-1) ?? '')) return true
  const culprit = unknown.find(({ runs_with }) => runs_with === null || runs_with > (own.at(-1) ?? '')) ?? newest
  throw new NewerData(toSentence(schema, culprit, isOfOurLine, version))
}

function toSentence(schema: string, culprit: Applied, isOfOurLine: boolean, version: string): string {
  const writer =
    culprit.written_by === null || culprit.written_at === null
      ? 'by a later version'
      : `by version ${culprit.written_by} on ${culprit.written_at.toISOString().slice(0, 10)}`
  const why = isOfOurLine ? 'which older versions cannot work with' : 'which this version does not descend from'
  return (
    `The data in "${schema}" is newer than this version ${version}: it was changed ${writer} (migration ${culprit.name}), ${why}. ` +
    'Start that version or a later one again, or restore the backup made before the update; docs/operations.md, "Update and roll back", says more.'
  )
}

/**
 * In the order they ran; empty if the service never ran here. Migrations by versions before notes existed carry none.
 */
async function listApplied(db: AnyKysely, schema: string): Promise<Applied[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_name in ('migration', 'migration_note')`.execute(db)
  const has = (name: string) => tables.some((table) => table.name === name)
  if (!has('migration')) return []
  const { rows } = await sql<Applied>`
    select m.name, ${sql.raw(has('migration_note') ? 'n.written_by, n.written_at, n.runs_with' : 'null::text as written_by, null::timestamptz as written_at, null::text as runs_with')}
    from ${sql.table(`${schema}.migration`)} m ${has('migration_note') ? sql`left join ${sql.table(`${schema}.migration_note`)} n on n.name = m.name` : sql``}
    order by m.name collate "C"`.execute(db)
  // The table of notes is created together with the first migration's row. A read in between saw one without the other:
  // read again.
  return rows.length > 0 && !has('migration_note') && (await hasNotes(db, schema)) ? listApplied(db, schema) : rows
}

async function hasNotes(db: AnyKysely, schema: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass(${`${schema}.migration_note`})::text as found`.execute(db)
  return (rows[0]?.found ?? null) !== null
}

/** Wraps each migration so that it writes its note in the transaction it runs in. */
function toNoting(
  schema: string,
  migrations: Readonly<Record<string, ServiceMigration>>,
  version: string,
): Record<string, Migration> {
  const table = sql.table(`${schema}.migration_note`)
  let runsWith: string | null = null
  const noting: Record<string, Migration> = {}
  for (const [name, migration] of Object.entries(migrations).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    runsWith = migration.isExpandOnly === true && runsWith !== null ? runsWith : name
    const oldest = runsWith
    noting[name] = {
      async up(db: AnyKysely) {
        await migration.up(db)
        await sql`create table if not exists ${table} (name text primary key, written_by text not null, written_at timestamptz not null default now(), runs_with text not null)`.execute(
          db,
        )
        await sql`insert into ${table} (name, written_by, runs_with) values (${name}, ${version}, ${oldest})
          on conflict (name) do update set written_by = excluded.written_by, written_at = excluded.written_at, runs_with = excluded.runs_with`.execute(
          db,
        )
      },
    }
  }
  return noting
}
