/** Numbers of reads of articles, by hour. */
import { sql } from 'kysely'
import type { ContentDb, Trx } from '../schema.ts'
import { visible, type Sealed, type View } from './view.ts'

export async function listMostRead(
  db: ContentDb,
  publication: string,
  view: View,
  since: Date,
  limit: number,
): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select a.teaser as text, a.teaser_seal as seal from (
      select article_id, sum(views) as views from content.views where publication = ${publication} and hour >= ${since} group by article_id order by 2 desc limit ${limit * 3}
    ) v join content.articles a on a.id = v.article_id where ${visible(view)} order by v.views desc, a.shown desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function addViews(
  db: ContentDb,
  publication: string,
  hour: Date,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    insert into content.views (publication, hour, article_id, views)
    select ${publication}, ${hour}, id, views from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as given(id, views)
    where exists (select from content.articles where articles.id = given.id)
    on conflict (publication, hour, article_id) do update set views = content.views.views + excluded.views`.execute(db)
}

export async function dropViewsBefore(db: ContentDb, time: Date): Promise<void> {
  await db.deleteFrom('content.views').where('hour', '<', time).execute()
}

export async function seedViews(
  trx: Trx,
  publication: string,
  hour: Date,
  counts: readonly { id: string; views: number }[],
): Promise<void> {
  if (counts.length === 0) return
  await sql`
    insert into content.views (publication, hour, article_id, views)
    select ${publication}, ${hour}, id, views from unnest(${counts.map(({ id }) => id)}::text[], ${counts.map(({ views }) => views)}::int[]) as given(id, views)
    on conflict (publication, hour, article_id) do update set views = excluded.views`.execute(trx)
}
