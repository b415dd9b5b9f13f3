/**
 * What every process on one PostgreSQL has to hear within a second, although one of them did it: a number in the
 * database that whoever announces raises and everybody else looks at. An announcement that the database did not take is made
 * again. The embedded engine belongs to one process, which has nobody to tell.
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
  /** One question after the other: told at once, one's own number would look like another's. */
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
    // One's own is no news; another's in between is, and is heard with the next look.
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
