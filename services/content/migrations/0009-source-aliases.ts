import { sql, type Kysely } from 'kysely'

/** A new table, which the version before never reads. */
export const isExpandOnly = true

/** Further identities of an article at its source: its address there (`link:…`), and other ids under which it came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.source_aliases (
    owner text not null, alias text not null, article_id text not null, primary key (owner, alias)
  )`.execute(db)
  await sql`create index source_aliases_article on content.source_aliases (article_id)`.execute(db)
}
