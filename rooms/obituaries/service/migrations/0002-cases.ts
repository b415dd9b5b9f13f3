/** Reports and decisions as in every service; existing reports are copied. `notices.reports` is no longer read. */
import { sql, type Kysely } from 'kysely'
import { toCaseTables } from '@lokalteil/services/platform/moderation/case-tables'

export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of toCaseTables('notices.case_reports', 'notices.decisions'))
    await sql.raw(statement).execute(db)
  await sql`insert into notices.case_reports
    select publication, id, 'entry', entry, ground, explanation, name, email, '', created_at, decided_at
    from notices.reports`.execute(db)
}
