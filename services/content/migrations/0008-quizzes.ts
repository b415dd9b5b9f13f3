import { sql, type Kysely } from 'kysely'

/** A new table, which the version before never reads. */
export const isExpandOnly = true

/** `version` is a time in seconds if the source has none; an integer would overflow in 2038. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.quizzes (
    publication text not null, source_id text not null, slug text not null, version double precision not null,
    digest text not null, removed boolean not null, published timestamptz not null, body jsonb,
    primary key (publication, source_id), unique (publication, slug)
  )`.execute(db)
  await sql`create index quizzes_newest on content.quizzes (publication, published desc) where not removed`.execute(db)
}
