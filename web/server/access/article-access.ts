/**
 * The server's answer to "who may read this": the decision of specification 4.5 over what the server itself knows, and
 * the full text only behind a decision that unlocks. A locked article keeps what the public service gave out. The reader
 * comes from a verified token; without one everybody is anonymous. Two ways to ask: for a class of readers (stored pages),
 * where nobody is asked and only the class opens; and for one reader (`principal`), where the paywall service, link tokens,
 * extended access and purchases are asked, all of them together within `ANSWER_MS`. Whatever has no answer by then, or a
 * bad one, opens nothing (fails closed).
 */
import { LRUCache } from 'lru-cache'
import {
  decideAccess,
  decidePaywallShortcut,
  INITIAL_PAYWALL_STATE,
  isEntitled,
  isPaid,
  toPaywallState,
  type AccessDecision,
  type AccessInput,
  type PaywallState,
} from '@lokalteil/domain/access/access'
import type { Article, CONTENT_INTERNAL, TestReport } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { NO_LINK_TOKEN, toLinkToken, type LinkToken } from '@lokalteil/domain/access/link-token'
import { toPaywallRequest } from '@lokalteil/domain/access/paywall-request'
import { timeLeft } from '@lokalteil/services/platform/deadline'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import type { AccessView, ArticleAccess } from '../../app/page/article-access.ts'
import type { ContentApi } from '../../app/page/content-api.ts'
import type { AccessPrincipal, AccessQuestions } from './access-questions.ts'

export type AccessOptions = {
  isPaywallEnabled: boolean
  legalSiteIds: readonly string[]
  content: Pick<ContentApi, 'getTagHierarchy'>
  internal: Pick<Client<typeof CONTENT_INTERNAL>, 'getFullArticle'>
  /** Absent: decisions are for classes only. */
  questions?: AccessQuestions
  /** Puts signed addresses into an article that its reader may read (S7.7-03). */
  addAddresses?: (article: unknown) => void
  /** Default `ANSWER_MS`. */
  answerMs?: number
  now: () => number
}

/** With `principal` for this one request, without for everybody who has these flags. */
export type AccessOf = (reader: ReaderFlags, principal?: AccessPrincipal) => ArticleAccess

/** Rule of an article that would be open, if its text could be had; the next reader may have more luck. */
export const UNANSWERED = 'unanswered'
/** Milliseconds a page waits for everybody who is asked (S4.5-01). */
export const ANSWER_MS = 1500
/** Of a page's time, for what comes after the decision. */
const REST_MS = 250
const HIERARCHY_MS = 300_000
const KNOWN_HIERARCHIES = 5000

