/**
 * Reads on replicas of PostgreSQL (`DATABASE_READ_URL`). A read goes to a replica that has replayed every change that was
 * announced in this process, else to the primary: `catchUp` notes the primary's position in its log of changes (LSN), and
 * a connection to a replica is asked for its own position once after each of them. So a lagging replica never fills a
 * page with the state before a change that readers were told of. A replica that fails is left out, its read is repeated on another
 * one or on the primary, and it is tried again with growing pauses.
 */
import pg from 'pg'
import { toOutage } from './outage.ts'

type Lent = {
  query: (text: string, values: unknown[]) => Promise<pg.QueryResult>
  release: (isBroken?: boolean) => void
}
/** The connections to one server. */
export type Server = { connect: () => Promise<Lent>; isFull: () => boolean; close: () => Promise<void> }

/** `name`: host and port. */
export type ReplicaState = { name: string; state: 'up' | 'late' | 'down' }

export type ReadReplicas = {
  /** Runs one statement that reads. */
  read: (text: string, values: unknown[]) => Promise<pg.QueryResult>
  /**
   * From now on every read sees everything that is committed on the primary by now. Call it after a change and before memory
   * caches are cleared. Never rejects: until the primary's position is known, it takes all reads.
   */
  catchUp: () => Promise<void>
  list: () => ReplicaState[]
  close: () => Promise<void>
}

export type ReadReplicasOptions = {
  primary: Pick<Server, 'connect'>
  replicas: readonly { name: string; server: Server }[]
  /** `error` null: the replica is back. */
  onReplica: (name: string, error: Error | null) => void
}

type Replica = {
  name: string
  server: Server
  /** How far each connection's server had come when it was last asked. */
  seen: WeakMap<object, bigint>
  isBehind: boolean
  /** Until this moment the replica is not asked again how far it has come. */
  restUntil: number
  /** Left out until the timer tries again. */
  out: NodeJS.Timeout | null
}

/** Positions are counted in bytes of the log. Null of a server that is no replica, or is one no more. */
type Position = { cluster: string; written: string | null; replayed: string | null }

/**
 * After a promotion `pg_last_wal_replay_lsn()` keeps its value, so it does not suffice. At the start of a page of the log the
 * primary counts the page's header (40 bytes in a segment's first page, 24 in others), which replicas get only with the next
 * change. Uncorrected, no replica would catch up with a quiet primary whose log ends there.
 */
const POSITION = `select system_identifier::text as cluster,
  (case when inserted % pg_size_bytes(current_setting('wal_segment_size')) = 40 then inserted - 40
    when inserted % current_setting('wal_block_size')::int = 24 then inserted - 24
    else inserted end)::text as written,
  case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as replayed
  from pg_control_system(),
    (select case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() - '0/0'::pg_lsn end as inserted) as log`
/** A replica that lags is not asked for its position with every read. */
const BEHIND_MS = 50
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** Reads that the replica ended because the primary removed the rows they were reading. */
const RECOVERY_CONFLICTS: ReadonlySet<string | undefined> = new Set(['40001', '40P01'])

export function openReadReplicas({ primary, replicas: given, onReplica }: ReadReplicasOptions): ReadReplicas {
  const replicas = given.map(({ name, server }): Replica => {
    return { name, server, seen: new WeakMap(), isBehind: false, restUntil: 0, out: null }
  })
  /** The position that replicas must have reached; null: not known, so all reads go to the primary. */
  let needed: { cluster: string; at: bigint } | null = null
  let asked = 0
  let turn = 0
  let asking: NodeJS.Timeout | null = null
  let isClosed = false

  async function catchUp(): Promise<void> {
    const own = ++asked
    needed = null
    if (asking !== null) clearTimeout(asking)
    try {
      const { cluster, written } = await ask(primary)
      if (written === null) throw new Error('DATABASE_URL leads to a replica')
      // A later call will know more.
      if (own === asked) needed = { cluster, at: BigInt(written) }
    } catch {
      if (own === asked && !isClosed) asking = setTimeout(() => void catchUp(), FIRST_PAUSE_MS).unref()
    }
  }

  async function read(text: string, values: unknown[]): Promise<pg.QueryResult> {
    for (const replica of listUsable()) {
      const client = await take(replica)
      if (client === null) continue
      try {
        const result = await client.query(text, values)
        client.release()
        return result
      } catch (error) {
        const isOut = toOutage(error) !== null
        client.release(isOut)
        if (isOut) leaveOut(replica, error)
        else if (!(error instanceof pg.DatabaseError && RECOVERY_CONFLICTS.has(error.code))) throw error
      }
    }
    const client = await primary.connect()
    try {
      return await client.query(text, values)
    } finally {
      client.release()
    }
  }

  /** In turn, those with a free connection first. Where all are in use a read waits, or the primary would have no peace. */
  function listUsable(): Replica[] {
    const first = turn++ % replicas.length
    const time = performance.now()
    return [...replicas.slice(first), ...replicas.slice(0, first)]
      .filter(({ out, restUntil }) => out === null && restUntil <= time)
      .toSorted((a, b) => Number(a.server.isFull()) - Number(b.server.isFull()))
  }

  /** A connection whose server has come far enough; null: not of this replica, not now. */
  async function take(replica: Replica): Promise<Lent | null> {
    const { server, seen } = replica
    const wanted = needed
    // Another read may have found it out meanwhile.
    if (wanted === null || replica.out !== null) return null
    let client: Lent | null = null
    try {
      client = await server.connect()
      if ((seen.get(client) ?? -1n) >= wanted.at) return client
      const { cluster, replayed } = await askOn(client)
      if (cluster !== wanted.cluster) throw new Error('is no replica of the database in DATABASE_URL')
      if (replayed === null) throw new Error('is no replica')
      const at = BigInt(replayed)
      seen.set(client, at)
      replica.isBehind = at < wanted.at
      if (!replica.isBehind) return client
      replica.restUntil = performance.now() + BEHIND_MS
      client.release()
    } catch (error) {
      client?.release(true)
      const isBusy = client === null && server.isFull()
      if (!isBusy) leaveOut(replica, error)
    }
    return null
  }

  function leaveOut(replica: Replica, error: unknown): void {
    // Reads that were on their way fail one after the other.
    if (replica.out !== null || isClosed) return
    onReplica(replica.name, error instanceof Error ? error : new Error(String(error)))
    tryLater(replica, 0)
  }

  function tryLater(replica: Replica, failures: number): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    const timer = setTimeout(() => {
      ask(replica.server).then(
        ({ cluster, replayed }) => {
          if (isClosed) return
          if (replayed === null || (needed !== null && cluster !== needed.cluster))
            return tryLater(replica, failures + 1)
          replica.out = null
          onReplica(replica.name, null)
        },
        () => {
          if (!isClosed) tryLater(replica, failures + 1)
        },
      )
    }, pause)
    replica.out = timer.unref()
  }

  return {
    read,
    catchUp,
    list: () =>
      replicas.map(({ name, out, isBehind }) => ({ name, state: out !== null ? 'down' : isBehind ? 'late' : 'up' })),
    async close() {
      isClosed = true
      if (asking !== null) clearTimeout(asking)
      for (const { out } of replicas) if (out !== null) clearTimeout(out)
      await Promise.all(replicas.map(({ server }) => server.close()))
    },
  }
}

async function ask({ connect }: Pick<Server, 'connect'>): Promise<Position> {
  const client = await connect()
  try {
    const found = await askOn(client)
    client.release()
    return found
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function askOn(client: Lent): Promise<Position> {
  const { rows } = await client.query(POSITION, [])
  return rows[0] as Position
}
