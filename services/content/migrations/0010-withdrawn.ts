import { sql, type Kysely } from 'kysely'

/** A table of its own, which the version before never asks for: it would take back what the office has withdrawn. */
export const isExpandOnly = true

/** Articles that the office took away. `copy`: the row as it was, for as long as it may come back; null: for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.withdrawn (article_id text primary key, at timestamptz not null, copy text)`.execute(
    db,
  )
}
