import { sql, type Kysely } from 'kysely'

/** A table of its own, which the version before never asks for. */
export const isExpandOnly = true

/** `version` counts seconds where a source has none, which an integer holds until 2106 as a bigint only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.quizzes (
    publication text not null, source_id text not null, slug text not null, version double precision not null,
    digest text not null, removed boolean not null, published timestamptz not null, body jsonb,
    primary key (publication, source_id), unique (publication, slug)
  )`.execute(db)
  await sql`create index quizzes_newest on content.quizzes (publication, published desc) where not removed`.execute(db)
}
