import { sql, type Kysely } from 'kysely'

/** A table of its own, which the version before never asks for. */
export const isExpandOnly = true

/** Where an article was to be had at the publisher's former site; `slug`: the last segment, by which it was called. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.former_addresses (
    publication text not null, address text not null, slug text not null, article_id text not null,
    primary key (publication, address)
  )`.execute(db)
  await sql`create index former_addresses_slug on content.former_addresses (publication, slug) where slug <> ''`.execute(
    db,
  )
}
