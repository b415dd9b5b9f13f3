/** `npx lokalteil backup`: everything a portal needs to begin again, in one file. */
import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { BACKUP } from '@lokalteil/contracts/backup'
import { Fault, type Call } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { openDatabase, type Database } from '../platform/database.ts'
import { DirectoryInUse } from '../platform/database/directory-lock.ts'
import { createBackupApp } from './app.ts'
import { UnusableBackup } from './archive.ts'
import { UnfitDatabase } from './catalogue.ts'
import type { Header } from './header.ts'
import { readBackup } from './read-backup.ts'
import { NotEmpty, restoreBackup } from './restore-backup.ts'
import { writeBackup, type Count, type Folders } from './write-backup.ts'

/** Copying a large database to a slow disk. */
const SNAPSHOT_MS = 600_000

/** Keys that an operator gave instead of those in DATA_DIR/keys; docs/operations.md, "Back up, restore". */
const GIVEN_SECRETS =
  /^(?:\w+_SECRET|\w+_SERVICE_KEY|INGEST_KEY|STRIPE_SECRET_KEY|PUSH_VAPID_KEY|PUSH_GATEWAY_KEY|APPLE_PRIVATE_KEY|EXTENDED_ACCESS_KEYS|EDGE_PURGE_TOKEN|SMTP_URL|PICTURES_URL)$/

export const runBackup = defineNoun({
  name: 'backup',
  more:
    'A backup holds the database, the keys below DATA_DIR, documents that an import set aside, and the folders of PUBLICATIONS_DIR. ' +
    'Type the command where the portal runs, with its DATA_DIR, DATABASE_URL and PUBLICATIONS_DIR. The file holds keys and data of readers: keep it as closed as the portal.',
  reach: {
    calls: BACKUP,
    mount: '/__services/backup',
    prefix: null,
    key: 'user',
    variable: 'USER_SERVICE_KEY',
    timeout: SNAPSHOT_MS,
    own: {
      probe: (backup) => backup.getEngine({}),
      open: async (database, serviceKey, _key, { dataDir }) => ({
        app: createBackupApp({ database, dataDir, serviceKey }),
      }),
    },
  },
  words: { FILE: 'a file like lokalteil-2026-12-31.tar.gz' },
  verbs: {
    'write FILE': {
      about: 'writes a backup while the portal runs; FILE must not be there yet',
      run: async ({ file }, call) => {
        const url = call.environment.DATABASE_URL
        const path = toNewFile(call, file)
        if (url) return write(call, await openDatabase({ url }), 'postgres', path)
        if (!existsSync(join(call.dataDir, 'database')))
          throw new Fault(
            `There is no database in ${call.dataDir}. Say DATA_DIR, or DATABASE_URL, as the portal has it.`,
          )
        return async (portal) => {
          const taken = await portal.takeSnapshot({})
          if (!taken.ok) return taken
          const snapshot = join(call.dataDir, taken.data.folder)
          try {
            if (!existsSync(snapshot))
              throw new Fault(`The portal at ${call.base} keeps its data elsewhere. Say DATA_DIR as it has it.`)
            return await write(call, await openDatabase({ dataDir: snapshot }), 'embedded', path)
          } finally {
            await rm(snapshot, { recursive: true, force: true })
          }
        }
      },
    },
    'verify FILE': {
      about: 'reads a backup and checks every byte and row of it; needs no portal',
      run: async ({ file }, call) => {
        const { header, count } = await usable(file, readBackup(call.toPath(file)))
        return [toOrigin(file, header), `whole: ${toCount(count)}`]
      },
    },
    'restore FILE': {
      about: 'puts a backup into an empty DATA_DIR and, with DATABASE_URL, an empty database; then start the portal',
      run: async ({ file }, call) => {
        const { environment } = call
        const began = Date.now()
        const { header, count } = await usable(
          file,
          restoreBackup(call.toPath(file), { databaseUrl: environment.DATABASE_URL || null, folders: toFolders(call) }),
        )
        const lost = header.secrets.filter((name) => !environment[name])
        return [
          toOrigin(file, header),
          `restored: ${toCount(count)}, in ${toSeconds(began)}`,
          ...(lost.length === 0
            ? []
            : [`The portal also had these, which no backup holds. Set them again: ${lost.join(', ')}`]),
        ]
      },
    },
  },
})

async function write(call: Call, database: Database, engine: Header['engine'], file: string) {
  const began = Date.now()
  const secrets = Object.keys(call.environment).filter((name) => GIVEN_SECRETS.test(name) && call.environment[name])
  try {
    const count = await writeBackup({ database, engine, folders: toFolders(call), file, secrets, now: call.now() })
    return [
      `${file}  written: ${toCount(count)}, ${(statSync(file).size / 1e6).toFixed(1)} MB, in ${toSeconds(began)}`,
      ...(secrets.length === 0 ? [] : [`Not in it, keep them elsewhere: ${secrets.toSorted().join(', ')}`]),
      ...(call.environment.PICTURES_URL ? ['Not in it: the pictures in the bucket of PICTURES_URL'] : []),
    ]
  } catch (error) {
    if (error instanceof UnfitDatabase) throw new Fault(`${error.message}.`, 'content')
    throw toFault(error, `${file} cannot be written: `)
  } finally {
    await database.close()
  }
}

/** Outside of the data: each backup would hold those before it. */
function toNewFile({ dataDir, toPath }: Call, typed: string): string {
  const file = toPath(typed)
  if (existsSync(file)) throw new Fault(`${file} is there already; a backup replaces nothing.`)
  if (isBelow(file, dataDir))
    throw new Fault(`${file} lies in DATA_DIR, which goes into the backup. Name another folder.`)
  return file
}

function toFolders({ dataDir, environment }: Call): Folders {
  const given = environment.PUBLICATIONS_DIR
  const publications = given ? resolve(given) : null
  // Below DATA_DIR they are in the backup as a part of it.
  return { data: dataDir, publications: publications === null || isBelow(publications, dataDir) ? null : publications }
}

function isBelow(path: string, folder: string): boolean {
  return !/^(?:\.\.|[A-Za-z]:)/.test(relative(resolve(folder), resolve(path)))
}

async function usable<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnusableBackup) throw new Fault(`${file} cannot be used. ${error.message}.`, 'content')
    if (error instanceof NotEmpty || error instanceof DirectoryInUse)
      throw new Fault(`${error.message}.`.replace(/\.\.$/, '.'), 'content')
    throw toFault(error)
  }
}

/** Errors of the disk or the database as faults of the command; `prefix` begins the message of the disk. */
function toFault(error: unknown, prefix = ''): unknown {
  const { message, code, syscall, severity } = error as NodeJS.ErrnoException & { severity?: string }
  if (/^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT)$/.test(code ?? ''))
    return new Fault(`No database answers at DATABASE_URL (${code}).`, 'reach')
  if (severity !== undefined) return new Fault(`The database refuses it: ${message}.`, 'content')
  return syscall === undefined ? error : new Fault(`${prefix}${message}`, 'content')
}

const toSeconds = (began: number): string => `${((Date.now() - began) / 1000).toFixed(1)} s`
const toCount = ({ tables, rows, files }: Count): string => `${tables} tables with ${rows} rows, ${files} files`
const toOrigin = (file: string, { writtenAt, version, engine }: Header): string =>
  `${file}  of ${writtenAt}, by version ${version}, from ${engine === 'embedded' ? 'the embedded database' : 'PostgreSQL'}`
