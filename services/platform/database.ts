/**
 * Opens the one database behind all services: PGlite in a worker thread on DATA_DIR (or in memory), or PostgreSQL 15 and
 * newer by address. Both are spoken to through `pg` and Kysely's PostgreSQL dialect, so that types, errors and pooling
 * are the same. The embedded engine has one connection: statements queue, a transaction holds it alone, and asking for
 * it again inside one's own transaction ends in `DatabaseBusy` after `acquireTimeout` instead of hanging for ever.
 * Types: int8 → number, or its digits where a number would lie; numeric → text; date and timestamptz → Date;
 * bytea → Uint8Array; json and jsonb → parsed.
 */
import { fork } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  type DatabaseIntrospector,
  Kysely,
  type Logger,
  PostgresDialect,
  type PostgresDialectConfig,
  type SchemaMetadata,
  sql,
} from 'kysely'
import pg from 'pg'
import { lockDirectory } from './database/directory-lock.ts'
import { createEngine, type Engine } from './database/embedded-connection.ts'
import { DatabaseUnavailable, FULL_BYTES } from './database/outage.ts'
import { openReadReplicas, type ReadReplicas, type Server } from './database/read-replicas.ts'
import { openWatchedPool, watchErrors, withinOwnTime } from './database/watched-pool.ts'

export type DatabaseOptions = {
  /** `postgres://…`; wins over `dataDir`. */
  url?: string
  /** Addresses of replicas of `url` that take reads. */
  readUrls?: readonly string[]
  /** Where the embedded database keeps its files; absent: in memory, gone at the end. */
  dataDir?: string
  /** Milliseconds a statement may take. */
  statementTimeout?: number
  /** Milliseconds to wait for a connection. */
  acquireTimeout?: number
  /** Connections to PostgreSQL. */
  poolSize?: number
  /** Called once for each connection that was lost outside a statement. */
  onError?: (error: Error) => void
  /** Called after each statement, in the asynchronous context of its caller; must not throw. */
  onQuery?: (query: QueryReport) => void
  /** A replica failed and is left out; `error` null: it is back. */
  onReplica?: (name: string, error: Error | null) => void
}

/** `text`: with placeholders for its parameters. `milliseconds`: without the wait for a connection. */
export type QueryReport = { text: string; milliseconds: number; isFailed: boolean }

// Each service narrows this to its own tables: `database.db as Kysely<ContentTables>`.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyKysely = Kysely<any>
/** The database as a room sees it: `database.db as Tables<…>`. */
export type Tables<T> = Kysely<T>

export type Database = {
  db: AnyKysely
  engine: 'embedded' | 'postgres'
  reads: Reads
  /** Runs `work` without the statement timeout: migrations and maintenance. */
  withoutTimeout: <T>(work: (db: AnyKysely) => Promise<T>) => Promise<T>
  /**
   * Readiness: whether the database answers within two seconds, not counting time in which this process itself was
   * busy.
   */
  isAnswering: () => Promise<boolean>
  /** Connections there are, those in use, and callers that wait for one. */
  load: () => { connections: number; busy: number; waiting: number }
  close: () => Promise<void>
}

/** Database for reads that may go to replicas. Without any it is the primary. */
type Reads = Pick<ReadReplicas, 'catchUp' | 'list'> & {
  /** For statements that read, outside of transactions. */
  db: AnyKysely
}

export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
}

export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  if (options.url !== undefined && options.url !== '') return openPostgres(options.url, options)
  return openEmbedded(options)
}

const STATEMENT_TIMEOUT = 30_000
const ACQUIRE_TIMEOUT = 15_000

async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const settings: pg.PoolConfig = {
    types: TYPES,
    max: options.poolSize ?? 10,
    statement_timeout: options.statementTimeout ?? STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 60_000,
  }
  const { pool, watch, connect } = openWatchedPool(
    url,
    { ...settings, connectionTimeoutMillis: options.acquireTimeout ?? ACQUIRE_TIMEOUT },
    options.onError,
  )
  const take = patiently(connect)
  const db = toKysely(toDriverPool(pool, take), options)
  const replicas = openReplicas(take, settings, options)
  return {
    db,
    engine: 'postgres',
    reads:
      replicas === null
        ? toOwnReads(db)
        : { db: toKysely(toReadPool(replicas), options), catchUp: replicas.catchUp, list: replicas.list },
    async withoutTimeout(work) {
      return db.connection().execute(async (connection) => {
        await setTimeoutOf(connection, '0')
        try {
          return await work(connection)
        } finally {
          await setTimeoutOf(connection, String(options.statementTimeout ?? STATEMENT_TIMEOUT)).catch(() => {})
        }
      })
    },
    // All connections in use is load, not an outage.
    isAnswering: async () =>
      (!areAllTaken(pool) && (await answersSoon(db))) || (areAllTaken(pool) && (await watch.isThere())),
    load: () => toLoad(pool),
    async close() {
      await replicas?.close()
      watch.close()
      await db.destroy()
    },
  }
}

