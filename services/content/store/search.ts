/** Full-text search, headlines for suggestions, and words for spelling correction. */
import { sql } from 'kysely'
import type { ContentDb } from '../schema.ts'
import type { SearchQuery } from '../search-text.ts'
import { carriedInSearch, visible, type Sealed, type View } from './view.ts'

/** The page of hits, and their order. */
export type Wanted = {
  limit: number
  offset: number
  isByDate: boolean
  since: Date | null
  before: Date | null
  /** Only hits in this list. */
  list: string | null
}

/**
 * A hit contains all words. Ranked by relevance times freshness are only the newest `ranked` hits and the newest ones
 * with all words in headline, teaser or names; the others follow by date. So the cost of a common word is limited.
 */
export async function search(
  db: ContentDb,
  query: SearchQuery,
  view: View,
  wanted: Wanted,
  ranked = 200,
): Promise<{ teasers: Sealed[]; total: number }> {
  const { limit, offset } = wanted
  const isWanted = sql<boolean>`${carriedInSearch(view.carrier)} and s.shown <= ${view.now}${narrowed(wanted)}`
  if (wanted.isByDate) ranked = 0
  const { rows } = await sql<Sealed & { total: number }>`
    with asked as materialized (select ${toTsQuery(query)} as q),
    hits as materialized (
      select s.article_id, s.shown from content.search s, asked
      where s.words @@ asked.q and ${isWanted}
    ),
    candidates as materialized (
      (select article_id from hits order by shown desc limit ${ranked})
      union
      (select s.article_id from content.search s, asked
       where s.head @@ asked.q and ${isWanted} order by s.shown desc limit ${ranked})
    ),
    scored as (
      select s.article_id, (0.03 + ts_rank('{0.05, 0.15, 0.4, 1.0}', s.head, asked.q))
        / (1 + 0.15 * ln(1 + greatest(extract(epoch from ${view.now}::timestamptz - s.shown), 0) / 86400)) as score
      from candidates join content.search s using (article_id), asked
    ),
    page as (
      select hits.article_id, hits.shown, coalesce(scored.score, 0) as score from hits left join scored using (article_id)
      order by score desc, hits.shown desc, hits.article_id desc limit ${limit} offset ${offset}
    )
    select a.teaser as text, a.teaser_seal as seal, (select count(*)::int from hits) as total
    from page join content.articles a on a.id = page.article_id order by page.score desc, page.shown desc, page.article_id desc`.execute(
    db,
  )
  if (rows.length > 0 || offset === 0) return { teasers: rows, total: rows[0]?.total ?? 0 }
  return { teasers: [], total: (await search(db, query, view, { ...wanted, limit: 1, offset: 0 })).total }
}

function narrowed({ since, before, list }: Wanted) {
  return sql.join(
    [
      ...(since === null ? [] : [sql` and s.shown >= ${since}`]),
      ...(before === null ? [] : [sql` and s.shown < ${before}`]),
      ...(list === null ? [] : [sql` and s.article_id in (select article_id from content.lists where list = ${list})`]),
    ],
    sql``,
  )
}

/** Headlines with a word that begins with the typed prefix, newest first. */
export async function listHeadlinesLike(
  db: ContentDb,
  query: SearchQuery,
  view: View,
  limit: number,
): Promise<{ title: string; path: string }[]> {
  const { rows } = await sql<{ title: string; path: string }>`
    select a.title, a.path from content.search s join content.articles a on a.id = s.article_id
    where s.head @@ ${toTsQuery(query)} and ${visible(view)} order by s.shown desc limit ${limit}`.execute(db)
  return rows
}

/** Known words similar to `spelling` (trigrams) or with the same beginning; the caller computes the edit distance. */
export async function listSimilarWords(
  db: ContentDb,
  spelling: string,
  limit: number,
): Promise<{ word: string; spelling: string }[]> {
  const { rows } = await sql<{ word: string; spelling: string }>`
    (select word, spelling from content.words where spelling % ${spelling} order by similarity(spelling, ${spelling}) desc, spelling limit ${limit})
    union
    (select word, spelling from content.words where spelling like ${`${spelling.slice(0, 2)}%`}
     and length(spelling) between ${spelling.length - 1} and ${spelling.length + 1} limit ${limit * 10})`.execute(db)
  return rows
}

/** Whether any visible article contains the word. */
export async function isWordUsed(db: ContentDb, word: string, view: View): Promise<boolean> {
  const { rows } = await sql`
    select from content.search s where s.words @@ ${toTsQuery({ words: [word], prefix: '' })} and ${carriedInSearch(view.carrier)} and s.shown <= ${view.now} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

function toTsQuery({ words, prefix }: SearchQuery) {
  const parts = []
  // The words hold only letters and digits (toSearchText), so "&" and ":*" are the only operators: no injection.
  if (words.length > 0) parts.push(sql`to_tsquery('german', ${words.join(' & ')})`)
  // A stop word at the end ("Zug fährt wieder") gives an empty query, so it must not become a prefix either.
  if (prefix !== '') {
    parts.push(
      sql`(to_tsquery('german', ${prefix}) || case when numnode(to_tsquery('german', ${prefix})) > 0 then to_tsquery('simple', ${`${prefix}:*`}) else ''::tsquery end)`,
    )
  }
  return parts.length === 2 ? sql`(${parts[0]} && ${parts[1]})` : parts[0]!
}
