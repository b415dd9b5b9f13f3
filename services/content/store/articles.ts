/** Articles by key, and writes to them. Every write that readers can see adds a row to the change log. */
import { sql } from 'kysely'
import type { ArticleParts } from '../article-record.ts'
import { ROWS_AT_ONCE, type ArticleRow, type Carriers, type ContentDb, type Trx } from '../schema.ts'
import { logChanges } from './changes.ts'
import { endFreeUses, saveMediaUses } from './media.ts'
import { carried, visible, type Sealed, type View } from './view.ts'

type SitemapRow = Pick<
  ArticleRow,
  'path' | 'title' | 'is_own' | 'is_test_report' | 'keywords' | 'picture' | 'shown' | 'changed' | 'owner'
>

export type KnownArticle = Pick<
  ArticleRow,
  'id' | 'source_id' | 'source_version' | 'removed' | 'publications' | 'later'
> & {
  was_free: boolean
  published: string | null
  /** JSON of the published corrections. */
  corrections: string | null
  /** State of a source without versions; null if none was recorded. */
  digest: string | null
  taken_at: Date | null
  /** The office withdrew it. */
  is_withdrawn_here: boolean
  /** Credit line that the office gave it; '' for an own text, null if the office never wrote it. */
  office_source: string | null
}

/**
 * Null if unknown, not in this publication, or embargoed. Withdrawn articles are returned so that the caller can answer
 * 410.
 */
export async function getArticle(
  db: ContentDb,
  id: string,
  view: View,
): Promise<{ removed: boolean; isTestReport: boolean; article: Sealed } | null> {
  const { rows } = await sql<{ removed: boolean; is_test_report: boolean; article: string; article_seal: string }>`
    select removed, is_test_report, article, article_seal from content.articles
    where id = ${id} and (removed or (${carried(view.carrier)} and shown <= ${view.now}))`.execute(db)
  const row = rows[0]
  return row === undefined
    ? null
    : {
        removed: row.removed,
        isTestReport: row.is_test_report,
        article: { text: row.article, seal: row.article_seal },
      }
}

export async function getFullArticle(
  db: ContentDb,
  id: string,
  view: View,
): Promise<{ removed: boolean; isTestReport: boolean; article: Sealed } | null> {
  const { rows } = await sql<{ removed: boolean; is_test_report: boolean; text: string; seal: string }>`
    select removed, is_test_report, coalesce(full_article, article) as text, case when full_article is null then article_seal else full_article_seal end as seal
    from content.articles where id = ${id} and (removed or (${carried(view.carrier)} and shown <= ${view.now}))`.execute(
    db,
  )
  const row = rows[0]
  return row === undefined
    ? null
    : { removed: row.removed, isTestReport: row.is_test_report, article: { text: row.text, seal: row.seal } }
}

export async function isRemoved(db: ContentDb, id: string): Promise<boolean> {
  const row = await db.selectFrom('content.articles').select('removed').where('id', '=', id).executeTakeFirst()
  return row?.removed ?? false
}

export async function listTeasersById(db: ContentDb, ids: readonly string[], view: View): Promise<Map<string, Sealed>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & Sealed>`
    select a.id, a.teaser as text, a.teaser_seal as seal from content.articles a where a.id = any(${[...ids]}::text[]) and ${visible(view)}`.execute(
    db,
  )
  return new Map(rows.map(({ id, text, seal }) => [id, { text, seal }]))
}

/** The end of the first embargo after `at`; null: none. */
export async function nextAppearance(db: ContentDb, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ moment: Date | null }>`
    select min(shown) as moment from content.articles where not removed and shown > ${at}`.execute(db)
  return rows[0]?.moment ?? null
}

/** The first moment after `at` at which an urgent article becomes older than `milliseconds`. */
export async function nextEndOfUrgency(db: ContentDb, at: Date, milliseconds: number): Promise<Date | null> {
  const { rows } = await sql<{ moment: Date | null }>`
    select min(shown) as moment from content.articles
    where urgency <= 2 and not removed and shown > ${new Date(at.getTime() - milliseconds)} and shown <= ${at}`.execute(
    db,
  )
  const moment = rows[0]?.moment ?? null
  return moment === null ? null : new Date(moment.getTime() + milliseconds)
}

