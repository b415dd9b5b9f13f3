import { sql, type Kysely } from 'kysely'

/** New columns with a default, which the version before does not write. */
export const isExpandOnly = true

/** The source withdrew a text that is the newsroom's own by now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table office.arrivals add column is_recall boolean not null default false`.execute(db)
  await sql`alter table office.articles add column is_recalled boolean not null default false`.execute(db)
}
