/** Tables of the mail service, in the PostgreSQL schema `mail`. */
import type { ColumnType, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

type MailTables = {
  'mail.outbox': {
    id: string
    mandator: string
    /** A hash of the address. */
    recipient: string
    template: string
    /** The message; deleted once it is sent or given up, because it contains codes. */
    message: Json<unknown> | null
    status: 'queued' | 'sent' | 'dead'
    attempts: number
    created_at: Date
    due_at: Date
    /** The sending process, and the end of its lease. */
    lease: string | null
    leased_until: Date | null
    error: string | null
    done_at: Date | null
    /** Mails that are counted together. */
    batch: string | null
  }
  'mail.refusals': {
    /** A hash of the address. */
    recipient: string
    source: 'smtp' | 'bounce'
    reason: string
    at: Date
  }
  /** Used by the demo only. */
  'mail.mailbox': { id: string; at: Date; recipient: string; mail: Json<unknown> }
}

export type MailDb = Kysely<MailTables>
