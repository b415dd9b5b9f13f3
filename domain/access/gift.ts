/** Gifts: limits, and tokens after verification (specification 3.11, 4.6). Signatures are checked elsewhere. */

type GiftTokenType = 'gift' | 'link' | 'unknown' | ''

export type GiftTokenState = 'valid' | 'invalid' | 'expired' | 'none'

/** The result of the verification; null: the address carries no token. */
export type GiftTokenVerification =
  | { kind: 'verified'; articleId: string; tokenType: GiftTokenType; scope: string }
  | { kind: 'failed'; code: string }
  | null

export type GiftToken = { state: GiftTokenState; tokenType: GiftTokenType; isNoPaywall: boolean }

export const NO_GIFT_TOKEN: GiftToken = { state: 'none', tokenType: '', isNoPaywall: false }

export function toGiftToken(verification: GiftTokenVerification, articleId: string): GiftToken {
  if (verification === null) return NO_GIFT_TOKEN
  if (verification.kind === 'failed') {
    return verification.code === 'ERR_JWT_EXPIRED'
      ? { state: 'expired', tokenType: 'unknown', isNoPaywall: false }
      : { state: 'invalid', tokenType: '', isNoPaywall: false }
  }
  const isForArticle = verification.articleId === articleId
  return {
    state: isForArticle ? 'valid' : 'invalid',
    tokenType: verification.tokenType,
    isNoPaywall: isForArticle && hasNoPaywallScope(verification.scope),
  }
}

/** The whole word: 'no_paywall_preview' does not count (S3.11-01). */
export function hasNoPaywallScope(scope: string): boolean {
  return scope.split(/\s+/).includes('no_paywall')
}

/** Limits of gift links (S3.11-03): a plus reader gives articles to people who log in. */
export const GIFT = { days: 7, perMonth: 10, readers: 50 } as const

/** Longest token in characters; longer ones are not verified (S4.6-01). */
export const LONGEST_GIFT_TOKEN = 2048

/** Articles a reader may still give away after `givenThisMonth` gifts (calendar month in Berlin). */
export function countGiftsLeft(givenThisMonth: number): number {
  return Math.max(0, GIFT.perMonth - givenThisMonth)
}

export type GiftState = 'active' | 'revoked' | 'expired'

export function toGiftState(gift: { expiresAt: Date; revokedAt: Date | null }, now: Date): GiftState {
  if (gift.revokedAt !== null) return 'revoked'
  return now.getTime() < gift.expiresAt.getTime() ? 'active' : 'expired'
}
