/** Full-text search in issues. */
import type { Snippet } from '../../contract/epaper.ts'
import { sql } from 'kysely'
import type { EpaperDb } from '../schema.ts'
import { toDay } from './deliveries.ts'

export type IssueSearch = {
  q: string
  editions: readonly string[]
  day?: string | undefined
  from?: string | undefined
  to?: string | undefined
  offset: number
  limit: number
  /** True: snippets come from the full text; false: from title and teaser only. */
  isWhole: boolean
}

export type FoundArticle = {
  edition: string
  day: string
  version: string
  coins: number | null
  key: string
  kicker: string
  title: string
  teaser: string
  pages: number[]
  content_id: string | null
  snippet: Snippet
}

/** Mark the hits in the database's answer. No text contains these characters, because `toPlainLine` removes them. */
const START = '\u0001'
const STOP = '\u0002'

export async function searchArticles(
  db: EpaperDb,
  publication: string,
  { q, editions, day, from, to, offset, limit, isWhole }: IssueSearch,
): Promise<{ found: FoundArticle[]; total: number }> {
  const query = sql`websearch_to_tsquery('german', ${q})`
  const bounds = [
    sql`i.mandator = ${publication}`,
    sql`i.edition = any(${[...editions]}::text[])`,
    ...(day === undefined ? [] : [sql`i.day = ${day}::date`]),
    ...(from === undefined ? [] : [sql`i.day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`i.day <= ${to}::date`]),
    sql`a.words @@ ${query}`,
  ]
  const where = sql.join(bounds, sql` and `)
  const [found, count] = await Promise.all([
    sql<Omit<FoundArticle, 'day' | 'snippet'> & { day: Date; snippet: string }>`
      with hits as (
        select i.edition, i.day, i.version, i.coins, a.* from epaper.articles a join epaper.issues i on i.drawing = a.drawing
        where ${where} order by i.day desc, ts_rank(a.words, ${query}) desc, i.edition, a.position offset ${offset} limit ${limit}
      )
      select edition, day, version, coins, key, kicker, title, teaser, pages, content_id,
        ts_headline('german', ${isWhole ? sql`plain` : sql`teaser`}, ${query},
          ${`StartSel=${START}, StopSel=${STOP}, MaxWords=30, MinWords=12, MaxFragments=2, FragmentDelimiter=" … "`}) as snippet
      from hits a`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from epaper.articles a join epaper.issues i on i.drawing = a.drawing where ${where}`.execute(
      db,
    ),
  ])
  return {
    found: found.rows.map((row) => ({ ...row, day: toDay(row.day), snippet: toSnippet(row.snippet) })),
    total: count.rows[0]!.total,
  }
}

/** Splits the marked text into pieces in order; the pieces between the marks are hits. */
function toSnippet(marked: string): Snippet {
  const pieces: Snippet = []
  for (const [index, part] of marked.split(START).entries()) {
    const [hit, rest] = index === 0 ? ['', part] : split(part)
    if (hit !== '') pieces.push({ text: hit.slice(0, 400), isHit: true })
    if (rest !== '') pieces.push({ text: rest.slice(0, 400), isHit: false })
  }
  return pieces.slice(0, 40)
}

function split(part: string): [string, string] {
  const end = part.indexOf(STOP)
  return end === -1 ? ['', part] : [part.slice(0, end), part.slice(end + 1)]
}
