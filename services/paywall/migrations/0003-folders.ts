import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // The rules of a publication's folder at the last take-over: the base for a three-way merge with edits.
  `create table paywall.folders (
    mandator text primary key, version int not null, rules jsonb not null, applied_at timestamptz not null
  )`,
]

/** A new table, which the version before never reads. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
