/** Reads the state of every queue from its table, in any process, for operators. */
import type { AnyKysely } from '../database.ts'
import { sql } from 'kysely'
import type { QueueState } from './job-queue.ts'
import { readQueueState, type QueueTable } from './table-queue.ts'

/** Leaves out queues of services that run elsewhere: they have no tables here. */
export async function listQueueStates(db: AnyKysely, tables: readonly QueueTable[], now: Date): Promise<QueueState[]> {
  const states: QueueState[] = []
  for (const table of tables) if (await isThere(db, table.table)) states.push(await readQueueState(db, table, now))
  return states
}

async function isThere(db: AnyKysely, table: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db)
  return rows[0]?.is === true
}
