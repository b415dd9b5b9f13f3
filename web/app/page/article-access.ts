/**
 * How a page gets the body of an article: it hands over the public article and receives it back with the decision.
 * On the server the full text is read behind the service key after the decision; in the browser the same decision is
 * asked for at `GET /api/articles/{id}/body`. A locked answer carries no body at all.
 */
import type { Article, TestReport } from '@lokalteil/contracts/content'

/** Which of the reasons of specification 4.5 decided; shown to the reader on request. */
export type AccessView = {
  isLocked: boolean
  /** Name of the rule that decided. */
  rule: string
  /** Paywall template when locked, e.g. `subscription-mobile`. */
  template: string | null
  /** The library or school that reads for this reader. */
  via?: string
  /** The address holds a good gift of this article, whoever shows it: what is shared of it says so. */
  isGift?: true
}

export type ArticleAccess = <A extends Article | TestReport>(article: A) => Promise<{ article: A; access: AccessView }>

/**
 * In the browser a paid article is shown with its preview at once and waits for the decision (S4.5-09);
 * `features/article/use-article-body.ts` asks for it.
 */
export const browserAccess: ArticleAccess = async (article) => ({
  article,
  access:
    article.contentRestriction === 'free'
      ? { isLocked: false, rule: 'free', template: 'ok' }
      : { isLocked: true, rule: PENDING, template: null },
})

export const PENDING = 'pending'
