import { sql, type Kysely } from 'kysely'

/** New rows beside the existing ones; the version before writes articles without them and reads none. */
export const isExpandOnly = true

/** From now on each of these kinds of articles has a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into content.lists (list, shown, article_id, publications, later)
    select 'f:' || case kind when 'long-read' then 'report' else kind end, shown, id, publications, later from content.articles
    where kind in ('report', 'long-read', 'interview', 'live', 'gallery') and not removed and not is_test_report
    on conflict do nothing`.execute(db)
}
