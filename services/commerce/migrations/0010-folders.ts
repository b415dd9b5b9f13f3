import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // What a publication's folder said when it was taken over last: the base of what was edited since.
  `create table subscription.folders (
    mandator text primary key, version int not null, catalogue jsonb not null, seller jsonb, applied_at timestamptz not null
  )`,
]

/** A table of its own, which the version before never asks for. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
