import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // When the office was done with a declaration, and what it did.
  'alter table subscription.declarations add column handled_at timestamptz',
  'alter table subscription.declarations add column note text',
  'create index declarations_open on subscription.declarations (mandator, sequence) where handled_at is null',
]

/** Two columns that may be empty, which the version before never asks for. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
