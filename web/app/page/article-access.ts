/**
 * How a page gets the body of an article: it passes the public article and gets it back with the decision. On the
 * server the full text is read behind the service key after the decision; in the browser `GET /api/articles/{id}/body`
 * decides. A locked answer contains no body.
 */
import type { Article, TestReport } from '@lokalteil/contracts/content'

/** The reason of specification 4.5 that decided; shown to the reader on request. */
export type AccessView = {
  isLocked: boolean
  /** Name of the rule that decided. */
  rule: string
  /** Paywall template when locked, e.g. `subscription-mobile`. */
  template: string | null
  /** The library or school that gives access. */
  via?: string
  /** The address has a valid gift of this article; shared links then mention it. */
  isGift?: true
}

export type ArticleAccess = <A extends Article | TestReport>(article: A) => Promise<{ article: A; access: AccessView }>

/**
 * In the browser a paid article is shown with its preview at once and waits for the decision (S4.5-09), which
 * `features/article/use-article-body.ts` fetches.
 */
export const browserAccess: ArticleAccess = async (article) => ({
  article,
  access:
    article.contentRestriction === 'free'
      ? { isLocked: false, rule: 'free', template: 'ok' }
      : { isLocked: true, rule: PENDING, template: null },
})

export const PENDING = 'pending'
