/**
 * A real PostgreSQL for tests. `createTestDatabase` gives a test file its own empty database; the cluster starts with
 * the first one of a run (see postgres-setup.ts) and is removed afterwards. `openTestPostgres` starts a private
 * cluster: temporary folder, free port on 127.0.0.1, random password, no fsync. If TEST_DATABASE_URL is set, that
 * server is used; its role must be allowed to create databases. Without any PostgreSQL it throws an error that says
 * what to install; it never skips silently.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { findFreePort } from './free-port.ts'
import { isAlive } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which this run's cluster is requested; absent outside of a vitest run. */
    testPostgres: string
  }
}

export type TestPostgres = { url: string; stop: () => Promise<void> }
export type TestDatabase = { url: string; drop: () => Promise<void> }

const FOLDER_PREFIX = 'lokalteil-postgres-'
const exe = process.platform === 'win32' ? '.exe' : ''

/**
 * An empty database (UTF-8, collation C, ICU collations available) for one test file. Drop it in `afterAll`.
 * `original`: address of another such database without connections; the new one starts as its copy.
 */
export async function createTestDatabase(original?: string): Promise<TestDatabase> {
  return createDatabaseOn(await askForServer(), original)
}

/** An empty database on a cluster of its own, for journeys, whose run holds none; both go at the end. */
export async function openTestDatabaseAlone(): Promise<TestDatabase> {
  const { url: server, stop } = await openTestPostgres()
  const { url, drop } = await createDatabaseOn(server)
  return {
    url,
    async drop() {
      await drop()
      await stop()
    },
  }
}

async function createDatabaseOn(server: string, original?: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = original === undefined ? 'template0' : new URL(original).pathname.slice(1)
  await runStatement(server, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runStatement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function askForServer(): Promise<string> {
  const broker = inject('testPostgres')
  if (broker === undefined)
    throw new Error('createTestDatabase works inside a vitest run; elsewhere use openTestPostgres')
  const response = await fetch(broker, { signal: AbortSignal.timeout(80_000) })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The folder with `initdb` and `postgres`, the newest version first, or null. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return (
    folders.find((folder) => isProgram(join(folder, `initdb${exe}`)) && isProgram(join(folder, `postgres${exe}`))) ??
    null
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export async function openTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  return given !== undefined && given !== '' ? { url: given, stop: async () => {} } : openOwnPostgres()
}

/** A private cluster, whatever `TEST_DATABASE_URL` says: for tests that need replicas of it, or stop it. */
export async function openOwnPostgres(): Promise<TestPostgres> {
  const programs = needPostgres()
  removeLeftovers()
  const identity = toIdentity()
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  try {
    return await startCluster(programs, folder, identity)
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

function needPostgres(): string {
  const programs = findPostgres()
  if (programs !== null) return programs
  throw new Error(
    'No PostgreSQL found: install it (Debian: apt-get install postgresql) or set TEST_DATABASE_URL to a server whose role may create databases',
  )
}

type Identity = { uid?: number; gid?: number }

/** PostgreSQL refuses to run as root, so root switches to the account `postgres` or `nobody`. */
function toIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  for (const account of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, account], { encoding: 'utf8' }).stdout ?? '', 10),
    )
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither an account postgres nor nobody: set TEST_DATABASE_URL',
  )
}

async function startCluster(programs: string, folder: string, identity: Identity): Promise<TestPostgres> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const password = randomBytes(16).toString('hex')
  writeFileSync(join(folder, 'owner.pid'), String(process.pid))
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity.uid !== undefined && identity.gid !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, identity.uid, identity.gid)
  }
  const initialised = spawnSync(
    join(programs, `initdb${exe}`),
    [
      '-D',
      data,
      '-U',
      'lokalteil',
      '-E',
      'UTF8',
      '--locale=C',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '--no-sync',
    ],
    { ...identity, cwd: folder, encoding: 'utf8' },
  )
  if (initialised.status !== 0) throw new Error(`initdb failed: ${initialised.error?.message ?? initialised.stderr}`)

  return startServer(programs, folder, identity, password)
}

