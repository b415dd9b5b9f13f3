import { sql, type Kysely } from 'kysely'

/**
 * A new column with a default. The version before cannot read files that lie in the store: it answers that a piece is
 * missing.
 */
export const isExpandOnly = true

/** Whether the bytes lie in the S3-compatible store and not in `epaper.pieces`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table epaper.files add column is_in_store boolean not null default false`.execute(db)
}
