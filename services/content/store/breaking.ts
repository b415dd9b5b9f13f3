/** The bar of breaking news: the desk's decision, and urgent articles that open it by themselves. */
import { sql } from 'kysely'
import type { ContentDb, Trx } from '../schema.ts'
import { visible, type View } from './view.ts'

export type Decision = {
  article_id: string | null
  line: string
  by_name: string
  set_at: Date
  until: Date
  ended_at: Date | null
}

/** An article as the bar shows it. `is_written_here`: the office published it. */
export type BarArticle = {
  id: string
  title: string
  path: string
  section_path: string
  shown: Date
  is_written_here: boolean
}

const COLUMNS = sql.raw(`a.id, a.title, a.path, a.section_path, a.shown,
  exists (select from content.records r where r.article_id = a.id) as is_written_here`)

export async function getDecision(db: ContentDb, publication: string): Promise<Decision | null> {
  const row = await db
    .selectFrom('content.breaking')
    .select(['article_id', 'line', 'by_name', 'set_at', 'until', 'ended_at'])
    .where('publication', '=', publication)
    .executeTakeFirst()
  return row ?? null
}

export async function saveDecision(trx: Trx, publication: string, decision: Decision): Promise<void> {
  await trx
    .insertInto('content.breaking')
    .values({ publication, ...decision })
    .onConflict((conflict) => conflict.column('publication').doUpdateSet(decision))
    .execute()
}

/** Null: the publication does not show it now. */
export async function getBarArticle(db: ContentDb, id: string, view: View): Promise<BarArticle | null> {
  const { rows } = await sql<BarArticle>`
    select ${COLUMNS} from content.articles a where a.id = ${id} and ${visible(view)}`.execute(db)
  return rows[0] ?? null
}

/** The newest urgent article that appeared after `since`; null: there is none. */
export async function getUrgentArticle(db: ContentDb, view: View, since: Date): Promise<BarArticle | null> {
  const { rows } = await sql<BarArticle>`
    select ${COLUMNS} from content.articles a
    where a.urgency <= 2 and a.shown > ${since} and ${visible(view)} order by a.shown desc, a.id desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The first end after `at` of a bar that the desk opened; null: there is none. */
export async function nextEndOfBar(db: ContentDb, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ moment: Date | null }>`
    select min(until) as moment from content.breaking
    where article_id is not null and ended_at is null and until > ${at}`.execute(db)
  return rows[0]?.moment ?? null
}
