/**
 * The server's answer to "who may read this": the decision of specification 4.5 over what the server itself knows, and
 * the full text only behind a decision that unlocks. A locked article keeps what the public service gave out.
 */
import { decideAccess, INITIAL_PAYWALL_STATE, isPaid, type AccessDecision } from '@lokalteil/domain/access'
import type { Article, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/client'
import { NO_LINK_TOKEN } from '@lokalteil/domain/link-token'
import { ANONYMOUS_READER } from '@lokalteil/domain/roles'
import type { AccessView, ArticleAccess } from '../app/browser/article-access.ts'

export type AccessOptions = {
  isPaywallEnabled: boolean
  legalSiteIds: readonly string[]
  internal: Client<typeof CONTENT_INTERNAL>
}

export function createAnonymousAccess(options: AccessOptions): ArticleAccess {
  return async (article) => {
    const decision = decide(article, options)
    const view = toView(decision)
    if (!isPaid(article.contentRestriction) || decision.kind !== 'unlocked') return { article, access: view }
    const full = await options.internal.getFullArticle({ params: { id: article.id } })
    // Nobody to ask: locked, never open (fails closed).
    if (!full.ok) return { article, access: { isLocked: true, rule: 'unanswered', template: null } }
    return { article: { ...article, contentItems: full.data.contentItems }, access: view }
  }
}

function decide(article: Pick<Article, 'id' | 'contentRestriction' | 'tags'>, options: AccessOptions): AccessDecision {
  return decideAccess({
    isPaywallEnabled: options.isPaywallEnabled,
    contentRestriction: article.contentRestriction,
    isLegal: options.legalSiteIds.includes(article.id),
    extendedAccess: 'none',
    reader: ANONYMOUS_READER,
    articleTagIds: article.tags.map((tag) => tag.id),
    hasBoughtArticle: false,
    linkToken: NO_LINK_TOKEN,
    paywall: INITIAL_PAYWALL_STATE,
    availableCreditCount: 0,
  })
}

function toView(decision: AccessDecision): AccessView {
  switch (decision.kind) {
    case 'unlocked':
      return { isLocked: false, rule: decision.reason, template: 'ok' }
    case 'pending':
      return { isLocked: true, rule: 'pending', template: null }
    case 'locked':
      return { isLocked: true, rule: decision.layer, template: decision.template }
  }
}