const REPLICA_CONNECT_MS = 1000

function openReplicas(
  connect: () => Promise<pg.PoolClient>,
  settings: pg.PoolConfig,
  { readUrls = [], onReplica = () => {} }: DatabaseOptions,
): ReadReplicas | null {
  if (readUrls.length === 0) return null
  return openReadReplicas({
    primary: { connect },
    replicas: readUrls.map((url) => ({ name: new URL(url).host, server: openReplica(url, settings) })),
    onReplica,
  })
}

function openReplica(url: string, settings: pg.PoolConfig): Server {
  const { pool, watch, connect } = openWatchedPool(url, {
    ...settings,
    connectionTimeoutMillis: REPLICA_CONNECT_MS,
  })
  return {
    connect,
    isFull: () => areAllTaken(pool),
    async close() {
      watch.close()
      await pool.end()
    },
  }
}

const toOwnReads = (db: AnyKysely): Reads => ({ db, catchUp: async () => {}, list: () => [] })

function answersSoon(db: AnyKysely): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return withinOwnTime(answer, false)
}

function areAllTaken({ totalCount, idleCount, options }: pg.Pool): boolean {
  return idleCount === 0 && totalCount >= options.max
}

function toLoad({ totalCount, idleCount, waitingCount }: pg.Pool): ReturnType<Database['load']> {
  return { connections: totalCount, busy: totalCount - idleCount, waiting: waitingCount }
}

/** Connections that are lent out. The pool's own counts include those that are still being opened. */
function countLent(pool: pg.Pool): () => number {
  let lent = 0
  pool.on('acquire', () => void lent++)
  pool.on('release', () => void lent--)
  return () => lent
}

async function setTimeoutOf(connection: AnyKysely, value: string): Promise<void> {
  await sql`select set_config('statement_timeout', ${value}, false)`.execute(connection)
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const lock = options.dataDir === undefined ? null : lockDirectory(options.dataDir)
  let engine: Engine
  try {
    const files = options.dataDir === undefined ? null : await ensureFiles(options.dataDir)
    engine = createEngine(files, options.statementTimeout ?? STATEMENT_TIMEOUT)
    // A directory that cannot be opened must fail the start, not the first request.
    await engine.start()
  } catch (error) {
    lock?.release()
    throw error
  }
  return overEngine(engine, options, async () => {
    await engine.close()
    lock?.release()
  })
}

/** `end` runs once the engine's connection is closed. */
export function overEngine(engine: Engine, options: DatabaseOptions, end: () => Promise<void>): Database {
  const pool = new pg.Pool({
    types: TYPES,
    max: 1,
    min: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: options.acquireTimeout ?? ACQUIRE_TIMEOUT,
    stream: () => engine.connect(),
    Client: EmbeddedClient as never,
  } as pg.PoolConfig)
  watchErrors(pool, options.onError)
  const lent = countLent(pool)
  const db = toKysely(
    toDriverPool(
      pool,
      patiently(() => pool.connect()),
    ),
    options,
  )
  return {
    db,
    engine: 'embedded',
    reads: toOwnReads(db),
    withoutTimeout: (work) => engine.withoutTimeout(() => work(db)),
    // The engine stops a statement that takes too long by itself, so a connection in use counts as an answer.
    isAnswering: async () => (lent() === 0 && (await answersSoon(db))) || lent() > 0,
    load: () => toLoad(pool),
    async close() {
      await db.destroy()
      await end()
    },
  }
}

/**
 * Creates the files in a temporary folder and renames it. A kill in between leaves an unfinished folder that the next
 * start removes.
 */
