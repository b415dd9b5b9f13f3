/** Messages: a queue of the job runner until all devices are planned. */
import { sql } from 'kysely'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createTableQueue, type QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import type { Match, PushDb, PushTables } from '../schema.ts'

export type MessageRow = Omit<PushTables['push.messages'], 'matches' | 'publication'> & {
  matches: Match[]
  publication: Mandator
}
export type NewMessage = Omit<MessageRow, 'reached' | 'state' | 'lease' | 'leased_until'>

export const MESSAGES: QueueTable = {
  name: 'push-messages',
  table: 'push.messages',
  key: ['id'],
  waits: "q.state = 'planning'",
  columns: { heldUntil: 'leased_until', heldBy: 'lease' },
  order: 'created_at',
}

export function toMessageQueue(db: PushDb) {
  return createTableQueue<MessageRow, MessageRow>(db, MESSAGES, {
    toJob: (row) => row,
    done: () => ({ state: 'planned' }),
  })
}

/** False: it exists already. */
export async function addMessage(db: PushDb, message: NewMessage): Promise<boolean> {
  const row = await db
    .insertInto('push.messages')
    .values({
      ...message,
      matches: JSON.stringify(message.matches),
      reached: '',
      state: 'planning',
      lease: null,
      leased_until: null,
    })
    .onConflict((conflict) => conflict.columns(['publication', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listKnownKeys(db: PushDb, publication: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from push.messages where publication = ${publication} and key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export async function findMessage(db: PushDb, publication: string, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('push.messages')
    .select('id')
    .where('publication', '=', publication)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function getReached(db: PushDb, id: string): Promise<string> {
  const row = await db.selectFrom('push.messages').select('reached').where('id', '=', id).executeTakeFirst()
  return row?.reached ?? ''
}

export async function setReached(db: PushDb, id: string, reached: string): Promise<void> {
  await db.updateTable('push.messages').set({ reached }).where('id', '=', id).execute()
}

/** The time from which news are sent; set at the first call. */
export async function markOf(db: PushDb, publication: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    insert into push.marks as m (publication, since) values (${publication}, ${now})
    on conflict (publication) do update set since = m.since returning since`.execute(db)
  return rows[0]!.since
}

export type MessageCounts = Pick<MessageRow, 'id' | 'title' | 'path' | 'created_at' | 'expires_at' | 'state'> & {
  waiting: number
  sent: number
  failed: number
}

export async function listLatest(db: PushDb, publication: string, limit: number): Promise<MessageCounts[]> {
  const { rows } = await sql<MessageCounts>`
    select m.id, m.title, m.path, m.created_at, m.expires_at, m.state, count(d.device) filter (where d.state = 'waiting')::int as waiting,
      count(d.device) filter (where d.state = 'sent')::int as sent, count(d.device) filter (where d.state = 'failed')::int as failed
    from (select * from push.messages where publication = ${publication} order by created_at desc, id limit ${limit}) m
    left join push.deliveries d on d.message = m.id
    group by m.id, m.title, m.path, m.created_at, m.expires_at, m.state order by m.created_at desc, m.id`.execute(db)
  return rows
}
