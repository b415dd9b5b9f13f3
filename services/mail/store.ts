/**
 * All queries of the mail service. The outbox is a queue of the job runner; `sent` and `dead` rows lose their message.
 */
import { createHash } from 'node:crypto'
import type { MailboxEntry, MailMessage } from '@lokalteil/contracts/mail'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import { createTableQueue, type QueueTable } from '../platform/jobs/table-queue.ts'
import type { MailDb } from './schema.ts'

export type QueuedMail = { id: string; message: MailMessage; createdAt: Date }
export type MailStore = ReturnType<typeof createMailStore>

const MAILBOX_SIZE = 500

export const OUTBOX: QueueTable = {
  name: 'mails',
  table: 'mail.outbox',
  key: ['id'],
  waits: "q.status = 'queued'",
  isGivenUp: "q.status = 'dead'",
  columns: { dueAt: 'due_at', heldUntil: 'leased_until', heldBy: 'lease', attempts: 'attempts', error: 'error' },
  pause: 'dueAt',
  order: 'due_at',
}

/** Long, because it is a list of queries, a few lines each. */
export function createMailStore(db: MailDb) {
  // The message contains codes and names.
  const forget = (status: 'sent' | 'dead') => (now: Date) => ({ status, message: null, done_at: now })
  return {
    outbox: createTableQueue<{ id: string; message: MailMessage; created_at: Date }, QueuedMail>(db, OUTBOX, {
      toJob: ({ id, message, created_at }) => ({ id, message, createdAt: created_at }),
      done: forget('sent'),
      givenUp: forget('dead'),
    }),

    async add(
      id: string,
      message: MailMessage,
      now: Date,
      within: Database['db'] = db,
      batch: string | null = null,
    ): Promise<void> {
      await (within as MailDb)
        .insertInto('mail.outbox')
        .values({
          id,
          mandator: message.mandator,
          recipient: toRecipient(message.to.address),
          template: message.template,
          message: JSON.stringify(message),
          status: 'queued',
          attempts: 0,
          created_at: now,
          due_at: now,
          batch,
        } as never)
        .execute()
    },

    async countByStatus(): Promise<Record<string, number>> {
      const rows = await db
        .selectFrom('mail.outbox')
        .select(['status', sql<number>`count(*)::int`.as('count')])
        .groupBy('status')
        .execute()
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    },

    async countBatch(batch: string): Promise<{ waiting: number; failed: number }> {
      const count = (status: 'queued' | 'dead') => sql<number>`(count(*) filter (where status = ${status}))::int`
      return db
        .selectFrom('mail.outbox')
        .select([count('queued').as('waiting'), count('dead').as('failed')])
        .where('batch', '=', batch)
        .executeTakeFirstOrThrow()
    },

    async removeDone(before: Date): Promise<void> {
      await db.deleteFrom('mail.outbox').where('status', '<>', 'queued').where('done_at', '<', before).execute()
    },

    async put(entry: MailboxEntry): Promise<void> {
      await db
        .insertInto('mail.mailbox')
        .values({
          id: entry.id,
          at: new Date(entry.at),
          recipient: entry.to.toLowerCase(),
          mail: JSON.stringify(entry),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      await sql`delete from mail.mailbox where id in (select id from mail.mailbox order by at desc offset ${MAILBOX_SIZE})`.execute(
        db,
      )
    },

    async listMailbox(options: { to?: string | undefined; limit: number }): Promise<MailboxEntry[]> {
      let query = db
        .selectFrom('mail.mailbox')
        .select('mail')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(options.limit)
      if (options.to !== undefined) query = query.where('recipient', '=', options.to.toLowerCase())
      return (await query.execute()).map(({ mail }) => mail as MailboxEntry)
    },

    async getFromMailbox(id: string): Promise<MailboxEntry | null> {
      const row = await db.selectFrom('mail.mailbox').select('mail').where('id', '=', id).executeTakeFirst()
      return (row?.mail as MailboxEntry | undefined) ?? null
    },

    /** `until`: for an address that belongs to another person since then. */
    async listOf(
      code: string,
      recipient: string,
      until: Date | null = null,
    ): Promise<{ template: string; status: string; at: Date }[]> {
      let query = db
        .selectFrom('mail.outbox')
        .select(['template', 'status', 'created_at'])
        .where('mandator', '=', code)
        .where('recipient', '=', toRecipient(recipient))
        .orderBy('created_at')
      if (until !== null) query = query.where('created_at', '<=', until)
      const rows = await query.execute()
      return rows.map(({ template, status, created_at }) => ({ template, status, at: created_at }))
    },

    async removeOf(
      code: string,
      recipient: string,
      within: Database['db'] = db,
      until: Date | null = null,
    ): Promise<void> {
      const own = within as MailDb
      let removal = own
        .deleteFrom('mail.outbox')
        .where('mandator', '=', code)
        .where('recipient', '=', toRecipient(recipient))
      if (until !== null) removal = removal.where('created_at', '<=', until)
      await removal.execute()
      if (until === null)
        await own.deleteFrom('mail.refusals').where('recipient', '=', toRecipient(recipient)).execute()
      const isOld = until === null ? sql`true` : sql`at <= ${until}`
      await sql`delete from mail.mailbox where recipient = ${recipient.toLowerCase()} and mail->>'mandator' = ${code} and ${isOld}`.execute(
        own,
      )
    },
  }
}

/** A hash, because the row of a sent mail must not name anybody. */
export function toRecipient(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url')
}
