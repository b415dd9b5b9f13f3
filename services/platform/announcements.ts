/**
 * Tells every process on one PostgreSQL database, within a second, that one of them changed something. A counter in the
 * database is raised by the process that announces and polled by the others. An announcement that the database did not
 * take is repeated. The embedded engine belongs to one process, so there is no other to tell.
 */
import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'
import { migrate } from './database/migrations.ts'
import { createSchedule } from './schedule.ts'

export type Announcements = { announce: () => Promise<void>; close: () => Promise<void> }

const LOOK_MS = 500

const announcements0001 = {
  isExpandOnly: true,
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table announcements.last (name text primary key, sequence bigint not null)`.execute(db)
  },
}

export async function openAnnouncements(
  database: Database,
  name: string,
  { onHeard, onError }: { onHeard: () => void; onError: (error: unknown) => void },
): Promise<Announcements> {
  if (database.engine === 'embedded') return { announce: async () => {}, close: async () => {} }
  await migrate(database, 'announcements', { '0001-last': announcements0001 })
  const { db } = database
  let heard = await read()
  let isUntold = false
  /** Run queries one after the other: without that, a process could take its own raised number for another's. */
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  async function read(): Promise<number> {
    const { rows } = await sql<{
      sequence: number
    }>`select sequence from announcements.last where name = ${name}`.execute(db)
    return rows[0]?.sequence ?? 0
  }

  async function tell(): Promise<void> {
    isUntold = true
    const { rows } = await sql<{ sequence: number }>`insert into announcements.last (name, sequence) values (${name}, 1)
      on conflict (name) do update set sequence = announcements.last.sequence + 1 returning sequence`.execute(db)
    isUntold = false
    const { sequence } = rows[0]!
    // Skip the number this process raised itself. If another process raised it in between, the next poll sees that.
    if (sequence === heard + 1) heard = sequence
  }

  async function look(): Promise<void> {
    if (isUntold) await tell()
    const sequence = await read()
    if (sequence === heard) return
    heard = sequence
    onHeard()
  }

  const looking = createSchedule(LOOK_MS, () => inTurn(look), onError)
  looking.start(false)
  return { announce: () => inTurn(tell).catch(onError), close: looking.close }
}
