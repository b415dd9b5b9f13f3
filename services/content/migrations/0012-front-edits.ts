import { sql, type Kysely } from 'kysely'

/** A new table, which the version before never reads; that version shows the fronts of the folder alone. */
export const isExpandOnly = true

/** Edits of fronts by the office. `path`: '' is the home page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.front_edits (
    publication text not null, path text not null, revision integer not null, edits jsonb not null,
    by_name text not null, at timestamptz not null, primary key (publication, path)
  )`.execute(db)
}
