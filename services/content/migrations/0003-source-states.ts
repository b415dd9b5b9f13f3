import { sql, type Kysely } from 'kysely'

/** Of articles from sources without versions: which state of the source they show, and when it was in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.source_states (
    article_id text primary key, digest text not null, taken_at timestamptz not null
  )`.execute(db)
}
