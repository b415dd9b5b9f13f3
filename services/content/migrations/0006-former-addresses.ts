import { sql, type Kysely } from 'kysely'

/** A new table, which the version before never reads. */
export const isExpandOnly = true

/** Addresses of an article at the publisher's former site; `slug` is the last segment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content.former_addresses (
    publication text not null, address text not null, slug text not null, article_id text not null,
    primary key (publication, address)
  )`.execute(db)
  await sql`create index former_addresses_slug on content.former_addresses (publication, slug) where slug <> ''`.execute(
    db,
  )
}
