/** Connections to one PostgreSQL server, with the watch that notices a server which accepts connections but is silent. */
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { afterOwnTime } from './own-time.ts'
import { createPoolWatch, type Look, type PoolWatch } from './pool-watch.ts'

export type WatchedPool = {
  pool: pg.Pool
  watch: PoolWatch
  /** Rejects at once while the server is known to be silent; a connection that is lent then is cut. */
  connect: () => Promise<pg.PoolClient>
}

const ANSWER_MS = 1000

export function openWatchedPool(url: string, options: pg.PoolConfig, onError?: (error: Error) => void): WatchedPool {
  const pool = new pg.Pool({ ...options, connectionString: url, keepAlive: true })
  watchErrors(pool, onError)
  const watch = createPoolWatch(() => lookAt(url))
  pool.on('connect', (client) => toStream(client).on('data', watch.hear))
  return { pool, watch, connect: () => takeWatched(() => pool.connect(), watch) }
}

/**
 * `pg` emits the loss of a connection on the client while it is in use; an `error` event without a listener would end
 * the process.
 */
export function watchErrors(pool: pg.Pool, onError?: (error: Error) => void): void {
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
}

export function withinOwnTime<Answer>(answer: Promise<Answer>, late: Answer): Promise<Answer> {
  return new Promise((resolve) => {
    const stop = afterOwnTime(ANSWER_MS, () => resolve(late))
    void answer.then(resolve).finally(stop)
  })
}

/** Opens a connection of its own. A server that refuses it because it has no connections left is still there. */
async function lookAt(url: string): Promise<Look> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  const answer = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      (): Look => 'there',
      (error: unknown): Look => (error instanceof pg.DatabaseError && error.code === '53300' ? 'there' : 'gone'),
    )
  const seen = await withinOwnTime<Look>(answer, 'late')
  // A frozen server never answers the goodbye of `end()`.
  if (seen === 'there') void client.end().catch(() => {})
  else toStream(client).destroy()
  return seen
}

async function takeWatched(take: () => Promise<pg.PoolClient>, watch: PoolWatch): Promise<pg.PoolClient> {
  watch.refuseIfDown()
  const asked = take()
  const client = await new Promise<pg.PoolClient>((resolve, reject) => {
    const stop = watch.follow((error) => {
      stop()
      // The wait is over: a connection that arrives later is closed.
      asked.then((late) => late.release(true)).catch(() => {})
      reject(error)
    })
    asked.then(resolve, reject).finally(stop)
  })
  const release = client.release.bind(client)
  const stop = watch.follow((error) => {
    stop()
    // Destroying the socket rejects the query that waits on it.
    toStream(client).destroy(error)
  })
  client.release = (error) => {
    stop()
    release(error)
  }
  return client
}

/** `pg` does not publish its stream. */
function toStream(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}
