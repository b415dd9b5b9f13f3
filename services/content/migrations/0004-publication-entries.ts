import { sql, type Kysely } from 'kysely'

/** A table of its own. The version before goes on with the common tables of sections and tags, which are still written. */
export const isExpandOnly = true

/** Each publication's own order of things: "in_folder" is false for what an import made and for what its folder dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.publication_entries (
    publication text not null, kind text not null, id text not null, position int not null, in_folder boolean not null,
    data jsonb not null, primary key (publication, kind, id)
  )`.execute(db)
  // Tags are looked for by their slug where articles are shared.
  await sql`create index publication_entries_id on content.publication_entries (kind, id)`.execute(db)
}
