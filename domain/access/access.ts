/**
 * The access decision for an article: the paywall decision of specification 4.5 in its exact order, the shortcut that
 * avoids asking the paywall service, the reading of its answer, and the fallback when it fails. The server decides with
 * this code and sends a body only for 'unlocked'; the browser only displays the result. Unknown values lock: every
 * restriction other than exactly 'free' counts as paid, and a pending extended access shows no layer but sends no text
 * either (S4.5-04).
 */
import type { Device } from '../display/device.ts'
import type { GiftToken, GiftTokenState } from './gift.ts'
import type { PublicationCode } from '../publication/publications.ts'
import { isPaid } from './content-restriction.ts'
import { hasTagSubscription } from './roles.ts'
import type { ReaderFlags } from './roles.ts'

/** The answer of the search provider (extended access); 'none' for other requests. */
type ExtendedAccess = 'none' | 'pending' | 'unlocked' | 'locked'

/** The last known answer of the paywall service. The field names are those of the shared state in the specification. */
export type PaywallState = { paywallTemplate: string | null; zephrAnswered: boolean; isPaywall: boolean }

export const INITIAL_PAYWALL_STATE: PaywallState = { paywallTemplate: null, zephrAnswered: false, isPaywall: false }

export type AccessInput = {
  isPaywallEnabled: boolean
  contentRestriction: string | null | undefined
  /** The article is on the publisher's list of legal articles, which are never locked (S2.1-16). */
  isLegal: boolean
  extendedAccess: ExtendedAccess
  reader: ReaderFlags
  /** Main tag, tags and all their ancestors. */
  articleTagIds: readonly string[]
  hasBoughtArticle: boolean
  linkToken: GiftToken
  /** Id of the library or school whose visitor the reader is; absent in records kept before institutions existed. */
  institution?: string | null
  paywall: PaywallState
  availableCreditCount: number
}

export type UnlockReason =
  | 'paywall-disabled'
  | 'free'
  | 'extended-access'
  | 'plus'
  | 'tag-subscription'
  | 'bought'
  | 'link-token'
  | 'institution'
  | 'paywall-service'

/** 'gift': a valid gift link, but the reader must log in to use it (S4.6-03). */
export type PaywallLayer = 'buy' | 'gift' | 'registration' | 'subscription'

export type AccessDecision =
  | { kind: 'unlocked'; reason: UnlockReason }
  | { kind: 'pending' }
  | { kind: 'locked'; layer: PaywallLayer; template: string | null }

export function decideAccess(input: AccessInput): AccessDecision {
  const { reader, linkToken, paywall } = input
  if (!input.isPaywallEnabled) return unlocked('paywall-disabled')
  if (!isPaid(input.contentRestriction) || input.isLegal) return unlocked('free')
  if (input.extendedAccess === 'pending') return { kind: 'pending' }
  if (input.extendedAccess === 'unlocked') return unlocked('extended-access')
  if (input.extendedAccess === 'locked') return locked(input)
  if (reader.isPlusUser) return unlocked('plus')
  if (hasTagSubscription(reader, input.articleTagIds)) return unlocked('tag-subscription')
  if (reader.isWalletUser && input.hasBoughtArticle) return unlocked('bought')
  if (isGift(linkToken) && reader.isLoggedIn) return unlocked('link-token')
  // After every reason that belongs to the reader (steps 1 to 7) and before the paywall service, which would count the
  // article.
  if (input.institution) return unlocked('institution')
  if (paywall.zephrAnswered && paywall.paywallTemplate === 'ok') return unlocked('paywall-service')
  return locked(input)
}

/**
 * Whether the reader is entitled by a later step. The search provider's script gets this value and uses it (S4.5-03), so an
 * entitled reader is never locked because of the link that led here.
 */
export function isEntitled(
  reader: ReaderFlags,
  article: { articleTagIds: readonly string[]; hasBoughtArticle: boolean },
): boolean {
  return (
    reader.isPlusUser ||
    reader.isEpaperUser ||
    hasTagSubscription(reader, article.articleTagIds) ||
    (reader.isWalletUser && article.hasBoughtArticle)
  )
}

/** The state that needs no question to the paywall service, or null when the service must be asked. */
export function decidePaywallShortcut(page: {
  isArticle: boolean
  contentRestriction: string | null | undefined
  reader: ReaderFlags
}): PaywallState | null {
  const isOpen =
    !page.isArticle || !isPaid(page.contentRestriction) || page.reader.isPlusUser || page.reader.isEpaperUser
  return isOpen ? { paywallTemplate: 'ok', zephrAnswered: true, isPaywall: false } : null
}

/** 'paywall-{publication}' (S4.5-01). */
export function toPaywallSlug(publication: PublicationCode): string {
  return `paywall-${publication}`
}

/**
 * The state after the service's answer. If `results` is null or lacks the publication's slug, the call failed
 * (S4.5-01): fallback template, locked, not answered.
 */
export function toPaywallState(
  results: readonly { sdkFeatureSlug?: unknown; outputValue?: unknown }[] | null,
  publication: PublicationCode,
  device: Device,
): PaywallState {
  const output = results?.find((result) => result.sdkFeatureSlug === toPaywallSlug(publication))?.outputValue
  if (typeof output !== 'string' || output === '') {
    return { paywallTemplate: `${publication}-fallback-paywall-${device}`, zephrAnswered: false, isPaywall: true }
  }
  const paywallTemplate = output.replaceAll('${device}', device)
  return { paywallTemplate, zephrAnswered: true, isPaywall: paywallTemplate !== 'ok' }
}

