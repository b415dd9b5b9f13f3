import { sql, type Kysely } from 'kysely'

/** The version before reads and writes the other columns; a file that it replaces counts as whole, because `cut` names another. */
export const isExpandOnly = true

/** The part of another file that a picture shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table office.media add column cut jsonb`.execute(db)
}