export function createArticleAccess(options: AccessOptions): AccessOf {
  const hierarchies = new LRUCache<string, { ids: readonly string[]; until: number }>({ max: KNOWN_HIERARCHIES })

  /** The tag with its ancestors; alone when nobody can say (S4.5-07). */
  async function listAncestry(id: string): Promise<readonly string[]> {
    const known = hierarchies.get(id)
    if (known !== undefined && options.now() < known.until) return known.ids
    const found = await options.content.getTagHierarchy({ id })
    if (!found.ok) return [id]
    const ids = [id, ...found.data.map((tag) => tag.id)]
    hierarchies.set(id, { ids, until: options.now() + HIERARCHY_MS })
    return ids
  }

  const listOwnTagIds = (article: Article | TestReport) => [
    ...new Set([article.maintag, ...article.tags].flatMap((tag) => tag?.id ?? [])),
  ]

  /** Only a reader with subscribed tags is worth the questions. */
  async function listTagIds(article: Article | TestReport, reader: ReaderFlags): Promise<string[]> {
    const own = listOwnTagIds(article)
    if (reader.tagIds.length === 0) return own
    return [...new Set((await Promise.all(own.map(listAncestry))).flat())]
  }

  function toInput(article: Article | TestReport, reader: ReaderFlags): AccessInput {
    const { contentRestriction } = article
    return {
      isPaywallEnabled: options.isPaywallEnabled,
      contentRestriction,
      isLegal: options.legalSiteIds.includes(article.id),
      extendedAccess: 'none',
      reader,
      articleTagIds: [],
      hasBoughtArticle: false,
      linkToken: NO_LINK_TOKEN,
      paywall: decidePaywallShortcut({ isArticle: true, contentRestriction, reader }) ?? INITIAL_PAYWALL_STATE,
      availableCreditCount: 0,
    }
  }

  /** The link of the address, opened by this reader if that is what would let them in. */
  async function useLink(
    principal: AccessPrincipal,
    reader: ReaderFlags,
    articleId: string,
    mayNeed: boolean,
    questions: AccessQuestions,
  ): Promise<LinkToken> {
    if (principal.linkToken === null) return NO_LINK_TOKEN
    const verification = await questions.verifyLink(principal.linkToken)
    const token = toLinkToken(verification, articleId)
    if (token.state !== 'valid' || !token.isNoPaywall || !reader.isLoggedIn || !mayNeed) return token
    // Logged in without an id is not logged in (S6-04).
    if (
      principal.sub === null ||
      verification.id === undefined ||
      !(await questions.openLink(verification.id, principal.sub))
    )
      return { state: 'invalid', tokenType: token.tokenType, isNoPaywall: false }
    return token
  }

  async function decideFor(
    article: Article | TestReport,
    reader: ReaderFlags,
    principal: AccessPrincipal,
    questions: AccessQuestions,
  ): Promise<AccessInput> {
    const input = toInput(article, reader)
    if (!input.isPaywallEnabled || !isPaid(input.contentRestriction) || input.isLegal) return input
    // Readers whose role opens everything need no answer of anybody; extended access, asked first, would say the same.
    if (reader.isPlusUser || reader.isEpaperUser)
      return { ...input, extendedAccess: principal.assertion === null ? 'none' : 'unlocked' }
    const { id } = article
    const { sub } = principal
    const deadline = startDeadline(Math.min(options.answerMs ?? ANSWER_MS, Math.max(0, timeLeft() - REST_MS)))
    const ask = <T>(what: string, question: () => Promise<T>, otherwise: T) =>
      deadline.wait(question, otherwise, (reason) => questions.onTrouble(what, reason))
    try {
      const [articleTagIds, hasBoughtArticle] = await Promise.all([
        reader.tagIds.length === 0
          ? listOwnTagIds(article)
          : ask('listTagIds', () => listTagIds(article, reader), listOwnTagIds(article)),
        reader.isWalletUser && sub !== null ? ask('hasBought', () => questions.hasBought(sub, id), false) : false,
      ])
      let known: AccessInput = { ...input, articleTagIds, hasBoughtArticle }
      const entitled = isEntitled(reader, known)
      const { assertion } = principal
      if (assertion !== null) {
        const session = sub ?? principal.anonId
        known = {
          ...known,
          extendedAccess: entitled
            ? 'unlocked'
            : await ask(
                'decideExtendedAccess',
                () => questions.decideExtendedAccess({ ...assertion, articleId: id, session, isEntitled: false }),
                'locked',
              ),
        }
      }
      const isOpen = decideAccess(known).kind === 'unlocked'
      const failed: LinkToken = { state: 'invalid', tokenType: '', isNoPaywall: false }
      known = {
        ...known,
        linkToken:
          principal.linkToken === null
            ? NO_LINK_TOKEN
            : await ask(
                'verifyLink',
                () => useLink(principal, reader, id, !isOpen && known.extendedAccess === 'none', questions),
                failed,
              ),
      }
      if (decideAccess(known).kind === 'unlocked') return known
      known = { ...known, institution: principal.institution?.id ?? null }
      if (decideAccess(known).kind === 'unlocked') return known
      const request = toPaywallRequest({
        path: 'path' in article ? article.path : `/testbericht/${id}`,
        pageType: 'ARTICLE',
        contentRestriction: article.contentRestriction,
        contentId: id,
        referrer: principal.referrer,
        device: principal.device,
        anonId: principal.anonId,
        linkToken: known.linkToken,
        idToken: principal.idToken,
      })
      const [paywall, availableCreditCount] = await Promise.all([
        ask(
          'decide',
          async (): Promise<PaywallState> =>
            toPaywallState(await questions.decide(request), questions.mandator, principal.device),
          toPaywallState(null, questions.mandator, principal.device),
        ),
        reader.isWalletUser && sub !== null ? ask('countCredits', () => questions.countCredits(sub), 0) : 0,
      ])
      return { ...known, paywall, availableCreditCount }
    } finally {
      deadline.end()
    }
  }

  async function toClassInput(article: Article | TestReport, reader: ReaderFlags): Promise<AccessInput> {
    const input = toInput(article, reader)
    const isAsked = isPaid(article.contentRestriction) && !reader.isPlusUser
    return isAsked ? { ...input, articleTagIds: await listTagIds(article, reader) } : input
  }

  return (reader, principal) => async (article) => {
    const { questions } = options
    const isOwn = principal !== undefined && questions !== undefined
    const input = isOwn ? await decideFor(article, reader, principal, questions) : await toClassInput(article, reader)
    const decision = decideAccess(input)
    if (isOwn && isPaid(article.contentRestriction))
      questions.keep({
        articleId: article.id,
        sub: principal.sub,
        anonId: principal.sub === null ? principal.anonId : null,
        record: { input, decision },
      })
    if (isOwn) principal.tell?.({ input, decision })
    const view: AccessView = {
      ...toView(decision, principal),
      ...(input.linkToken.state === 'valid' && input.linkToken.tokenType === 'gift' ? { isGift: true as const } : {}),
    }
    if (!isPaid(article.contentRestriction) || decision.kind !== 'unlocked') return { article, access: view }
    const full = await options.internal.getFullArticle({ params: { id: article.id } })
    // Nobody to ask: locked, never open (fails closed).
    if (!full.ok) return { article, access: { isLocked: true, rule: UNANSWERED, template: null } }
    options.addAddresses?.(full.data)
    // More than the body: the film above it, a test report's verdict.
    return { article: { ...article, ...full.data }, access: view }
  }
}

