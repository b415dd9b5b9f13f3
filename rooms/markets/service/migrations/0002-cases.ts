/** Reports of listings, decisions about them and complaints (`platform/moderation`). */
import { sql, type Kysely } from 'kysely'
import { toCaseTables } from '@lokalteil/services/platform/moderation/case-tables'

export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of toCaseTables('markets.reports', 'markets.decisions')) await sql.raw(statement).execute(db)
}
