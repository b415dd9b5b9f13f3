import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table office.preview_links (
    id text primary key, digest text not null unique, publication text not null, article_id text not null,
    revision integer not null, by_id text not null, by_name text not null, at timestamptz not null,
    ends_at timestamptz not null,
    foreign key (publication, article_id) references office.articles (publication, id) on delete cascade
  )`,
  'create index preview_links_article on office.preview_links (publication, article_id, at desc)',
]

/** It only adds a table. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
