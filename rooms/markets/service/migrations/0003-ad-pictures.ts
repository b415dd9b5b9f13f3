/** Pictures of advertisements that readers order (`platform/reader-pictures`). */
import { sql, type Kysely } from 'kysely'
import { toPictureTable } from '@lokalteil/services/platform/reader-pictures'

export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of toPictureTable('markets.ad_pictures')) await sql.raw(statement).execute(db)
}
