import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table content.picture_ends (
    publication text not null, name text not null, until timestamptz not null, primary key (publication, name)
  )`,
  'create index picture_ends_until on content.picture_ends (until)',
]

/** A new table, which the version before never reads; with that version pictures go when their articles are published anew. */
export const isExpandOnly = true

/** When the rights of a publication's pictures end, as its office says. A picture without a row has no end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
