import { sql, type Kysely } from 'kysely'

/** A new table, which the version before never reads; the articles it writes have no state there or an older one. */
export const isExpandOnly = true

/** For articles from sources without versions: the state of the source they show, and its time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.source_states (
    article_id text primary key, digest text not null, taken_at timestamptz not null
  )`.execute(db)
}
