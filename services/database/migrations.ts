/**
 * Brings one service's tables up to date. Each service owns a PostgreSQL schema named after it; its migrations and the
 * table that remembers them live there. Everything pending runs in one transaction under a lock, so that processes
 * starting together wait for each other and a kill in the middle leaves nothing half done.
 * A migration, once released, is never edited; its name begins with a number of four digits.
 */
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from '../database.ts'

export async function migrate(
  database: Database,
  schema: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const { error, results } = await database.withoutTimeout((db) =>
    new Migrator({
      db,
      provider: { getMigrations: async () => ({ ...migrations }) },
      migrationTableSchema: schema,
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
    }).migrateToLatest(),
  )
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  throw new Error(
    `The tables of "${schema}" could not be brought up to date${failed === undefined ? '' : ` (migration ${failed})`}`,
    { cause: error },
  )
}
