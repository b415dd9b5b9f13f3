/** Public routes: covers, teasers, lists and the search. */
import type { EPAPER, SearchAnswer, SearchQuery } from '../../contract/epaper.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { z } from 'zod'
import { problem, type BoundHandlers, type Refusal } from '@lokalteil/services/platform/serve'
import type { EpaperContext, EpaperSettings } from '../context.ts'
import * as issues from '../store/issues.ts'
import { searchArticles } from '../store/search.ts'
import { toCard, toHit, toTeaser } from '../views.ts'

/** The publication that is asked, with its e-paper settings. */
export type Asked = { publication: PublicationCode; settings: EpaperSettings }

export const NO_ISSUE = () => problem(404, 'NO_ISSUE', 'There is no such issue')
export const NO_ARTICLE = () => problem(404, 'NO_ARTICLE', 'There is no such article')

/**
 * The editions of the publication's folder, or the requested one; an edition that the folder no longer has is left out.
 */
export function listEditionIds({ settings }: Asked, edition?: string): string[] {
  const ids = settings.editions.map(({ id }) => id)
  return edition === undefined ? ids : ids.filter((id) => id === edition)
}

/** Null: there is no such issue, or the folder no longer has its edition. */
export async function findIssue(
  { db }: EpaperContext,
  asked: Asked,
  issue: { edition: string; day: string },
): Promise<issues.StoredIssue | null> {
  if (listEditionIds(asked, issue.edition).length === 0) return null
  return issues.getIssue(db, asked.publication, issue)
}

export const PUBLIC_ROUTES: BoundHandlers<EpaperContext, typeof EPAPER, Asked> = {
  async listEditions({ db }, { context: asked }) {
    const editions = await Promise.all(
      asked.settings.editions.map(async ({ id, name }) => {
        const { issues: found } = await issues.listIssues(
          db,
          asked.publication,
          { editions: [id] },
          { offset: 0, limit: 1 },
        )
        return { id, name, newest: found[0] === undefined ? null : toCard(asked.settings, found[0]) }
      }),
    )
    return { editions }
  },

  async listMonths({ db }, { context: asked, query }) {
    return { months: await issues.listMonths(db, asked.publication, listEditionIds(asked, query.edition)) }
  },

  async listIssues({ db }, { context: asked, query: { edition, month, page, limit } }) {
    const filter = { editions: listEditionIds(asked, edition), month }
    const found = await issues.listIssues(db, asked.publication, filter, { offset: (page - 1) * limit, limit })
    return {
      issues: found.issues.map((issue) => toCard(asked.settings, issue)),
      total: found.total,
      page,
      pages: Math.ceil(found.total / limit),
    }
  },

  async getIssue(context, { context: asked, params }) {
    const issue = await findIssue(context, asked, params)
    if (issue === null) return NO_ISSUE()
    const [pages, articles, neighbours] = await Promise.all([
      issues.listPages(context.db, issue.drawing),
      issues.listArticles(context.db, issue.drawing),
      issues.getNeighbours(context.db, asked.publication, issue),
    ])
    return {
      issue: toCard(asked.settings, issue),
      pages: pages.map(({ number, label, section }) => ({ number, label, section })),
      articles: articles.map(toTeaser),
      ...neighbours,
    }
  },

  async getTeaser(context, { context: asked, params }) {
    const issue = await findIssue(context, asked, params)
    const found = issue === null ? null : await issues.getArticle(context.db, issue.drawing, params.key)
    if (issue === null || found === null) return NO_ARTICLE()
    return { issue: toCard(asked.settings, issue), article: toTeaser(found.article) }
  },

  searchIssues: (context, { context: asked, query }) => search(context, asked, query, false),
}

/** `isWhole`: snippets come from the full texts; only for readers who may open the issues. */
export async function search(
  { db }: EpaperContext,
  asked: Asked,
  query: z.output<typeof SearchQuery>,
  isWhole: boolean,
): Promise<SearchAnswer | Refusal> {
  const { q, edition, day, from, to, page, limit } = query
  if (day !== undefined && edition === undefined)
    return problem(400, 'BAD_REQUEST', 'A day is searched in an edition: say which')
  const editions = listEditionIds(asked, edition)
  const bounds = { q, editions, day, from, to, offset: (page - 1) * limit, limit, isWhole }
  const { found, total } = await searchArticles(db, asked.publication, bounds)
  return {
    hits: found.map((one) => toHit(asked.settings, one)),
    total,
    page,
    pages: Math.ceil(total / limit),
  }
}
