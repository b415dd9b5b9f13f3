import { sql, type Kysely } from 'kysely'

/**
 * Stems alone do not match an unfinished word: "versicheru" is no beginning of the stem "versicher", and "wi" none of the stop
 * word "wird". The column of stems stays for the version before; the index is that of the next migration.
 */
const STATEMENT = `alter table office.articles add column headline_words tsvector generated always as (
  strip(to_tsvector('german', search_text) || to_tsvector('simple', search_text))
) stored`

/** It only adds a column that the database fills. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENT).execute(db)
}
