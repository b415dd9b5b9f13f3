/** Bytes of pictures may lie in the picture store (`platform/reader-pictures`). */
import { sql, type Kysely } from 'kysely'
import { IN_STORE_COLUMN } from '@lokalteil/services/platform/reader-pictures'

/** The version before goes on; it cannot show what lies in the store until its readers see it. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table markets.ad_pictures ${IN_STORE_COLUMN}`).execute(db)
}
