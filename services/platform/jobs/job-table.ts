/**
 * A shared table for jobs without one of their own. A job is named by queue and key and keeps data that its work may
 * change (`againAt` with a new `job`), such as the last ETag of a feed.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { AnyKysely, Database } from '../database.ts'
import { migrate, migrationsIn } from '../database/migrations.ts'
import type { JobQueue } from './job-queue.ts'
import { createTableQueue, type QueueTable } from './table-queue.ts'

type JobRow = {
  queue: string
  key: string
  data: unknown
  status: 'waiting' | 'given-up'
  attempts: number
  due_at: Date
  lease: string | null
  leased_until: Date | null
  error: string | null
  created_at: Date
}
type JobsDb = Kysely<{ 'jobs.jobs': JobRow }>

export type StoredJob<Data> = { key: string; data: Data }
export type StoredQueue<Data> = JobQueue<StoredJob<Data>> & {
  /** Adds a job unless its key exists; an existing job keeps its data and its time. */
  add: (job: StoredJob<Data>, dueAt: Date, within?: AnyKysely) => Promise<void>
  remove: (key: string, within?: AnyKysely) => Promise<void>
  list: () => Promise<ListedJob<Data>[]>
  /** Makes a job due now, even if it is paused or was given up; one that is running goes on. False: no such job. */
  hurry: (key: string, now: Date) => Promise<boolean>
  /** Tries a job that was given up again from `now`. False: no such job. */
  revive: (key: string, now: Date) => Promise<boolean>
}
export type ListedJob<Data> = StoredJob<Data> & {
  dueAt: Date
  attempts: number
  error: string | null
  isGivenUp: boolean
}

/** Describes a queue of this table, so that operators see its state. */
export function describeStoredQueue(name: string): QueueTable {
  if (!/^[a-z-]+$/.test(name)) throw new Error(`"${name}" is no name of a queue`)
  return {
    name,
    table: 'jobs.jobs',
    key: ['queue', 'key'],
    waits: `q.queue = '${name}' and q.status = 'waiting'`,
    isGivenUp: `q.queue = '${name}' and q.status = 'given-up'`,
    columns: {
      dueAt: 'due_at',
      heldUntil: 'leased_until',
      heldBy: 'lease',
      attempts: 'attempts',
      error: 'error',
    },
    pause: 'dueAt',
    order: 'due_at',
  }
}

export async function openStoredQueue<Data>(database: Database, name: string): Promise<StoredQueue<Data>> {
  await migrate(database, 'jobs', await migrationsIn(import.meta.dirname))
  const db = database.db as JobsDb
  const queue = createTableQueue<JobRow, StoredJob<Data>>(database.db, describeStoredQueue(name), {
    toJob: ({ key, data }) => ({ key, data: data as Data }),
    done: 'remove',
    givenUp: () => ({ status: 'given-up' }),
    toValues: ({ data }) => ({ data: JSON.stringify(data) }),
  })
  return {
    ...queue,
    async add({ key, data }, dueAt, within = database.db) {
      await sql`insert into jobs.jobs (queue, key, data, due_at) values (${name}, ${key}, ${JSON.stringify(data)}, ${dueAt})
        on conflict do nothing`.execute(within)
    },
    async remove(key, within = database.db) {
      await sql`delete from jobs.jobs where queue = ${name} and key = ${key}`.execute(within)
    },
    async list() {
      const rows = await db.selectFrom('jobs.jobs').selectAll().where('queue', '=', name).orderBy('key').execute()
      return rows.map((row) => ({
        key: row.key,
        data: row.data as Data,
        dueAt: row.due_at,
        attempts: row.attempts,
        error: row.error,
        isGivenUp: row.status === 'given-up',
      }))
    },
    async hurry(key, now) {
      const { rows } = await sql`
        update jobs.jobs set status = 'waiting', due_at = least(due_at, ${now}),
          attempts = case when status = 'given-up' then 0 else attempts end
        where queue = ${name} and key = ${key} returning 1`.execute(database.db)
      return rows.length > 0
    },
    async revive(key, now) {
      const revived = await db
        .updateTable('jobs.jobs')
        .set({ status: 'waiting', attempts: 0, due_at: now, error: null })
        .where('queue', '=', name)
        .where('key', '=', key)
        .where('status', '=', 'given-up')
        .returning('key')
        .execute()
      return revived.length > 0
    },
  }
}
