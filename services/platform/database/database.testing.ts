/**
 * An empty database for one test file, on either engine. The embedded one is copied from files that are created once on
 * a machine (creating them costs seconds) and kept in `node_modules/.cache`; the version in their name is PGlite's.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureFiles, openDatabase, type Database, type DatabaseOptions } from '../database.ts'

export const ENGINES = ['embedded', 'postgres'] as const
/**
 * For tests of handlers: what they ask of an engine, `conformance.test.ts` shows on both, and the tests of the portal ask
 * the same handlers on the embedded one. Stores, locks, search, migrations and jobs take `ENGINES`.
 */
export const HANDLER_ENGINES = process.env.TEST_ENGINES === 'all' ? ENGINES : (['postgres'] as const)
export type TestDatabase = { database: Database; drop: () => Promise<void> }

/** `createPostgres` is `createTestDatabase` of the tools; called only for that engine. */
export async function openTestDatabase(
  engine: (typeof ENGINES)[number],
  createPostgres: () => Promise<{ url: string; drop: () => Promise<void> }>,
  options: DatabaseOptions = {},
): Promise<TestDatabase> {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgres()
    const database = await openDatabase({ ...options, url })
    return { database, drop: () => database.close().then(drop) }
  }
  const { dataDir, remove } = await createDataDirectory()
  const database = await openDatabase({ ...options, dataDir })
  return { database, drop: () => database.close().then(remove) }
}

/** A data directory with an empty database in it, closed. */
export async function createDataDirectory(): Promise<{ dataDir: string; remove: () => void }> {
  const template = await ensureTemplate()
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-data-'))
  cpSync(template, join(dataDir, 'database'), { recursive: true })
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function ensureTemplate(): Promise<string> {
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
