/** How every queue is doing, for operators: read from the tables, by any process. */
import type { AnyKysely } from '../database.ts'
import { sql } from 'kysely'
import type { QueueState } from './job-queue.ts'
import { readQueueState, type QueueTable } from './table-queue.ts'

/** Queues of services that run elsewhere have no tables here and are left out. */
export async function listQueueStates(db: AnyKysely, tables: readonly QueueTable[], now: Date): Promise<QueueState[]> {
  const states: QueueState[] = []
  for (const table of tables) if (await isThere(db, table.table)) states.push(await readQueueState(db, table, now))
  return states
}

async function isThere(db: AnyKysely, table: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db)
  return rows[0]?.is === true
}
