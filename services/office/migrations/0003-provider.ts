import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  'alter table office.staff add column issuer text, add column subject text',
  'create unique index staff_identity on office.staff (issuer, subject)',
]

/** It only adds columns. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