async function startServer(
  programs: string,
  folder: string,
  identity: Identity,
  password: string,
): Promise<TestPostgres> {
  // Another process may take the free port before the server listens on it.
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort()
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 200,
      timezone: 'UTC',
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(join(programs, `postgres${exe}`), ['-D', join(folder, 'data'), ...flags], {
      ...identity,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const log: string[] = []
    server.stderr.setEncoding('utf8').on('data', (text: string) => log.push(text.slice(0, 2000)) > 50 && log.shift())
    const url = `postgres://lokalteil:${password}@127.0.0.1:${port}/postgres`
    if (await waitUntilReady(server, url)) return toTestPostgres(server, url, folder)
    server.kill('SIGKILL')
    if (attempt === 3) throw new Error(`PostgreSQL did not start:\n${log.join('')}`)
  }
}

/** A streaming replica of a server of `openOwnPostgres`; its address leads to the database that `primary` names. */
export async function openTestReplica(primary: string): Promise<TestPostgres> {
  const programs = needPostgres()
  const { hostname, port, username, password, pathname } = new URL(primary)
  const identity = toIdentity()
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  writeFileSync(join(folder, 'owner.pid'), String(process.pid))
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid)
  try {
    const copied = spawnSync(
      join(programs, `pg_basebackup${exe}`),
      ['-h', hostname, '-p', port, '-U', username, '-D', join(folder, 'data'), '-R', '-c', 'fast', '--no-sync'],
      { ...identity, cwd: folder, encoding: 'utf8', env: { ...process.env, PGPASSWORD: password } },
    )
    if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.error?.message ?? copied.stderr}`)
    const server = await startServer(programs, folder, identity, password)
    const url = new URL(server.url)
    url.pathname = pathname
    return { ...server, url: url.href }
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

function toTestPostgres(server: ChildProcess, url: string, folder: string): TestPostgres {
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const endAtOnce = () => {
    server.kill('SIGQUIT')
    removeFolder(folder)
  }
  process.once('exit', endAtOnce)
  return {
    url,
    stop: async () => {
      process.removeListener('exit', endAtOnce)
      server.kill('SIGINT')
      await ended
      removeFolder(folder)
    },
  }
}

/** The replica receives changes and does not show them, until `resumeReplica`. Resolves when it stands still. */
export async function pauseReplica(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_wal_replay_pause()')
    for (let state = ''; state !== 'paused';)
      ({ state } = (await client.query('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0] as { state: string })
  } finally {
    await client.end()
  }
}

export function resumeReplica(url: string): Promise<void> {
  return runStatement(url, 'SELECT pg_wal_replay_resume()')
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && server.exitCode === null && server.signalCode === null) {
    try {
      await runStatement(url, 'SELECT 1')
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return false
}

/** Ends clusters of runs that were killed before they could clean up. */
export function removeLeftovers(folder = tmpdir()): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const path = join(folder, name)
    const owner = readProcessId(join(path, 'owner.pid'))
    if (owner === null || isAlive(owner)) continue
    const server = readProcessId(join(path, 'data', 'postmaster.pid'))
    try {
      if (server !== null && isServerOf(server, path)) process.kill(server, 'SIGQUIT')
      removeFolder(path)
    } catch {
      // A folder of another account, which we must not remove.
    }
  }
}

/** A server that is shutting down still writes into its folder, and rmSync then silently leaves it. */
function removeFolder(path: string): void {
  for (let attempt = 0; existsSync(path) && attempt < 40; attempt++) {
    if (attempt > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    rmSync(path, { recursive: true, force: true })
  }
}

/** The process id in an old file may belong to another process now. */
function isServerOf(id: number, folder: string): boolean {
  return spawnSync('ps', ['-o', 'args=', '-p', String(id)], { encoding: 'utf8' }).stdout?.includes(folder) ?? false
}

function readProcessId(file: string): number | null {
  try {
    const id = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return Number.isInteger(id) && id > 1 ? id : null
  } catch {
    return null
  }
}
