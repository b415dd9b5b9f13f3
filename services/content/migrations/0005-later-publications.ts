import { sql, type Kysely } from 'kysely'

/** New columns that may be empty; the version before writes no value and knows none of the publications in them. */
export const isExpandOnly = true

/** A mask of 32 bits holds the first 31 publications; "later" holds the positions of the others, if any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['articles', 'lists', 'search', 'entries'])
    await sql.raw(`alter table content.${table} add column later smallint[]`).execute(db)
  // Partial indexes: empty, and so free, with up to 31 publications.
  await sql`create index lists_later on content.lists (list, shown desc, article_id desc) include (later) where later is not null`.execute(
    db,
  )
  await sql`create index articles_later on content.articles (shown desc, id desc) include (later) where later is not null and not removed`.execute(
    db,
  )
}
