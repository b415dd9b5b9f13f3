/**
 * Every query of the mail service. A mail is claimed with a lease: whoever died while sending leaves it to the next one
 * after the lease; a result counts only for the lease it was sent under.
 */
import { createHash } from 'node:crypto'
import type { MailboxEntry, MailMessage } from '@lokalteil/contracts/mail'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { MailDb } from './schema.ts'

export type Claimed = { id: string; attempts: number; message: MailMessage; createdAt: Date }
export type MailStore = ReturnType<typeof createMailStore>

const MAILBOX_SIZE = 500

export function createMailStore(database: Database) {
  const db = database.db as MailDb
  return {
    async add(id: string, message: MailMessage, now: Date, within: Database['db'] = db): Promise<void> {
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
        } as never)
        .execute()
    },

    async claim(lease: string, now: Date, leasedUntil: Date, limit: number): Promise<Claimed[]> {
      const { rows } = await sql<{ id: string; attempts: number; message: MailMessage; created_at: Date }>`
        update mail.outbox set lease = ${lease}, leased_until = ${leasedUntil}, attempts = attempts + 1
        where id in (
          select id from mail.outbox
          where status = 'queued' and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
          order by due_at limit ${limit} for update skip locked
        ) returning id, attempts, message, created_at`.execute(db)
      return rows
        .map(({ id, attempts, message, created_at }) => ({ id, attempts, message, createdAt: created_at }))
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    },

    /** `sent` and `dead` forget the message: it holds codes and names. */
    async finish(id: string, lease: string, status: 'sent' | 'dead', now: Date, error: string | null): Promise<void> {
      await db
        .updateTable('mail.outbox')
        .set({ status, message: null, lease: null, leased_until: null, error, done_at: now })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute()
    },

    async postpone(id: string, lease: string, dueAt: Date, error: string): Promise<void> {
      await db
        .updateTable('mail.outbox')
        .set({ due_at: dueAt, lease: null, leased_until: null, error })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute()
    },

    /** Milliseconds until something is due; null when nothing waits. */
    async getNextDue(): Promise<Date | null> {
      const row = await db
        .selectFrom('mail.outbox')
        .select(sql<Date | null>`min(greatest(due_at, coalesce(leased_until, due_at)))`.as('due'))
        .where('status', '=', 'queued')
        .executeTakeFirst()
      return row?.due ?? null
    },

    async countByStatus(): Promise<Record<string, number>> {
      const rows = await db
        .selectFrom('mail.outbox')
        .select(['status', sql<number>`count(*)::int`.as('count')])
        .groupBy('status')
        .execute()
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
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

    /** `until`: of an address that was somebody else's afterwards. */
    async listOf(
      mandator: string,
      recipient: string,
      until: Date | null = null,
    ): Promise<{ template: string; status: string; at: Date }[]> {
      let query = db
        .selectFrom('mail.outbox')
        .select(['template', 'status', 'created_at'])
        .where('mandator', '=', mandator)
        .where('recipient', '=', toRecipient(recipient))
        .orderBy('created_at')
      if (until !== null) query = query.where('created_at', '<=', until)
      const rows = await query.execute()
      return rows.map(({ template, status, created_at }) => ({ template, status, at: created_at }))
    },

    async removeOf(
      mandator: string,
      recipient: string,
      within: Database['db'] = db,
      until: Date | null = null,
    ): Promise<void> {
      const own = within as MailDb
      let removal = own
        .deleteFrom('mail.outbox')
        .where('mandator', '=', mandator)
        .where('recipient', '=', toRecipient(recipient))
      if (until !== null) removal = removal.where('created_at', '<=', until)
      await removal.execute()
      const isOld = until === null ? sql`true` : sql`at <= ${until}`
      await sql`delete from mail.mailbox where recipient = ${recipient.toLowerCase()} and mail->>'mandator' = ${mandator} and ${isOld}`.execute(
        own,
      )
    },
  }
}

/** Once a mail is out, its row must not name anybody. */
function toRecipient(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url')
}
