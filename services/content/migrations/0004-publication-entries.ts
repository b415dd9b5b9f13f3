import { sql, type Kysely } from 'kysely'

/** A new table. The version before goes on with the common tables of sections and tags, which are still written. */
export const isExpandOnly = true

/**
 * The taxonomy of each publication. "in_folder" is false for entries that an import made and for those its folder
 * dropped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.publication_entries (
    publication text not null, kind text not null, id text not null, position int not null, in_folder boolean not null,
    data jsonb not null, primary key (publication, kind, id)
  )`.execute(db)
  // Tags are looked up by slug when publications share articles.
  await sql`create index publication_entries_id on content.publication_entries (kind, id)`.execute(db)
}
