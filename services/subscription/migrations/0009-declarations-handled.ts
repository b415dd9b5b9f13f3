import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // When the office was done with a declaration, and what it did.
  'alter table subscription.declarations add column handled_at timestamptz',
  'alter table subscription.declarations add column note text',
  'create index declarations_open on subscription.declarations (mandator, sequence) where handled_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
