/** Routes that need the service key: full texts, zones, and the office. */
import type { EPAPER_INTERNAL } from '../../contract/epaper.ts'
import type { BoundHandlers } from '@lokalteil/services/platform/serve'
import type { EpaperContext } from '../context.ts'
import { getDelivery, listDeliveries, removeDelivery, toDay } from '../store/deliveries.ts'
import { removeDrawing } from '../store/files.ts'
import * as issues from '../store/issues.ts'
import { toArticle, toCard, toPage, toState } from '../views.ts'
import { findIssue, listEditionIds, NO_ARTICLE, NO_ISSUE, search, type Asked } from './public-routes.ts'

export const INTERNAL_ROUTES: BoundHandlers<EpaperContext, typeof EPAPER_INTERNAL, Asked> = {
  async listPages(context, { context: asked, params }) {
    const issue = await findIssue(context, asked, params)
    if (issue === null) return NO_ISSUE()
    const pages = await issues.listPages(context.db, issue.drawing)
    return { issue: toCard(asked.settings, issue), pages: pages.map(toPage) }
  },

  async listArticles(context, { context: asked, params, query }) {
    const issue = await findIssue(context, asked, params)
    if (issue === null) return NO_ISSUE()
    const all = await issues.listArticles(context.db, issue.drawing)
    const articles = all.map((article, index) =>
      toArticle(article, { previous: all[index - 1]?.key ?? null, next: all[index + 1]?.key ?? null }),
    )
    return {
      issue: toCard(asked.settings, issue),
      articles: articles.filter(({ pages }) => query.page === undefined || pages[0] === query.page),
    }
  },

  async getArticle(context, { context: asked, params }) {
    const issue = await findIssue(context, asked, params)
    const found = issue === null ? null : await issues.getArticle(context.db, issue.drawing, params.key)
    if (issue === null || found === null) return NO_ARTICLE()
    return { issue: toCard(asked.settings, issue), article: toArticle(found.article, found) }
  },

  searchTexts: (context, { context: asked, query }) => search(context, asked, query, true),

  async listStates({ db }, { context: asked, query: { edition, month, limit } }) {
    const editions = listEditionIds(asked, edition)
    const [standing, deliveries] = await Promise.all([
      issues.listIssues(db, asked.publication, { editions, month }, { offset: 0, limit }),
      listDeliveries(db, asked.publication, { editions, month }, limit),
    ])
    const keyOf = (one: { edition: string; day: unknown }) => `${toDay(one.day as Date | string)} ${one.edition}`
    const issueOf = new Map(standing.issues.map((issue) => [keyOf(issue), issue]))
    const deliveryOf = new Map(deliveries.map((delivery) => [keyOf(delivery), delivery]))
    const keys = [...new Set([...issueOf.keys(), ...deliveryOf.keys()])].toSorted().toReversed().slice(0, limit)
    return {
      issues: keys.map((key) => {
        const [day = '', id = ''] = key.split(' ')
        return toState(asked.settings, { edition: id, day }, issueOf.get(key) ?? null, deliveryOf.get(key) ?? null)
      }),
    }
  },

  async getState({ db }, { context: asked, params: { edition, day } }) {
    const id = { edition, day }
    const [issue, delivery] = await Promise.all([
      issues.getIssue(db, asked.publication, id),
      getDelivery(db, asked.publication, id),
    ])
    return issue === null && delivery === null ? NO_ISSUE() : toState(asked.settings, id, issue, delivery)
  },

  async withdrawIssue(context, { context: asked, params: { edition, day } }) {
    const { db } = context
    const id = { edition, day }
    // The delivery is removed first: a process that is drawing it can then no longer publish it.
    const drawings = [
      await removeDelivery(db, asked.publication, id),
      await issues.removeIssue(db, asked.publication, id),
    ].filter((drawing) => drawing !== null)
    for (const drawing of new Set(drawings)) await removeDrawing(context, drawing)
    return { isWithdrawn: drawings.length > 0 }
  },
}
