import { sql, type Kysely } from 'kysely'

/** A new table, which the version before never reads; with that version the desk's bar is not shown. */
export const isExpandOnly = true

/** The desk's last decision about a publication's bar. `article_id` null: it only closed the bar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.breaking (
    publication text primary key, article_id text, line text not null, by_name text not null,
    set_at timestamptz not null, until timestamptz not null, ended_at timestamptz
  )`.execute(db)
}
