import { sql, type Kysely } from 'kysely'

/** A new column with a default, which the version before does not write. */
export const isExpandOnly = true

/** Whether the source's rule says that an update goes online without anybody's help. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table content.proposals add column is_automatic boolean not null default false`.execute(db)
}
