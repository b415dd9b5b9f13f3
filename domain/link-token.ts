/** Gift and link tokens as results of verification (specification 3.11, 4.6); signatures are checked elsewhere. */

export type LinkTokenType = 'gift' | 'link' | 'unknown' | ''

export type LinkTokenState = 'valid' | 'invalid' | 'expired' | 'none'

/** What the verification answered; null: the address carries no token. */
export type LinkTokenVerification =
  | { kind: 'verified'; articleId: string; tokenType: LinkTokenType; scope: string }
  | { kind: 'failed'; code: string }
  | null

export type LinkToken = { state: LinkTokenState; tokenType: LinkTokenType; isNoPaywall: boolean }

export const NO_LINK_TOKEN: LinkToken = { state: 'none', tokenType: '', isNoPaywall: false }

export function toLinkToken(verification: LinkTokenVerification, articleId: string): LinkToken {
  if (verification === null) return NO_LINK_TOKEN
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
