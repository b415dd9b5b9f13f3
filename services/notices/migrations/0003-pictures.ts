/** Portraits in notices that readers order (`platform/reader-pictures`). */
import { sql, type Kysely } from 'kysely'
import { toPictureTable } from '../../platform/reader-pictures.ts'

export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of toPictureTable('notices.pictures')) await sql.raw(statement).execute(db)
}