/** Ids of articles whose embargo ended after `after` and until `until`. */
export async function listAppeared(db: ContentDb, after: Date, until: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('content.articles')
    .select('id')
    .where('removed', '=', false)
    .where('shown', '>', after)
    .where('shown', '<=', until)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listSitemapArticles(
  db: ContentDb,
  view: View,
  since: Date | null,
  newsOnly: boolean,
  limit: number,
  offset: number,
): Promise<SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    select a.path, a.title, a.is_own, a.is_test_report, a.keywords, a.picture, a.shown, a.changed, a.owner from content.articles a
    where ${visible(view)} and a.shown >= ${since ?? new Date(0)} and not (a.is_test_report and ${newsOnly}) order by a.shown desc, a.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

export async function countSitemapArticles(
  db: ContentDb,
  view: View,
  since: Date | null,
  newsOnly: boolean,
): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from content.articles a where ${visible(view)} and a.shown >= ${since ?? new Date(0)} and not (a.is_test_report and ${newsOnly})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function countArticles(db: ContentDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from content.articles`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listKnownArticles(
  trx: Trx,
  owner: string,
  sourceIds: readonly string[],
): Promise<KnownArticle[]> {
  const { rows } = await sql<KnownArticle>`
    select id, source_id, source_version, removed, publications, later, not removed and full_article is null as was_free,
      case when removed then null else article::json ->> 'publishDate' end as published,
      case when removed then null else article::json ->> 'corrections' end as corrections, digest, taken_at,
      exists (select from content.withdrawn w where w.article_id = articles.id) as is_withdrawn_here,
      (select r.draft ->> 'source' from content.records r where r.article_id = articles.id) as office_source
    from content.articles left join content.source_states on article_id = id
    where owner = ${owner} and source_id = any(${[...sourceIds]}::text[])`.execute(trx)
  return rows
}

export async function takeArticleIds(trx: Trx, count: number): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await sql<{
    id: string
  }>`select nextval('content.article_id')::text as id from generate_series(1, ${count}::int)`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function saveArticles(trx: Trx, articles: readonly ArticleParts[], at: Date): Promise<void> {
  for (let start = 0; start < articles.length; start += ROWS_AT_ONCE)
    await saveBatch(trx, articles.slice(start, start + ROWS_AT_ONCE))
  await logChanges(
    trx,
    articles.map(({ row }) => row.id),
    'article',
    at,
  )
}

/** Rows stay as tombstones, without text, so that readers get 410 and an older version cannot come back. */
export async function removeArticles(
  trx: Trx,
  ids: readonly string[],
  version: ReadonlyMap<string, number>,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  const versions = ids.map((id) => version.get(id) ?? 0)
  await sql`
    update content.articles set removed = true, source_version = given.version, changed = ${at}, title = '', keywords = '{}', picture = null,
      teaser = '{}', teaser_seal = '', article = '{}', article_seal = '', full_article = null, full_article_seal = ''
    from unnest(${[...ids]}::text[], ${versions}::bigint[]) as given(id, version) where articles.id = given.id`.execute(
    trx,
  )
  await deleteIndexes(trx, ids)
  await endFreeUses(trx, ids)
  await sql`delete from content.views where article_id = any(${[...ids]}::text[])`.execute(trx)
  await logChanges(trx, ids, 'removed', at)
}

/** Tombstones for withdrawals that arrived before their document. */
export async function addTombstones(
  trx: Trx,
  tombstones: readonly { id: string; owner: string; sourceId: string; version: number }[],
  at: Date,
): Promise<void> {
  if (tombstones.length === 0) return
  const rows = tombstones.map(({ id, owner, sourceId, version }) => ({
    id,
    owner,
    publications: 0,
    later: null,
    source_id: sourceId,
    source_version: version,
    removed: true,
    is_test_report: false,
    kind: 'news',
    section_path: '',
    shown: at,
    changed: at,
    urgency: 8,
    is_own: false,
    path: '',
    title: '',
    keywords: [],
    picture: null,
    teaser: '{}',
    teaser_seal: '',
    article: '{}',
    article_seal: '',
    full_article: null,
    full_article_seal: '',
  }))
  await trx.insertInto('content.articles').values(rows).execute()
}

export async function saveSourceStates(
  trx: Trx,
  states: readonly { articleId: string; digest: string; takenAt: Date }[],
): Promise<void> {
  if (states.length === 0) return
  await trx
    .insertInto('content.source_states')
    .values(states.map(({ articleId, digest, takenAt }) => ({ article_id: articleId, digest, taken_at: takenAt })))
    .onConflict((conflict) =>
      conflict.column('article_id').doUpdateSet((eb) => ({
        digest: eb.ref('excluded.digest'),
        taken_at: eb.ref('excluded.taken_at'),
      })),
    )
    .execute()
}

async function saveBatch(trx: Trx, articles: readonly ArticleParts[]): Promise<void> {
  const ids = articles.map(({ row }) => row.id)
  await trx
    .insertInto('content.articles')
    .values(articles.map(({ row }) => row))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => {
        const columns = Object.keys(articles[0]!.row).filter((column) => column !== 'id') as (keyof ArticleRow)[]
        return Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}` as never)]))
      }),
    )
    .execute()
  await deleteIndexes(trx, ids)
  const lists = articles.flatMap(({ row, lists: names }) => names.map((list) => ({ list, row })))
  await sql`
    insert into content.lists (list, shown, article_id, publications, later)
    select list, shown, article_id, publications, later::smallint[] from unnest(${lists.map(({ list }) => list)}::text[], ${lists.map(({ row }) => row.shown)}::timestamptz[], ${lists.map(({ row }) => row.id)}::text[], ${lists.map(({ row }) => row.publications)}::int[],
      ${lists.map(({ row }) => toLiteral(row))}::text[]) as given(list, shown, article_id, publications, later)`.execute(
    trx,
  )
  await sql`
    insert into content.search (article_id, shown, publications, later, head, words)
    select id, shown, publications, later::smallint[],
      setweight(to_tsvector('german', title), 'A') || setweight(to_tsvector('german', teaser), 'B') || setweight(to_tsvector('german', names), 'C'),
      strip(to_tsvector('german', title || ' ' || teaser || ' ' || names || ' ' || body))
    from unnest(${ids}::text[], ${articles.map(({ row }) => row.shown)}::timestamptz[], ${articles.map(({ row }) => row.publications)}::int[],
      ${articles.map(({ row }) => toLiteral(row))}::text[], ${articles.map(({ search }) => search.title)}::text[], ${articles.map(({ search }) => search.teaser)}::text[],
      ${articles.map(({ search }) => search.names)}::text[], ${articles.map(({ search }) => search.body)}::text[])
      as given(id, shown, publications, later, title, teaser, names, body)`.execute(trx)
  const words = new Map(
    articles.flatMap((article) => article.words.map(({ spelling, word }) => [spelling, word] as const)),
  )
  await saveMediaUses(
    trx,
    articles.map(({ row, media }) => ({ usedBy: row.id, media })),
  )
  if (words.size === 0) return
  await sql`
    insert into content.words (spelling, word) select * from unnest(${[...words.keys()]}::text[], ${[...words.values()]}::text[]) as given(spelling, word)
    on conflict (spelling) do nothing`.execute(trx)
}

/** PostgreSQL has no arrays of arrays of different lengths, so each is passed as text. */
const toLiteral = ({ later }: Carriers): string | null => (later === null ? null : `{${later.join()}}`)

async function deleteIndexes(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from content.lists where article_id = any(${[...ids]}::text[])`.execute(trx)
  await sql`delete from content.search where article_id = any(${[...ids]}::text[])`.execute(trx)
}
