/**
 * Snapshots of the embedded database for `npx lokalteil backup write`, which reads them in a process of its own. Its files are
 * copied while no statement runs: requests wait for the copying, and not for the writing of a backup.
 */
import { constants } from 'node:fs'
import { cp, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BACKUP } from '@lokalteil/contracts/backup'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import { problem, serveContract, type Refusal } from '../platform/serve.ts'

/** Below DATA_DIR; the next start of the portal removes folders of this name. */
const PREFIX = 'unfinished-backup-'
/** Age from which a copy counts as left behind by a killed command. */
const LEFT_BEHIND_MS = 6 * 3_600_000
/** Bytes that stay free for the portal. */
const RESERVE = 256 * 1024 * 1024

export function createBackupApp({
  database,
  dataDir,
  serviceKey,
  onError = () => {},
}: {
  database: Database
  dataDir: string
  serviceKey: string
  onError?: (error: unknown, requestId: string) => void
}): Hono {
  return serveContract(
    BACKUP,
    {
      getEngine: () => ({ engine: database.engine }),
      takeSnapshot: async () =>
        database.engine === 'embedded'
          ? takeSnapshot(database, dataDir)
          : problem(409, 'IN_POSTGRESQL', 'The data lie in PostgreSQL: say DATABASE_URL as the portal has it'),
    },
    { base: '', toContext: () => null, serviceKey, headers: { 'cache-control': 'no-store' }, onError },
  )
}

async function takeSnapshot(database: Database, dataDir: string): Promise<{ folder: string } | Refusal> {
  await removeLeftBehind(dataDir)
  const files = join(dataDir, 'database')
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < (await measure(files)) + RESERVE)
    return problem(507, 'NO_ROOM', 'The disk of DATA_DIR has no room for a copy of the database')
  const folder = await mkdtemp(join(dataDir, PREFIX))
  try {
    // The engine has one connection: while this query holds it, no other one writes. After a checkpoint the copied files equal
    // those after a crash, from which PostgreSQL recovers.
    await database.db.connection().execute(async (db) => {
      await sql`checkpoint`.execute(db)
      await cp(files, join(folder, 'database'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    })
    return { folder: basename(folder) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function removeLeftBehind(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(PREFIX)) continue
    const { mtimeMs } = await stat(join(dataDir, name))
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function measure(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}
