import { sql, type Kysely } from 'kysely'

/** Columns for the lease of an erasure job and for its attempts. */
const STATEMENTS = [
  `alter table sso.accounts add column erasure_held_until timestamptz,
    add column erasure_attempts int not null default 0`,
]

/** The version before erases without a lease, as it always did. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
