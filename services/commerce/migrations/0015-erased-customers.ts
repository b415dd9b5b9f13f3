import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // A reader who gives up the account may want the contracts to run on; otherwise they end with it.
  'alter table subscription.customers add column keeps_contracts boolean not null default false',
  // A cancellation that came with the wish to erase the account is taken back with that wish.
  'alter table subscription.subscriptions add column ended_by_erasure boolean not null default false',
]

/** Two columns with defaults, which the version before never asks for. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