/** One span of time for several questions: whoever is asked late has less of it. */
function startDeadline(milliseconds: number) {
  let timer: NodeJS.Timeout | undefined
  const LATE = Symbol('late')
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), milliseconds)
  })
  return {
    async wait<T>(question: () => Promise<T>, otherwise: T, onTrouble: (reason: string) => void): Promise<T> {
      try {
        const answer = await Promise.race([question(), late])
        if (answer !== LATE) return answer as T
        onTrouble('no answer in time')
      } catch (error) {
        onTrouble(error instanceof Error ? error.message : String(error))
      }
      return otherwise
    },
    end: () => clearTimeout(timer),
  }
}

/** Whether what was handed over is for some readers only; what is open to everybody (no paywall, legal) is not. */
export function isPaidText(article: Pick<Article, 'contentRestriction'>, access: AccessView): boolean {
  return (
    isPaid(article.contentRestriction) &&
    !access.isLocked &&
    access.rule !== 'paywall-disabled' &&
    access.rule !== 'free'
  )
}

function toView(decision: AccessDecision, principal: AccessPrincipal | undefined): AccessView {
  switch (decision.kind) {
    case 'unlocked':
      return {
        isLocked: false,
        rule: decision.reason,
        template: 'ok',
        ...(decision.reason === 'institution' && principal?.institution ? { via: principal.institution.name } : {}),
      }
    case 'pending':
      return { isLocked: true, rule: 'pending', template: null }
    case 'locked':
      return { isLocked: true, rule: decision.layer, template: decision.template }
  }
}
