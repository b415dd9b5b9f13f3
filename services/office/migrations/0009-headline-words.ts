import { sql, type Kysely } from 'kysely'

/**
 * Stems alone do not have what somebody is still typing: "versicheru" is no beginning of the stem "versicher", and "wi" none of
 * the stop word "wird". The column of stems stays for the version before.
 */
const STATEMENTS = [
  `alter table office.articles add column headline_words tsvector generated always as (
    strip(to_tsvector('german', search_text) || to_tsvector('simple', search_text))
  ) stored`,
  'create index articles_headline_words on office.articles using gin (headline_words)',
]

/** It only adds a column that the database fills. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
