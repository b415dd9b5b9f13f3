import { sql, type Kysely } from 'kysely'

/** A new table, which the version before never reads; with that version a delivery brings withdrawn articles back. */
export const isExpandOnly = true

/**
 * Articles that the office withdrew. `copy`: the row as it was, while it may still be restored; null: withdrawn for
 * good.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.withdrawn (article_id text primary key, at timestamptz not null, copy text)`.execute(
    db,
  )
}
