import { sql, type Kysely } from 'kysely'

/** A table of its own, which the version before never asks for; what it writes has no state there or an older one. */
export const isExpandOnly = true

/** Of articles from sources without versions: which state of the source they show, and when it was in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.source_states (
    article_id text primary key, digest text not null, taken_at timestamptz not null
  )`.execute(db)
}