export async function ensureFiles(dataDir: string): Promise<string> {
  const files = join(dataDir, 'database')
  for (const name of readdirSync(dataDir))
    if (name.startsWith('unfinished-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  if (existsSync(files)) return files
  const unfinished = mkdtempSync(join(dataDir, 'unfinished-'))
  try {
    await createFiles(unfinished)
    syncTree(unfinished)
    renameSync(unfinished, files)
  } catch (error) {
    // The engine gives no reason, and its leftovers take the last room of the disk.
    const isFull = getFreeBytes(dataDir) < FULL_BYTES
    rmSync(unfinished, { recursive: true, force: true })
    throw isFull ? Object.assign(new Error('No room for the embedded database', { cause: error }), NO_ROOM) : error
  }
  syncPath(dataDir)
  return files
}

const NO_ROOM = { code: 'ENOSPC', syscall: 'write' }

function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function createFiles(folder: string): Promise<void> {
  const child = fork(new URL('./database/create-files.ts', import.meta.url), [folder], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Baseline compiler only: the process is over before optimised code would be ready.
    execArgv: ['--disable-warning=ExperimentalWarning', '--liftoff-only'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(
            new Error(`The embedded database could not be created in ${folder}: ${said.trim() || `exit ${code}`}`),
          ),
    )
  })
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch {
    // Windows cannot open a folder; there its entries are safe without fsync.
    return
  }
  try {
    fsyncSync(handle)
  } catch {
    // Windows, as above.
  } finally {
    closeSync(handle)
  }
}

/** Waits for a connection, and says so when none became free. */
function patiently(connect: () => Promise<pg.PoolClient>): () => Promise<pg.PoolClient> {
  return async () => {
    try {
      return await connect()
    } catch (error) {
      if (
        error instanceof Error &&
        /timeout exceeded when trying to connect|terminated due to connection timeout/.test(error.message)
      ) {
        throw new DatabaseBusy('No connection to the database became free in time', { cause: error })
      }
      throw error
    }
  }
}

type DriverPool = PostgresDialectConfig['pool']

function toDriverPool(pool: pg.Pool, connect: () => Promise<pg.PoolClient>): DriverPool {
  return { options: pool.options, Client: pg.Client, end: () => pool.end(), connect } as never
}

/** Each statement finds its server by itself. */
function toReadPool({ read }: ReadReplicas): DriverPool {
  return { options: {}, end: async () => {}, connect: async () => ({ query: read, release() {} }) } as never
}

function toKysely(pool: DriverPool, { onQuery }: DatabaseOptions): AnyKysely {
  return new Kysely({
    dialect: new Dialect({ pool }),
    // Without a listener Kysely does not even take the time.
    ...(onQuery === undefined ? {} : { log: toLogger(onQuery) }),
  }) as AnyKysely
}

function toLogger(onQuery: (query: QueryReport) => void): Logger {
  return ({ level, query, queryDurationMillis }) =>
    onQuery({ text: query.sql, milliseconds: queryDurationMillis, isFailed: level === 'error' })
}

/**
 * Only migrations read the catalogue, and only for names of tables. Kysely would read every column of every service
 * each time.
 */
class Dialect extends PostgresDialect {
  override createIntrospector(db: AnyKysely): DatabaseIntrospector {
    return {
      getSchemas: async () =>
        (await sql<SchemaMetadata>`select nspname as name from pg_catalog.pg_namespace`.execute(db)).rows,
      getTables: async () => {
        const { rows } = await sql<{ schema: string; name: string }>`
          select n.nspname as schema, c.relname as name
          from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p')`.execute(db)
        return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }))
      },
    }
  }
}

const INT8 = 20
const DATE = 1082
const BYTEA = 17

const TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return toWhole as never
      if (oid === DATE) return toDay as never
      if (oid === BYTEA) return toBytes as never
    }
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

function toWhole(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** A `date` becomes midnight in UTC, whatever the zone of the process. */
function toDay(text: string): Date {
  return new Date(`${text}T00:00:00Z`)
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
}

// A Date parameter is sent in UTC; else a `date` column would take the day of the process's zone.
pg.defaults.parseInputDatesAsUTC = true

const KEPT_STATEMENTS = 400

/**
 * Gives a statement that runs a second time a name (prepared statement), so that the engine parses and plans it once.
 */
class EmbeddedClient extends pg.Client {
  readonly #seen = new Map<string, string>()
  #named = 0

  // `pg` declares a dozen forms; only (text, values) is changed.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...input: any[]): any {
    const [text, values] = input
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = this.#nameOf(text)
      if (name !== null) return super.query({ name, text, values })
    }
    return super.query(...(input as [string]))
  }

  #nameOf(text: string): string | null {
    const known = this.#seen.get(text)
    if (known !== undefined) return known === '' ? this.#name(text) : known
    if (text.length > 4000 || this.#seen.size >= KEPT_STATEMENTS) return null
    this.#seen.set(text, '')
    return null
  }

  #name(text: string): string {
    const name = `s${++this.#named}`
    this.#seen.set(text, name)
    return name
  }
}
