import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Offers and seller of a publication's folder as last applied: the base of the three-way merge with edits of the office.
  `create table subscription.folders (
    mandator text primary key, version int not null, catalogue jsonb not null, seller jsonb, applied_at timestamptz not null
  )`,
]

/** A new table, which the previous version does not read. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
