/** Serves the state of the queues to callers with the service key. */
import { JOBS } from '@lokalteil/contracts/jobs'
import type { Hono } from 'hono'
import type { Database } from '../database.ts'
import { serveContract } from '../serve.ts'
import { listQueueStates } from './queue-states.ts'
import type { QueueTable } from './table-queue.ts'

export function createJobsApp({
  database,
  tables,
  serviceKey,
  now = () => new Date(),
  onError = () => {},
}: {
  database: Database
  tables: readonly QueueTable[]
  serviceKey: string
  now?: () => Date
  onError?: (error: unknown, requestId: string) => void
}): Hono {
  return serveContract(
    JOBS,
    {
      async listQueues() {
        const states = await listQueueStates(database.db, tables, now())
        return { queues: states.map((state) => ({ ...state, oldest: state.oldest?.toISOString() ?? null })) }
      },
    },
    { base: '', toContext: () => null, serviceKey, headers: { 'cache-control': 'no-store' }, onError },
  )
}
