import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table newsletter.address_changes (
    mandator text not null, id text not null, at timestamptz not null, joined jsonb not null, primary key (mandator, id)
  )`,
  'create index address_changes_at on newsletter.address_changes (at)',
]

/** A new table, which the version before never reads. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