/** A way for this reader to open a locked article; the pages turn it into offers. */
export type Remedy =
  | { kind: 'login' }
  | { kind: 'register' }
  | { kind: 'coin' }
  | { kind: 'coins' }
  | { kind: 'tag'; tagIds: readonly string[] }
  | { kind: 'subscribe' }

/** In the order in which the page offers them. Empty unless the article is locked. */
export function listRemedies(input: AccessInput, decision: AccessDecision): Remedy[] {
  if (decision.kind !== 'locked') return []
  const { reader, availableCreditCount, articleTagIds } = input
  const remedies: Remedy[] = []
  if (!reader.isLoggedIn) remedies.push(decision.layer === 'registration' ? { kind: 'register' } : { kind: 'login' })
  if (reader.isWalletUser) remedies.push(availableCreditCount > 0 ? { kind: 'coin' } : { kind: 'coins' })
  if (articleTagIds.length > 0) remedies.push({ kind: 'tag', tagIds: articleTagIds })
  remedies.push({ kind: 'subscribe' })
  return remedies
}

type ExplainedRole = 'plus' | 'epaper' | 'pur' | 'wallet' | 'tag-subscriber'

/**
 * The explanation of an access decision for the reader who asks: the deciding rule, the facts it used, and the
 * remedies.
 */
export type AccessExplanation = {
  isLocked: boolean
  rule: UnlockReason | PaywallLayer | 'pending'
  isPaid: boolean
  isLoggedIn: boolean
  roles: ExplainedRole[]
  /** Price of the article; null: it is not sold to this reader. */
  coins: number | null
  hasBought: boolean
  linkToken: GiftTokenState
  extendedAccess: ExtendedAccess
  isAtInstitution: boolean
  /** Null: the service was not asked. */
  paywallService: 'opens' | 'locks' | 'silent' | null
  remedies: Remedy[]
}

export function explainAccess({ input, decision }: DecisionRecord): AccessExplanation {
  const { reader, paywall } = input
  const roles: [ExplainedRole, boolean][] = [
    ['plus', reader.isPlusUser],
    ['epaper', reader.isEpaperUser],
    ['pur', reader.isPurUser],
    ['wallet', reader.isWalletUser],
    ['tag-subscriber', reader.tagIds.length > 0],
  ]
  const isDecidedByService =
    decision.kind === 'locked' || (decision.kind === 'unlocked' && decision.reason === 'paywall-service')
  return {
    isLocked: decision.kind !== 'unlocked',
    rule: decision.kind === 'unlocked' ? decision.reason : decision.kind === 'locked' ? decision.layer : 'pending',
    isPaid: isPaid(input.contentRestriction),
    isLoggedIn: reader.isLoggedIn,
    roles: roles.flatMap(([role, has]) => (has ? [role] : [])),
    coins: reader.isWalletUser && isDecidedByService ? input.availableCreditCount : null,
    hasBought: input.hasBoughtArticle,
    linkToken: input.linkToken.state,
    extendedAccess: input.extendedAccess,
    isAtInstitution: Boolean(input.institution),
    paywallService: !isDecidedByService
      ? null
      : !paywall.zephrAnswered
        ? 'silent'
        : paywall.paywallTemplate === 'ok'
          ? 'opens'
          : 'locks',
    remedies: listRemedies(input, decision),
  }
}

/**
 * A decision as stored for support: the input of `decideAccess` and its result, without name, address or token.
 * `replayDecision` computes the decision again from it.
 */
export type DecisionRecord = { input: AccessInput; decision: AccessDecision }

export function replayDecision(record: DecisionRecord): { decision: AccessDecision; isSame: boolean } {
  const decision = decideAccess(record.input)
  return { decision, isSame: toDecisionName(decision) === toDecisionName(record.decision) }
}

/** `unlocked:plus`, `locked:subscription`, `pending`. */
export function toDecisionName(decision: AccessDecision): string {
  if (decision.kind === 'unlocked') return `unlocked:${decision.reason}`
  return decision.kind === 'locked' ? `locked:${decision.layer}` : 'pending'
}

function unlocked(reason: UnlockReason): AccessDecision {
  return { kind: 'unlocked', reason }
}

function locked(input: AccessInput): AccessDecision {
  const { reader, paywall } = input
  const template = paywall.paywallTemplate
  if (paywall.zephrAnswered && reader.isWalletUser && input.availableCreditCount > 0) {
    return { kind: 'locked', layer: 'buy', template }
  }
  if (isGift(input.linkToken) && !reader.isLoggedIn) return { kind: 'locked', layer: 'gift', template }
  // The template name selects a layer and is never inserted into markup. Unknown names and the fallback show the
  // subscription layer.
  const isRegistration = template === 'registration-mobile' || template === 'registration-desktop'
  return { kind: 'locked', layer: isRegistration ? 'registration' : 'subscription', template }
}

function isGift(linkToken: GiftToken): boolean {
  return linkToken.state === 'valid' && linkToken.isNoPaywall
}
