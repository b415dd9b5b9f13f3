import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  'alter table mail.outbox add column batch text',
  'create index outbox_batch on mail.outbox (batch) where batch is not null',
]

/** The version before makes mails of no batch. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
