/**
 * The access decision on the server: the decision of specification 4.5 with facts the server knows itself; the full
 * text is loaded only after a decision that unlocks. A locked article keeps only what the public service returned. The
 * reader comes from a verified token, otherwise the request is anonymous. There are two modes. For a class of readers
 * (stored pages) no service is asked and only the class decides. For one reader (`principal`) the paywall service, link
 * tokens, extended access and purchases are asked in parallel within `ANSWER_MS`. A missing or invalid answer opens
 * nothing (fail closed).
 */
import { LRUCache } from 'lru-cache'
import {
  decideAccess,
  decidePaywallShortcut,
  INITIAL_PAYWALL_STATE,
  isEntitled,
  toPaywallState,
  type AccessDecision,
  type AccessInput,
  type PaywallState,
} from '@lokalteil/domain/access/access'
import { isPaid } from '@lokalteil/domain/access/content-restriction'
import type { Article, CONTENT_INTERNAL, TestReport } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { NO_GIFT_TOKEN, toGiftToken, type GiftToken } from '@lokalteil/domain/access/gift'
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
  /** Absent: decisions for classes only. */
  questions?: AccessQuestions
  /** Adds signed media addresses to an article that its reader may read (S7.7-03). */
  addAddresses?: (article: unknown) => void
  /** Default `ANSWER_MS`. */
  answerMs?: number
  now: () => number
}

/** With `principal` for this one request, without it for every reader with these flags. */
export type AccessOf = (reader: ReaderFlags, principal?: AccessPrincipal) => ArticleAccess

/** Rule of an article that is unlocked, but whose text could not be loaded. The answer is not cached. */
export const UNANSWERED = 'unanswered'
/** Milliseconds that a page waits for all questions together (S4.5-01). */
export const ANSWER_MS = 1500
/** Milliseconds of a page's time limit that are reserved for the steps after the decision. */
const REST_MS = 250
const HIERARCHY_MS = 300_000
const KNOWN_HIERARCHIES = 5000

type AccessContext = AccessOptions & {
  hierarchies: LRUCache<string, { ids: readonly string[]; until: number }>
}
/** Asks within the time limit; returns `otherwise` on failure. */
type Ask = <T>(what: string, question: () => Promise<T>, otherwise: T) => Promise<T>
/** One reader and one article. */
type Case = {
  article: Article | TestReport
  reader: ReaderFlags
  principal: AccessPrincipal
  questions: AccessQuestions
  ask: Ask
}

export function createArticleAccess(options: AccessOptions): AccessOf {
  const context: AccessContext = { ...options, hierarchies: new LRUCache({ max: KNOWN_HIERARCHIES }) }
  return (reader, principal) => (article) => answerWith(context, article, reader, principal)
}

async function answerWith<A extends Article | TestReport>(
  context: AccessContext,
  article: A,
  reader: ReaderFlags,
  principal: AccessPrincipal | undefined,
): Promise<{ article: A; access: AccessView }> {
  const { questions } = context
  const isOwn = principal !== undefined && questions !== undefined
  const input = isOwn
    ? await decideFor(context, article, reader, principal, questions)
    : await toClassInput(context, article, reader)
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
  const full = await context.internal.getFullArticle({ params: { id: article.id } })
  // No full text: locked, never open (fail closed).
  if (!full.ok) return { article, access: { isLocked: true, rule: UNANSWERED, template: null } }
  context.addAddresses?.(full.data)
  // The full article has more than the body: the film above it, a test report's verdict.
  return { article: { ...article, ...full.data }, access: view }
}

async function toClassInput(
  context: AccessContext,
  article: Article | TestReport,
  reader: ReaderFlags,
): Promise<AccessInput> {
  const input = toInput(context, article, reader)
  const isAsked = isPaid(article.contentRestriction) && !reader.isPlusUser
  return isAsked ? { ...input, articleTagIds: await listTagIds(context, article, reader) } : input
}

async function decideFor(
  context: AccessContext,
  article: Article | TestReport,
  reader: ReaderFlags,
  principal: AccessPrincipal,
  questions: AccessQuestions,
): Promise<AccessInput> {
  const input = toInput(context, article, reader)
  if (!input.isPaywallEnabled || !isPaid(input.contentRestriction) || input.isLegal) return input
  // A role that opens everything needs no questions. Extended access, which is asked first, would decide the same.
  if (reader.isPlusUser || reader.isEpaperUser)
    return { ...input, extendedAccess: principal.assertion === null ? 'none' : 'unlocked' }
  const deadline = startDeadline(Math.min(context.answerMs ?? ANSWER_MS, Math.max(0, timeLeft() - REST_MS)))
  const ask: Ask = (what, question, otherwise) =>
    deadline.wait(question, otherwise, (reason) => questions.onTrouble(what, reason))
  const of: Case = { article, reader, principal, questions, ask }
  try {
    let known = await askForOwned(context, of, input)
    known = await askForExtendedAccess(of, known)
    known = { ...known, linkToken: await askForLink(of, known) }
    if (decideAccess(known).kind === 'unlocked') return known
    known = { ...known, institution: principal.institution?.id ?? null }
    return decideAccess(known).kind === 'unlocked' ? known : await askPaywall(of, known)
  } finally {
    deadline.end()
  }
}

