/** Reminders of anniversaries: a queue of the job runner. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { JobQueue } from '@lokalteil/services/platform/jobs/job-queue'
import { createTableQueue, type QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import type { ObituariesDb, ObituariesTables } from '../schema.ts'

type ReminderRow = ObituariesTables['notices.reminders']
export type DueReminder = { id: string; publication: PublicationCode; person: string; address: string; nextAt: Date }

export const REMINDERS: QueueTable = {
  name: 'notice-reminders',
  table: 'notices.reminders',
  key: ['id'],
  waits: 'q.attempts < 20',
  isGivenUp: 'q.attempts >= 20',
  columns: { dueAt: 'next_at', heldUntil: 'held_until', heldBy: 'held_by', attempts: 'attempts', error: 'error' },
  order: 'next_at',
}

export function toReminderQueue(db: ObituariesDb): JobQueue<DueReminder> {
  return createTableQueue<ReminderRow, DueReminder>(db, REMINDERS, {
    toJob: ({ id, publication, person, address, next_at }) => ({
      id,
      publication: publication as PublicationCode,
      person,
      address,
      nextAt: next_at,
    }),
    // The work sets the next date itself.
    done: () => ({ attempts: 0 }),
  })
}

export async function hasReminder(
  db: ObituariesDb,
  publication: string,
  reader: string,
  person: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('notices.reminders')
    .select('id')
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .where('person', '=', person)
    .executeTakeFirst()
  return row !== undefined
}

export async function addReminder(
  db: ObituariesDb,
  row: Pick<ReminderRow, 'id' | 'publication' | 'person' | 'reader' | 'address' | 'next_at'>,
): Promise<void> {
  await db
    .insertInto('notices.reminders')
    .values({ ...row, held_until: null, held_by: null, attempts: 0, error: null })
    .onConflict((conflict) =>
      conflict.columns(['publication', 'person', 'reader']).doUpdateSet({ address: row.address }),
    )
    .execute()
}

export async function removeReminder(db: ObituariesDb, publication: string, reader: string, person: string) {
  await db
    .deleteFrom('notices.reminders')
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .where('person', '=', person)
    .execute()
}

export async function getByToken(db: ObituariesDb, publication: string, id: string): Promise<ReminderRow | null> {
  const row = await db
    .selectFrom('notices.reminders')
    .selectAll()
    .where('publication', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function removeByToken(db: ObituariesDb, publication: string, id: string): Promise<void> {
  await db.deleteFrom('notices.reminders').where('publication', '=', publication).where('id', '=', id).execute()
}

export function listOfReader(db: ObituariesDb, publication: string, reader: string): Promise<ReminderRow[]> {
  return db
    .selectFrom('notices.reminders')
    .selectAll()
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .orderBy('next_at')
    .execute()
}

export async function removeAllOfReader(db: ObituariesDb, publication: string, reader: string): Promise<void> {
  await db.deleteFrom('notices.reminders').where('publication', '=', publication).where('reader', '=', reader).execute()
}

export async function changeAddress(
  db: ObituariesDb,
  publication: string,
  reader: string,
  address: string,
): Promise<void> {
  for (const table of ['notices.reminders', 'notices.entries'] as const)
    await db
      .updateTable(table)
      .set({ address })
      .where('publication', '=', publication)
      .where('reader', '=', reader)
      .execute()
}
