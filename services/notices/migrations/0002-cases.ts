/** Reports and decisions as every service keeps them; reports that were there are taken over. `notices.reports` is not asked any more. */
import { sql, type Kysely } from 'kysely'
import { toCaseTables } from '../../platform/moderation/case-tables.ts'

export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of toCaseTables('notices.case_reports', 'notices.decisions'))
    await sql.raw(statement).execute(db)
  await sql`insert into notices.case_reports
    select publication, id, 'entry', entry, ground, explanation, name, email, '', created_at, decided_at
    from notices.reports`.execute(db)
}
