/**
 * How a page gets the body of an article: it hands over the public article and receives it back with the decision.
 * On the server the full text is read behind the service key after the decision; in the browser the same decision is
 * asked for at `GET /api/articles/{id}/body`. A locked answer carries no body at all.
 */
import type { Article, ContentItem, TestReport } from '@lokalteil/contracts/content'

/** Which of the reasons of specification 4.5 decided; shown to the reader on request. */
export type AccessView = {
  isLocked: boolean
  /** Name of the rule that decided. */
  rule: string
  /** Paywall template when locked, e.g. `subscription-mobile`. */
  template: string | null
}

export type ArticleAccess = <A extends Article | TestReport>(article: A) => Promise<{ article: A; access: AccessView }>

type BodyAnswer = { decision: 'allowed' | 'locked'; rule: string; template: string | null; contentItems: ContentItem[] }

/** Free articles are decided without a call; a failed call is a locked article (fails closed). */
export function createBrowserAccess(fetcher: typeof fetch = fetch): ArticleAccess {
  return async (article) => {
    if (article.contentRestriction === 'free') return { article, access: { isLocked: false, rule: 'free', template: 'ok' } }
    try {
      const response = await fetcher(`/api/articles/${article.id}/body`, { credentials: 'same-origin', cache: 'no-store' })
      if (response.ok) {
        const answer = (await response.json()) as BodyAnswer
        if (answer.decision === 'allowed') {
          return { article: { ...article, contentItems: answer.contentItems }, access: { isLocked: false, rule: answer.rule, template: 'ok' } }
        }
        return { article, access: { isLocked: true, rule: answer.rule, template: answer.template } }
      }
    } catch {
      // Offline or refused: the article stays locked.
    }
    return { article, access: { isLocked: true, rule: 'unanswered', template: null } }
  }
}
