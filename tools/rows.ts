/**
 * `npm run rows`: brings the row types of all services in line with their migrations (`row-types.ts` says how far). Migrates an
 * empty embedded database, adds and removes columns and tables in each `schema.ts`, and prints differences that need a person.
 * Format the files after it (`npm run format`).
 */
import { writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Database } from '@lokalteil/services/platform/database'
import { migrate, migrationsIn } from '@lokalteil/services/platform/database/migrations'
import { readCatalogue } from '@lokalteil/services/platform/database/narrowing.testing'
import { readSources, type Sources } from './import-rules.ts'
import { amendRows, compareRows, type Column } from './row-types.ts'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** `schema.ts` of each service → the columns of its tables. */
export async function readColumns(database: Database, sources: Sources): Promise<Map<string, Column[]>> {
  const found = new Map<string, Column[]>()
  const paths = [...sources.keys()].filter((path) => posix.basename(path) === 'schema.ts')
  for (const path of paths) {
    // The PostgreSQL schema is the first half of every table's name.
    const schema = /'(\w+)\.\w+':/.exec(sources.get(path)!)?.[1]
    if (schema === undefined) continue
    await migrate(database, schema, await migrationsIn(join(ROOT, dirname(path))))
    const { columns } = await readCatalogue(database.db, schema)
    found.set(
      path,
      // A view is there for the version before; the code of this one does not read it.
      [...columns.values()]
        .filter(({ isView }) => !isView)
        .map(({ relation, ...column }) => ({ ...column, table: `${schema}.${relation}` })),
    )
  }
  return found
}

if (import.meta.main) {
  const sources = new Map(readSources(ROOT))
  const database = await openDatabase()
  for (const [path, columns] of await readColumns(database, sources)) {
    const amended = amendRows(path, sources, columns)
    if (amended !== sources.get(path)) {
      writeFileSync(join(ROOT, path), amended)
      sources.set(path, amended)
      console.log(`${path}: written`)
    }
    for (const { table, column, message } of compareRows(path, sources, columns)) {
      console.log(`${path}: ${[table, column].filter((part) => part !== null).join('.')}: ${message}`)
      process.exitCode = 1
    }
  }
  await database.close()
}
