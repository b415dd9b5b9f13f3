/** Published issues, their pages and articles. */
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import { sql, type Selectable } from 'kysely'
import type { ArticleRow, EpaperDb, IssueRow, PageRow } from '../schema.ts'
import { toDay } from './deliveries.ts'

export type StoredIssue = Omit<Selectable<IssueRow>, 'day'> & { day: string }
export type StoredArticle = Omit<Selectable<ArticleRow>, 'words'>
export type StoredPage = Selectable<PageRow>

const toIssue = (row: Selectable<IssueRow>): StoredIssue => ({ ...row, day: toDay(row.day) })
const date = (day: string) => sql<Date>`${day}::date`

const issuesOf = (db: EpaperDb, publication: string) =>
  db.selectFrom('epaper.issues').where('mandator', '=', publication)

export async function getIssue(db: EpaperDb, publication: string, issue: IssueId): Promise<StoredIssue | null> {
  const row = await issuesOf(db, publication)
    .selectAll()
    .where('edition', '=', issue.edition)
    .where('day', '=', date(issue.day))
    .executeTakeFirst()
  return row === undefined ? null : toIssue(row)
}

export type IssueFilter = { editions: readonly string[]; month?: string | undefined }

function within(db: EpaperDb, publication: string, { editions, month }: IssueFilter) {
  const found = issuesOf(db, publication).where(sql<boolean>`edition = any(${[...editions]}::text[])`)
  if (month === undefined) return found
  return found
    .where('day', '>=', date(`${month}-01`))
    .where('day', '<', sql<Date>`(${`${month}-01`}::date + interval '1 month')`)
}

export async function listIssues(
  db: EpaperDb,
  publication: string,
  filter: IssueFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ issues: StoredIssue[]; total: number }> {
  const [rows, count] = await Promise.all([
    within(db, publication, filter)
      .selectAll()
      .orderBy('day', 'desc')
      // In the order in which the publication lists its editions.
      .orderBy(sql`array_position(${[...filter.editions]}::text[], edition)`)
      .offset(offset)
      .limit(limit)
      .execute(),
    within(db, publication, filter)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { issues: rows.map(toIssue), total: count.total }
}

export async function listMonths(
  db: EpaperDb,
  publication: string,
  editions: readonly string[],
): Promise<{ month: string; issues: number }[]> {
  return within(db, publication, { editions })
    .select([sql<string>`to_char(day, 'YYYY-MM')`.as('month'), sql<number>`count(*)::int`.as('issues')])
    .groupBy('month')
    .orderBy('month', 'desc')
    .limit(2000)
    .execute()
}

/** The days of the previous and the next issue of the same edition. */
export async function getNeighbours(
  db: EpaperDb,
  publication: string,
  issue: IssueId,
): Promise<{ previousDay: string | null; nextDay: string | null }> {
  const ofEdition = () => issuesOf(db, publication).where('edition', '=', issue.edition)
  const [before, after] = await Promise.all([
    ofEdition().select('day').where('day', '<', date(issue.day)).orderBy('day', 'desc').limit(1).executeTakeFirst(),
    ofEdition().select('day').where('day', '>', date(issue.day)).orderBy('day', 'asc').limit(1).executeTakeFirst(),
  ])
  return {
    previousDay: before === undefined ? null : toDay(before.day),
    nextDay: after === undefined ? null : toDay(after.day),
  }
}

const ARTICLE_COLUMNS = [
  'drawing',
  'position',
  'key',
  'kicker',
  'title',
  'author',
  'teaser',
  'html',
  'plain',
  'pages',
  'content_id',
  'content_path',
] as const

export async function listArticles(db: EpaperDb, drawing: string): Promise<StoredArticle[]> {
  return db
    .selectFrom('epaper.articles')
    .select(ARTICLE_COLUMNS)
    .where('drawing', '=', drawing)
    .orderBy('position')
    .execute()
}

/** An article with the keys of the previous and the next one. */
export async function getArticle(
  db: EpaperDb,
  drawing: string,
  key: string,
): Promise<{ article: StoredArticle; previous: string | null; next: string | null } | null> {
  const article = await db
    .selectFrom('epaper.articles')
    .select(ARTICLE_COLUMNS)
    .where('drawing', '=', drawing)
    .where('key', '=', key)
    .executeTakeFirst()
  if (article === undefined) return null
  const beside = await db
    .selectFrom('epaper.articles')
    .select(['position', 'key'])
    .where('drawing', '=', drawing)
    .where('position', 'in', [article.position - 1, article.position + 1])
    .execute()
  const keyAt = (position: number) => beside.find((other) => other.position === position)?.key ?? null
  return { article, previous: keyAt(article.position - 1), next: keyAt(article.position + 1) }
}

export async function listPages(db: EpaperDb, drawing: string): Promise<Omit<StoredPage, 'content'>[]> {
  return db
    .selectFrom('epaper.pages')
    .select(['drawing', 'number', 'label', 'section', 'width', 'height', 'images', 'zones'])
    .where('drawing', '=', drawing)
    .orderBy('number')
    .execute()
}

export async function removeIssue(db: EpaperDb, publication: string, issue: IssueId): Promise<string | null> {
  const row = await db
    .deleteFrom('epaper.issues')
    .where('mandator', '=', publication)
    .where('edition', '=', issue.edition)
    .where('day', '=', date(issue.day))
    .returning('drawing')
    .executeTakeFirst()
  return row?.drawing ?? null
}
