/**
 * Extended access of the search provider (S4.5-03, S4.5-04). Four parameters in an article's address form an assertion that the
 * provider signed for one article and a few minutes. This file checks their form, and decides after signature and nonce were
 * checked. Without a valid assertion that grants access, the article stays locked unless the reader is entitled anyway.
 */

export type AssertionParameters = { gaa_at: string; gaa_n: string; gaa_sig: string; gaa_ts: string }

const ASSERTION_NAMES = ['gaa_at', 'gaa_n', 'gaa_sig', 'gaa_ts'] as const
/** Milliseconds by which an assertion's time may lie ahead of our clock. */
const LONGEST_ASSERTION_MS = 30 * 60_000

/**
 * Null unless all four parameters are present and not empty. If one is repeated, its first value counts (S2.8-05,
 * S2.8-08).
 */
export function toAssertionParameters(query: { get: (name: string) => string | null }): AssertionParameters | null {
  const [gaa_at, gaa_n, gaa_sig, gaa_ts] = ASSERTION_NAMES.map((name) => query.get(name) ?? '')
  return gaa_at && gaa_n && gaa_sig && gaa_ts ? { gaa_at, gaa_n, gaa_sig, gaa_ts } : null
}

/** The text that the signature covers. */
export function toSignedText({ gaa_at, gaa_n, gaa_ts }: AssertionParameters, articleId: string): string {
  return `${gaa_at}|${gaa_n}|${gaa_ts}|${articleId}`
}

export type Assertion =
  | { kind: 'good'; isGranted: boolean; nonce: string; expiresAt: Date }
  | { kind: 'malformed' }
  | { kind: 'expired' }
  | { kind: 'too-far-ahead' }

/**
 * Checks everything but signature and nonce. No part may contain the separator, or two different texts could be signed
 * alike.
 */
export function readAssertion(parameters: AssertionParameters, now: Date): Assertion {
  const { gaa_at, gaa_n, gaa_sig, gaa_ts } = parameters
  if (
    !/^[0-9a-f]{1,10}$/i.test(gaa_ts) ||
    !/^[\w.~-]{1,128}$/.test(gaa_n) ||
    !/^[\w-]{16,128}=?$/.test(gaa_sig) ||
    !/^[a-z]{1,16}$/.test(gaa_at)
  )
    return { kind: 'malformed' }
  const expiresAt = new Date(Number.parseInt(gaa_ts, 16) * 1000)
  if (!(expiresAt.getTime() > now.getTime())) return { kind: 'expired' }
  if (expiresAt.getTime() - now.getTime() > LONGEST_ASSERTION_MS) return { kind: 'too-far-ahead' }
  return { kind: 'good', isGranted: gaa_at === 'g', nonce: gaa_n, expiresAt }
}

/** `isEntitled`: by plus, e-paper, tag or purchase; the publisher tells the search provider the same (S4.5-03). */
export function decideExtendedAccess(given: {
  isEntitled: boolean
  assertion: Assertion
  isSigned: boolean
  isFirstUse: boolean
}): 'unlocked' | 'locked' {
  if (given.isEntitled) return 'unlocked'
  const { assertion } = given
  return assertion.kind === 'good' && assertion.isGranted && given.isSigned && given.isFirstUse ? 'unlocked' : 'locked'
}
