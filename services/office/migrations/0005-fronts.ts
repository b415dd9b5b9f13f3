import { sql, type Kysely } from 'kysely'

/** It only adds a table. */
export const isExpandOnly = true

/** `edits` null: there is no draft. `base`: the published edits it was made from. `path`: '' is the home page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table office.front_drafts (
    publication text not null, path text not null, revision integer not null, edits jsonb, base jsonb,
    by_id text not null, by_name text not null, at timestamptz not null, primary key (publication, path)
  )`.execute(db)
}
