import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // When the office handled a declaration, and how.
  'alter table subscription.declarations add column handled_at timestamptz',
  'alter table subscription.declarations add column note text',
  'create index declarations_open on subscription.declarations (mandator, sequence) where handled_at is null',
]

/** Two nullable columns, which the previous version does not read. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
