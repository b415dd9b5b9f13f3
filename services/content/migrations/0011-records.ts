import { sql, type Kysely } from 'kysely'

/** New tables and an index, which the version before never reads; with that version sources overwrite the office. */
export const isExpandOnly = true

/** Articles as the office wrote them, and documents of sources that wait for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.records (
    article_id text primary key, owner text not null, revision bigint not null, draft jsonb not null,
    published timestamptz not null, updated timestamptz, saved_at timestamptz not null
  )`.execute(db)
  await sql`create table content.proposals (
    owner text not null, source_id text not null, version bigint not null, digest text not null, article_id text,
    carriers text[] not null, arrived_at timestamptz not null, document jsonb, settled_version bigint,
    primary key (owner, source_id)
  )`.execute(db)
  await sql`create index proposals_waiting on content.proposals (owner, arrived_at desc) where document is not null`.execute(
    db,
  )
  await sql`create index proposals_article on content.proposals (article_id) where article_id is not null`.execute(db)
  await sql`create index articles_of_owner on content.articles (owner, id)`.execute(db)
}
