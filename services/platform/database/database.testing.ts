/**
 * An empty database for one test file, on either engine. The embedded one is copied from files that are created once on
 * a machine (creating them takes seconds) and kept in `node_modules/.cache`; their name has PGlite's version. Test
 * files that share a process share its engine, too: each finds an empty database and gets a connection of its own.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ensureFiles, openDatabase, overEngine, type Database, type DatabaseOptions } from '../database.ts'
import { createEngine, type Engine } from './embedded-connection.ts'

export type EngineName = 'embedded' | 'postgres'
/** For tests of features that differ between engines: statements, migrations, locks, jobs, outages. */
export const BOTH_ENGINES: readonly EngineName[] = ['embedded', 'postgres']
/**
 * For all other tests. The gate uses PostgreSQL, which takes a third of the time; `conformance.test.ts` shows that both
 * engines behave alike, and the journeys run on the embedded one. The release run uses both.
 */
export const ENGINES: readonly EngineName[] = process.env.TEST_RUN === 'release' ? BOTH_ENGINES : ['postgres']
/** For tests that need one database: the embedded one in the release run. */
export const ENGINE: EngineName = ENGINES[0]!
/** `url`: of PostgreSQL, where another process opens the same database; null for the embedded engine. */
export type TestDatabase = { database: Database; url: string | null; drop: () => Promise<void> }

/** `createTestDatabase` of the tools; called only for that engine. */
type CreatePostgres = () => Promise<{ url: string; drop: () => Promise<void> }>

export async function openTestDatabase(
  engine: EngineName,
  createPostgres: CreatePostgres,
  options: DatabaseOptions = {},
): Promise<TestDatabase> {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgres()
    const database = await openDatabase({ ...options, url })
    return { database, url, drop: () => database.close().then(drop) }
  }
  if (Object.keys(options).length === 0) return lendEngine()
  const { dataDir, remove } = await createDataDirectory()
  const database = await openDatabase({ ...options, dataDir })
  return { database, url: null, drop: () => database.close().then(remove) }
}

/** An empty database on `ENGINE`; `close` drops it. */
export async function openEmptyDatabase(createPostgres: CreatePostgres): Promise<Database> {
  const { database, drop } = await openTestDatabase(ENGINE, createPostgres)
  return { ...database, close: drop }
}

const STATEMENT_TIMEOUT = 30_000
const idle: Engine[] = []

/** A test that forgot to close its connection loses it when the next test file begins. */
async function lendEngine(): Promise<TestDatabase> {
  const engine = idle.pop() ?? (await startEngine())
  const database = overEngine(engine, {}, async () => {})
  return {
    database,
    url: null,
    async drop() {
      await database.close()
      await empty(engine)
      idle.push(engine)
    },
  }
}

async function startEngine(): Promise<Engine> {
  const { dataDir, remove } = await createDataDirectory()
  process.once('exit', remove)
  const engine = createEngine(join(dataDir, 'database'), STATEMENT_TIMEOUT)
  await engine.start()
  return engine
}

async function empty(engine: Engine): Promise<void> {
  const { db, close } = overEngine(engine, {}, async () => {})
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'public')`.execute(db)
  for (const { name } of rows) await sql`drop schema ${sql.id(name)} cascade`.execute(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await close()
}

/** A closed data directory with an empty database in it, or with a copy of `original`. */
export async function createDataDirectory(original?: string): Promise<{ dataDir: string; remove: () => void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-data-'))
  if (original === undefined) cpSync(await ensureTemplate(), join(dataDir, 'database'), { recursive: true })
  else cpSync(original, dataDir, { recursive: true })
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/**
 * Creates the template files unless they are cached, and returns their folder. Call it before the first test of a run,
 * or each test process would create its own at the same time.
 */
export async function ensureTemplate(): Promise<string> {
  const manifest = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '..', '..', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'lokalteil')
  const template = join(cache, `database-${version}`)
  if (existsSync(template)) return template
  mkdirSync(cache, { recursive: true })
  const own = mkdtempSync(join(cache, 'new-'))
  const files = await ensureFiles(own)
  try {
    renameSync(files, template)
  } catch (error) {
    // Another test process was faster.
    if (!existsSync(template)) throw error
  }
  rmSync(own, { recursive: true, force: true })
  return template
}
