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

export type Found = {
  teasers: Sealed[]
  /** Exact up to `most`. */
  total: number
  /** There are more hits than `total`. */
  isMore: boolean
}

type Limits = { ranked: number; most: number }

/** `most`: hits that are counted. Above it a word is in at least one of fifty articles of a large archive. */
const LIMITS: Limits = { ranked: 200, most: 20_000 }

/** Beyond this offset all hits of a common word are read and sorted, because the index by date would visit more rows. */
const DEEP_OFFSET = 1_000

/**
 * A hit contains all words. Ranked by relevance times freshness are only the newest `ranked` hits and the newest ones
 * with all words in headline, teaser or names; the others follow by date. Of a query with more than `most` hits, only
 * the newest are read. So the cost of a common word is limited.
 */
export async function search(
  db: ContentDb,
  query: SearchQuery,
  view: View,
  wanted: Wanted,
  limits: Limits = LIMITS,
): Promise<Found> {
  const { most } = limits
  const ranked = wanted.isByDate ? 0 : limits.ranked
  const found = await searchAll(db, query, view, wanted, { ranked, most })
  if (found.total <= most) return { ...found, isMore: false }
  const { teasers } =
    wanted.offset > DEEP_OFFSET
      ? await searchAll(db, query, view, wanted, { ranked, most: null })
      : await searchNewest(db, query, view, wanted, ranked)
  return { teasers, total: most, isMore: true }
}

/** Reads every hit. Stops after `most`, without teasers, and with `most + 1` as the total. */
async function searchAll(
  db: ContentDb,
  query: SearchQuery,
  view: View,
  wanted: Wanted,
  { ranked, most }: { ranked: number; most: number | null },
): Promise<{ teasers: Sealed[]; total: number }> {
  const { limit, offset } = wanted
  const isWanted = isInView(view, wanted)
  // From a subquery the query is unknown to the planner, which then always takes the index of words.
  const { rows } = await sql<Hit>`
    with asked as materialized (select ${toTsQuery(query)} as q),
    hits as materialized (
      select s.article_id, s.shown from content.search s, asked
      where s.words @@ asked.q and ${isWanted} limit ${most === null ? null : most + 1}::int
    ),
    counted as materialized (select count(*)::int as total from hits),
    candidates as materialized (
      (select article_id from hits, counted where ${isWithin(most)} order by shown desc limit ${ranked})
      union
      (select s.article_id from content.search s, asked, counted
       where ${isWithin(most)} and s.head @@ asked.q and ${isWanted} order by s.shown desc limit ${ranked})
    ),
    ${scored(view)},
    page as (
      select hits.article_id, hits.shown, coalesce(scored.score, 0) as score
      from counted, hits left join scored using (article_id) where ${isWithin(most)}
      order by score desc, hits.shown desc, hits.article_id desc limit ${limit} offset ${offset}
    )
    ${teasersOfPage}`.execute(db)
  return { teasers: toTeasers(rows), total: rows[0]!.total }
}

/** The same page for a query with very many hits: walks the index by date, and evaluates the words of each row. */
async function searchNewest(
  db: ContentDb,
  query: SearchQuery,
  view: View,
  wanted: Wanted,
  ranked: number,
): Promise<{ teasers: Sealed[] }> {
  const { limit, offset } = wanted
  const isWanted = isInView(view, wanted)
  const q = toTsQuery(query)
  const { rows } = await sql<Hit>`
    with asked as materialized (select ${q} as q),
    counted as (select 0 as total),
    newest as materialized (
      select s.article_id, s.shown from content.search s where s.words @@ ${q} and ${isWanted}
      order by s.shown desc, s.article_id desc limit ${offset + limit + 2 * ranked}
    ),
    candidates as materialized (
      (select article_id from newest order by shown desc limit ${ranked})
      union
      (select s.article_id from content.search s where s.head @@ ${q} and ${isWanted} order by s.shown desc limit ${ranked})
    ),
    ${scored(view)},
    page as (
      select article_id, coalesce(newest.shown, scored.shown) as shown, coalesce(scored.score, 0) as score
      from newest full join scored using (article_id)
      order by score desc, shown desc, article_id desc limit ${limit} offset ${offset}
    )
    ${teasersOfPage}`.execute(db)
  return { teasers: toTeasers(rows) }
}

/** At least one row, for the total; without a text if the page is empty. */
type Hit = { total: number; text: string | null; seal: string }

const teasersOfPage = sql`
  select counted.total, a.teaser as text, a.teaser_seal as seal
  from counted left join (page join content.articles a on a.id = page.article_id) on true
  order by page.score desc, page.shown desc, page.article_id desc`

const toTeasers = (rows: readonly Hit[]): Sealed[] =>
  rows.flatMap(({ text, seal }) => (text === null ? [] : [{ text, seal }]))

const isWithin = (most: number | null) => (most === null ? sql<boolean>`true` : sql<boolean>`counted.total <= ${most}`)

const isInView = ({ carrier, now }: View, wanted: Wanted) =>
  sql<boolean>`${carriedInSearch(carrier)} and s.shown <= ${now}${narrowed(wanted)}`

function scored({ now }: View) {
  return sql`scored as (
      select s.article_id, s.shown, (0.03 + ts_rank('{0.05, 0.15, 0.4, 1.0}', s.head, asked.q))
        / (1 + 0.15 * ln(1 + greatest(extract(epoch from ${now}::timestamptz - s.shown), 0) / 86400)) as score
      from candidates join content.search s using (article_id), asked
    )`
}

function narrowed({ since, before, list }: Wanted) {
  return sql.join(
    [
      ...(since === null ? [] : [sql` and s.shown >= ${since}`]),
      ...(before === null ? [] : [sql` and s.shown < ${before}`]),
      // One look into the index for each hit; as a join the planner would read the whole list.
      ...(list === null
        ? []
        : [
            sql` and (select true from content.lists l where l.list = ${list} and l.shown = s.shown and l.article_id = s.article_id limit 1)`,
          ]),
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

/**
 * Known words at a similar length that begin or end like `spelling`: the first or last `letters` are the same. The
 * caller computes the edit distance.
 */
export async function listWordsLike(
  db: ContentDb,
  spelling: string,
  letters: number,
  edits: number,
): Promise<{ word: string; spelling: string }[]> {
  // One range of an index for each length.
  const { rows } = await sql<{ word: string; spelling: string }>`
    select word, spelling from generate_series(${spelling.length - edits}::int, ${spelling.length + edits}::int) as asked(letters)
    cross join lateral (
      (select word, spelling from content.words
       where length(spelling) = asked.letters and spelling like ${`${spelling.slice(0, letters)}%`} limit ${MOST_LIKE})
      union
      (select word, spelling from content.words
       where length(spelling) = asked.letters and reverse(spelling) like reverse(${spelling.slice(-letters)}) || '%' limit ${MOST_LIKE})
    ) found`.execute(db)
  return rows
}

/** For each length and end of the word. */
const MOST_LIKE = 2_000

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
