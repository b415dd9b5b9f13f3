/**
 * Who may read what: the final paywall decision of specification 4.5 in its exact order, and what surrounds it (the
 * shortcut without asking the paywall service, reading its answer, the fallback). The server decides with this and
 * sends a body only for 'unlocked'; the browser only displays. Everything unknown is locked: a restriction other than
 * exactly 'free' counts as paid, a pending extended access shows no layer but sends no text either (S4.5-04).
 */
import type { Device } from '../display/device.ts'
import type { LinkToken, LinkTokenState } from './link-token.ts'
import type { Mandator } from '../publication/publications.ts'
import { isPaid } from './content-restriction.ts'
import { hasTagSubscription } from './roles.ts'
import type { ReaderFlags } from './roles.ts'

/** The search provider's answer; 'none' outside its context. */
type ExtendedAccess = 'none' | 'pending' | 'unlocked' | 'locked'

/** What the paywall service is known to have said. The names are those of the shared state. */
export type PaywallState = { paywallTemplate: string | null; zephrAnswered: boolean; isPaywall: boolean }

export const INITIAL_PAYWALL_STATE: PaywallState = { paywallTemplate: null, zephrAnswered: false, isPaywall: false }

export type AccessInput = {
  isPaywallEnabled: boolean
  contentRestriction: string | null | undefined
  /** On the publisher's list of legal articles: never locked (S2.1-16). */
  isLegal: boolean
  extendedAccess: ExtendedAccess
  reader: ReaderFlags
  /** Main tag, tags and all their ancestors. */
  articleTagIds: readonly string[]
  hasBoughtArticle: boolean
  linkToken: LinkToken
  /** Id of the library or school whose visitor the reader is; absent in entries kept before there were any. */
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

/** 'gift': a valid gift waits for the login (S4.6-03). */
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
  // After everything that is the reader's own (steps 1 to 7), and before a service that would count the article.
  if (input.institution) return unlocked('institution')
  if (paywall.zephrAnswered && paywall.paywallTemplate === 'ok') return unlocked('paywall-service')
  return locked(input)
}

/**
 * What the search provider's programme is told and decides with (S4.5-03): a reader entitled by the later steps is
 * never locked because of the link that brought them.
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

/** The state without asking the service, or null when it must be asked. */
export function decidePaywallShortcut(page: {
  isArticle: boolean
  contentRestriction: string | null | undefined
  reader: ReaderFlags
}): PaywallState | null {
  const isOpen =
    !page.isArticle || !isPaid(page.contentRestriction) || page.reader.isPlusUser || page.reader.isEpaperUser
  return isOpen ? { paywallTemplate: 'ok', zephrAnswered: true, isPaywall: false } : null
}

/** 'paywall-{x}' with x = publication (S4.5-01). */
export function toPaywallSlug(mandator: Mandator): string {
  return `paywall-${mandator}`
}

/**
 * The state after the service's answer; `results` null or without the publication's slug counts as failure (S4.5-01):
 * fallback template, locked, not answered.
 */
export function toPaywallState(
  results: readonly { sdkFeatureSlug?: unknown; outputValue?: unknown }[] | null,
  mandator: Mandator,
  device: Device,
): PaywallState {
  const output = results?.find((result) => result.sdkFeatureSlug === toPaywallSlug(mandator))?.outputValue
  if (typeof output !== 'string' || output === '') {
    return { paywallTemplate: `${mandator}-fallback-paywall-${device}`, zephrAnswered: false, isPaywall: true }
  }
  const paywallTemplate = output.replaceAll('${device}', device)
  return { paywallTemplate, zephrAnswered: true, isPaywall: paywallTemplate !== 'ok' }
}

/** What would open a locked article for this reader; the pages make offers of it. */
export type Remedy =
  | { kind: 'login' }
  | { kind: 'register' }
  | { kind: 'coin' }
  | { kind: 'coins' }
  | { kind: 'tag'; tagIds: readonly string[] }
  | { kind: 'subscribe' }

/** In the order in which they are offered; empty unless locked. */
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

/** Why a reader sees what they see: what decided, what it was decided by, what would help. Of the asking reader only. */
export type AccessExplanation = {
  isLocked: boolean
  rule: UnlockReason | PaywallLayer | 'pending'
  isPaid: boolean
  isLoggedIn: boolean
  roles: ExplainedRole[]
  /** Null: nothing is sold to this reader by the article. */
  coins: number | null
  hasBought: boolean
  linkToken: LinkTokenState
  extendedAccess: ExtendedAccess
  isAtInstitution: boolean
  /** Null: it did not have to be asked. */
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
 * A decision as it is kept for support: everything `decideAccess` was given and what it said, no name, no address, no
 * token. `replayDecision` computes it anew from the entry.
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
  // Names are looked up, never inserted anywhere; unknown ones and the fallback show the subscription.
  const isRegistration = template === 'registration-mobile' || template === 'registration-desktop'
  return { kind: 'locked', layer: isRegistration ? 'registration' : 'subscription', template }
}

function isGift(linkToken: LinkToken): boolean {
  return linkToken.state === 'valid' && linkToken.isNoPaywall
}
