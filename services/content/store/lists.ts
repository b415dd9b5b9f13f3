/** Lists of articles: by section, tag, region, author and kind, newest first. */
import { sql } from 'kysely'
import type { ContentDb, Trx } from '../schema.ts'
import { carried, type Sealed, type View } from './view.ts'

/** Up to here a page is reached by a walk along the index; beyond it the walk begins in the month of the page. */
const NEAR = 500

/** A page of one list, newest first. */
export async function listTeasers(
  db: ContentDb,
  list: string,
  view: View,
  limit: number,
  offset = 0,
  near = NEAR,
): Promise<Sealed[]> {
  if (offset > near) return listFarTeasers(db, list, view, limit, offset)
  const { rows } = await sql<Sealed>`
    select a.teaser as text, a.teaser_seal as seal
    from (
      select article_id, shown from content.lists
      where list = ${list} and shown <= ${view.now} and ${carried(view.carrier)}
      order by shown desc, article_id desc limit ${limit} offset ${offset}
    ) l join content.articles a on a.id = l.article_id
    order by l.shown desc, l.article_id desc`.execute(db)
  return rows
}

/** Articles under embargo come first in a list, and are counted in the months as well. */
async function listFarTeasers(
  db: ContentDb,
  list: string,
  view: View,
  limit: number,
  offset: number,
): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    with months as (
      select month, sum(articles) as articles, sum(sum(articles)) over (order by month desc) as until
      from content.list_months where list = ${list} and ${carried(view.carrier)} group by month
    ),
    skipped as (select ${offset}::int + (${embargoed(list, view)}) as articles),
    first_month as (
      select month, (skipped.articles - (until - months.articles))::bigint as skipped from months, skipped
      where until > skipped.articles order by month desc limit 1
    )
    select a.teaser as text, a.teaser_seal as seal
    from first_month cross join lateral (
      select article_id, shown from content.lists
      where list = ${list} and ${carried(view.carrier)}
        and shown < (first_month.month at time zone 'UTC' + interval '1 month') at time zone 'UTC'
      order by shown desc, article_id desc limit ${limit} offset first_month.skipped
    ) l join content.articles a on a.id = l.article_id
    order by l.shown desc, l.article_id desc`.execute(db)
  return rows
}

const embargoed = (list: string, view: View) => sql<number>`
  select count(*) from content.lists where list = ${list} and shown > ${view.now} and ${carried(view.carrier)}`

/** The newest of several lists in one query. */
export async function listTeasersOfLists(
  db: ContentDb,
  lists: readonly string[],
  view: View,
  each: number,
): Promise<Map<string, Sealed[]>> {
  if (lists.length === 0) return new Map()
  const { rows } = await sql<Sealed & { list: string }>`
    select wanted.list, a.teaser as text, a.teaser_seal as seal from unnest(${[...lists]}::text[]) as wanted(list)
    cross join lateral (
      select article_id, shown from content.lists
      where list = wanted.list and shown <= ${view.now} and ${carried(view.carrier)}
      order by shown desc, article_id desc limit ${each}
    ) l join content.articles a on a.id = l.article_id
    order by wanted.list, l.shown desc, l.article_id desc`.execute(db)
  const found = new Map<string, Sealed[]>(lists.map((list) => [list, []]))
  for (const { list, text, seal } of rows) found.get(list)?.push({ text, seal })
  return found
}

export async function countList(db: ContentDb, list: string, view: View): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (coalesce(sum(articles), 0) - (${embargoed(list, view)}))::int as count
    from content.list_months where list = ${list} and ${carried(view.carrier)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Articles of any of the lists, newest first, each once. Reads each list only as far as the page needs, and `ahead`
 * further; the total is exact up to there and a lower bound beyond.
 */
export async function listFeed(
  db: ContentDb,
  lists: readonly string[],
  view: View,
  limit: number,
  offset: number,
  ahead = 100,
): Promise<{ teasers: Sealed[]; total: number }> {
  if (lists.length === 0) return { teasers: [], total: 0 }
  const { rows } = await sql<Sealed & { total: number }>`
    with found as materialized (
      select distinct l.shown, l.article_id from unnest(${[...new Set(lists)]}::text[]) as wanted(list)
      cross join lateral (
        select shown, article_id from content.lists
        where list = wanted.list and shown <= ${view.now} and ${carried(view.carrier)}
        order by shown desc, article_id desc limit ${offset + limit + ahead}
      ) l
    ), page as (select shown, article_id from found order by shown desc, article_id desc limit ${limit} offset ${offset})
    select a.teaser as text, a.teaser_seal as seal, (select count(*)::int from found) as total
    from page join content.articles a on a.id = page.article_id order by page.shown desc, page.article_id desc`.execute(
    db,
  )
  if (rows.length > 0 || (offset === 0 && limit > 0)) return { teasers: rows, total: rows[0]?.total ?? 0 }
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct article_id)::int as total from content.lists
    where list = any(${[...lists]}::text[]) and shown <= ${view.now} and ${carried(view.carrier)}`.execute(db)
  return { teasers: [], total: counted[0]?.total ?? 0 }
}

/** Time of the newest article of each list, for sitemaps. */
export async function listLatest(db: ContentDb, lists: readonly string[], view: View): Promise<Map<string, Date>> {
  const { rows } = await sql<{ list: string; shown: Date }>`
    select wanted.list, l.shown from unnest(${[...lists]}::text[]) as wanted(list)
    cross join lateral (
      select shown from content.lists where list = wanted.list and shown <= ${view.now} and ${carried(view.carrier)}
      order by shown desc, article_id desc limit 1
    ) l`.execute(db)
  return new Map(rows.map(({ list, shown }) => [list, shown]))
}

/**
 * Updates the lists of an owner's articles that are in one of `lists`: under their tags and regions and those above
 * (`above`, by list).
 */
export async function relist(
  trx: Trx,
  owner: string,
  lists: readonly string[],
  above: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const pairs = [...above].flatMap(([list, ancestors]) => ancestors.map((ancestor) => ({ list, ancestor })))
  const { rows } = await sql<{ id: string }>`
    select id from content.articles where owner = ${owner} and not removed
      and id in (select article_id from content.lists where list = any(${[...lists]}::text[]))`.execute(trx)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`delete from content.lists where article_id = any(${ids}::text[]) and list ~ '^[tr]:'`.execute(trx)
  await sql`
    with own as (
      select a.id, a.shown, a.publications, a.later, of.list from content.articles a cross join lateral (
        select 't:' || value as list from json_array_elements_text(a.teaser::json -> 'tagIds')
        union select 'r:' || value from json_array_elements_text(a.teaser::json -> 'regionIds')
      ) of where a.id = any(${ids}::text[])
    )
    insert into content.lists (list, shown, article_id, publications, later)
    select list, shown, id, publications, later from own
    union
    select above.ancestor, shown, id, publications, later from own join unnest(${pairs.map(({ list }) => list)}::text[],
      ${pairs.map(({ ancestor }) => ancestor)}::text[]) as above(list, ancestor) using (list)`.execute(trx)
}

/** The lists in which these articles stand, with the owner of each. */
export async function listListsOf(db: ContentDb, ids: readonly string[]): Promise<{ owner: string; list: string }[]> {
  const { rows } = await sql<{ owner: string; list: string }>`
    select distinct a.owner, l.list from content.lists l join content.articles a on a.id = l.article_id
    where l.article_id = any(${[...ids]}::text[])`.execute(db)
  return rows
}
