/** Messages: a queue of the job runner until all devices are planned. */
import { sql, type RawBuilder } from 'kysely'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createTableQueue, type QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import type { Match, PushDb, PushTables } from '../schema.ts'

export type MessageRow = Omit<PushTables['push.messages'], 'matches' | 'publication'> & {
  matches: Match[]
  publication: PublicationCode
}
/** Of an order of the office. */
type Held = Pick<MessageRow, 'due_at' | 'ordered_by' | 'expected'>
export type NewMessage = Omit<MessageRow, 'reached' | 'state' | 'lease' | 'leased_until' | keyof Held>

export const MESSAGES: QueueTable = {
  name: 'push-messages',
  table: 'push.messages',
  key: ['id'],
  waits: "q.state in ('planning', 'held')",
  columns: { dueAt: 'due_at', heldUntil: 'leased_until', heldBy: 'lease' },
  order: 'created_at',
}

export function toMessageQueue(db: PushDb) {
  return createTableQueue<MessageRow, MessageRow>(db, MESSAGES, {
    toJob: (row) => row,
    done: () => ({ state: 'planned' }),
  })
}

/** False: it exists already. `held`: it waits until then, and can be stopped. */
export async function addMessage(db: PushDb, message: NewMessage, held: Held | null = null): Promise<boolean> {
  const row = await db
    .insertInto('push.messages')
    .values({
      ...message,
      matches: JSON.stringify(message.matches),
      reached: '',
      state: held === null ? 'planning' : 'held',
      due_at: held?.due_at ?? message.created_at,
      ordered_by: held?.ordered_by ?? null,
      expected: held?.expected ?? 0,
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

type Counts = { waiting: number; sent: number; failed: number }
export type CountedMessage = MessageRow & Counts

/** Messages of `wanted`, newest first, with counts of their deliveries. */
async function listCounted(db: PushDb, wanted: RawBuilder<unknown>, limit: number): Promise<CountedMessage[]> {
  const { rows } = await sql<CountedMessage>`
    select m.*, c.waiting, c.sent, c.failed
    from (select * from push.messages where ${wanted} order by created_at desc, id limit ${limit}) m
    cross join lateral (
      select count(*) filter (where d.state = 'waiting')::int as waiting, count(*) filter (where d.state = 'sent')::int as sent,
        count(*) filter (where d.state = 'failed')::int as failed
      from push.deliveries d where d.message = m.id
    ) c order by m.created_at desc, m.id`.execute(db)
  return rows
}

export function listLatest(db: PushDb, publication: string, limit: number): Promise<CountedMessage[]> {
  return listCounted(db, sql`publication = ${publication}`, limit)
}

/** Key of a message that the office ordered. */
export const toOrderKey = (key: string): string => `order:${key}`

/** Messages of newsroom and commands to many readers, and breaking news; none of a single reader. */
export function listOrders(db: PushDb, publication: string, limit: number): Promise<CountedMessage[]> {
  const isToMany = sql`owner is null and (kind = 'breaking' or key like 'order:%' or key like 'hand:%')`
  return listCounted(db, sql`publication = ${publication} and ${isToMany}`, limit)
}

export async function findOrder(
  db: PushDb,
  publication: string,
  by: { id: string } | { key: string },
): Promise<CountedMessage | null> {
  const isIt = 'id' in by ? sql`id = ${by.id} and owner is null` : sql`key = ${toOrderKey(by.key)}`
  return (await listCounted(db, sql`publication = ${publication} and ${isIt}`, 1))[0] ?? null
}

/** Whether an order about the subject waits for its minute. */
export async function isHeld(db: PushDb, publication: string, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('push.messages')
    .select('id')
    .where('publication', '=', publication)
    .where('subject', '=', subject)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return row !== undefined
}

/** False: it is past its minute, or a process has begun with it. The lease decides if both happen at once. */
export async function stopHeld(db: PushDb, publication: string, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('push.messages')
    .set({ state: 'stopped' })
    .where('publication', '=', publication)
    .where('id', '=', id)
    .where('state', '=', 'held')
    .where('lease', 'is', null)
    .where('due_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
