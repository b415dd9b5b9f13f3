import { sql, type Kysely } from 'kysely'

/** Who erases an account holds it, and counts how often it was tried. */
const STATEMENTS = [
  `alter table sso.accounts add column erasure_held_until timestamptz,
    add column erasure_attempts int not null default 0`,
]

/** The version before erases without holding, as it did. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