/** Subscribed tags, and whether the article was bought. */
async function askForOwned(
  context: AccessContext,
  { article, reader, principal: { sub }, questions, ask }: Case,
  input: AccessInput,
): Promise<AccessInput> {
  const own = listOwnTagIds(article)
  const [articleTagIds, hasBoughtArticle] = await Promise.all([
    reader.tagIds.length === 0 ? own : ask('listTagIds', () => listTagIds(context, article, reader), own),
    reader.isWalletUser && sub !== null ? ask('hasBought', () => questions.hasBought(sub, article.id), false) : false,
  ])
  return { ...input, articleTagIds, hasBoughtArticle }
}

async function askForExtendedAccess(
  { article, reader, principal, questions, ask }: Case,
  known: AccessInput,
): Promise<AccessInput> {
  const { assertion, sub, anonId } = principal
  if (assertion === null) return known
  if (isEntitled(reader, known)) return { ...known, extendedAccess: 'unlocked' }
  const asked = { ...assertion, articleId: article.id, session: sub ?? anonId, isEntitled: false }
  return {
    ...known,
    extendedAccess: await ask('decideExtendedAccess', () => questions.decideExtendedAccess(asked), 'locked'),
  }
}

async function askForLink(of: Case, known: AccessInput): Promise<GiftToken> {
  const { linkToken } = of.principal
  if (linkToken === null) return NO_GIFT_TOKEN
  const mayNeed = decideAccess(known).kind !== 'unlocked' && known.extendedAccess === 'none'
  const failed: GiftToken = { state: 'invalid', tokenType: '', isNoPaywall: false }
  return of.ask('verifyLink', () => useLink(of, linkToken, mayNeed), failed)
}

/** Redeems the link of the address, if the link would unlock the article. */
async function useLink(
  { article, reader, principal: { sub }, questions }: Case,
  linkToken: string,
  mayNeed: boolean,
): Promise<GiftToken> {
  const verification = await questions.verifyLink(linkToken)
  const token = toGiftToken(verification, article.id)
  if (token.state !== 'valid' || !token.isNoPaywall || !reader.isLoggedIn || !mayNeed) return token
  // A login without an id does not count (S6-04).
  if (sub === null || verification.id === undefined || !(await questions.openLink(verification.id, sub)))
    return { state: 'invalid', tokenType: token.tokenType, isNoPaywall: false }
  return token
}

async function askPaywall(
  { article, reader, principal, questions, ask }: Case,
  known: AccessInput,
): Promise<AccessInput> {
  const { id, contentRestriction } = article
  const { sub, device } = principal
  const request = toPaywallRequest({
    path: 'path' in article ? article.path : `/testbericht/${id}`,
    routeName: 'path' in article ? 'article' : 'testbericht',
    contentRestriction,
    contentId: id,
    referrer: principal.referrer,
    device,
    anonId: principal.anonId,
    linkToken: known.linkToken,
    idToken: principal.idToken,
  })
  const toState = (answered: Parameters<typeof toPaywallState>[0]): PaywallState =>
    toPaywallState(answered, questions.publication, device)
  const [paywall, availableCreditCount] = await Promise.all([
    ask('decide', async () => toState(await questions.decide(request)), toState(null)),
    reader.isWalletUser && sub !== null ? ask('countCredits', () => questions.countCredits(sub), 0) : 0,
  ])
  return { ...known, paywall, availableCreditCount }
}

function toInput(
  { isPaywallEnabled, legalSiteIds }: AccessContext,
  { id, contentRestriction }: Article | TestReport,
  reader: ReaderFlags,
): AccessInput {
  return {
    isPaywallEnabled,
    contentRestriction,
    isLegal: legalSiteIds.includes(id),
    extendedAccess: 'none',
    reader,
    articleTagIds: [],
    hasBoughtArticle: false,
    linkToken: NO_GIFT_TOKEN,
    paywall: decidePaywallShortcut({ isArticle: true, contentRestriction, reader }) ?? INITIAL_PAYWALL_STATE,
    availableCreditCount: 0,
  }
}

/** Only a reader with subscribed tags needs the tag hierarchy. */
async function listTagIds(
  context: AccessContext,
  article: Article | TestReport,
  reader: ReaderFlags,
): Promise<string[]> {
  const own = listOwnTagIds(article)
  if (reader.tagIds.length === 0) return own
  return [...new Set((await Promise.all(own.map((id) => listAncestry(context, id)))).flat())]
}

function listOwnTagIds(article: Article | TestReport): string[] {
  return [...new Set([article.maintag, ...article.tags].flatMap((tag) => tag?.id ?? []))]
}

/** The tag with its ancestors; only the tag itself if the hierarchy is unavailable (S4.5-07). */
async function listAncestry({ hierarchies, content, now }: AccessContext, id: string): Promise<readonly string[]> {
  const known = hierarchies.get(id)
  if (known !== undefined && now() < known.until) return known.ids
  const found = await content.getTagHierarchy({ id })
  if (!found.ok) return [id]
  const ids = [id, ...found.data.map((tag) => tag.id)]
  hierarchies.set(id, { ids, until: now() + HIERARCHY_MS })
  return ids
}

/** One deadline shared by several questions: later ones have less time. */
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

/** Whether the text is for some readers only. Text open to everybody (no paywall, legal) is not. */
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
