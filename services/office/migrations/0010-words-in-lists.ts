import { sql, type Kysely } from 'kysely'

/**
 * One index for the words of a headline and for the lists of the article, so that PostgreSQL intersects both before it reads a
 * row: a frequent word in a section that has it nowhere costs no row. Sections count to their second level; results are checked
 * against the lists. It serves the version before as well, which searches for words alone.
 */
const STATEMENTS = [
  'drop index if exists office.articles_headline_words',
  `create index articles_words_in_lists on office.articles using gin (headline_words, people, (array[
    publication, publication || ' source:' || source, publication || ' ' || desk || '/' || shown,
    publication || ' section:' || split_part(section_path, '/', 1),
    publication || ' section:' || split_part(section_path, '/', 1) || '/' || split_part(section_path, '/', 2)
  ]))`,
]

/** It only changes indexes. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
