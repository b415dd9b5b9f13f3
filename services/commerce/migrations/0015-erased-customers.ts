import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // A reader who erases the account may let the contracts run on; otherwise they end with it.
  'alter table subscription.customers add column keeps_contracts boolean not null default false',
  // A cancellation that came with the erasure is taken back with it.
  'alter table subscription.subscriptions add column ended_by_erasure boolean not null default false',
]

/** Two columns with defaults, which the previous version does not read. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
