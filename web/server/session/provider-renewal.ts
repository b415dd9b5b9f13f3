/**
 * Renews an expired session at a publisher's own provider: by the refresh token, or without one by asking for the
 * claims again.
 */
import * as oidc from 'openid-client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { SHARED_MS, toTokenKey, type ForeignContext } from './foreign-context.ts'
import { openProvider } from './provider-discovery.ts'
import { readRefusal } from './provider-refusal.ts'
import { toClaims, toCookieTokens } from './provider-tokens.ts'
import type { RenewalFailure, RenewedTokens, ShownTokens, SignOn } from './session.ts'

export async function refreshAtProvider(
  context: ForeignContext,
  publication: PublicationCode,
  shown: ShownTokens,
): Promise<RenewedTokens | RenewalFailure> {
  const { refreshToken, idToken } = shown
  const provider = await openProvider(context, publication)
  if (provider === null) return { kind: 'unavailable' }
  const key = toTokenKey(publication, refreshToken)
  const shared = context.renewed.get(key)
  if (shared !== undefined && context.now() - shared.at < SHARED_MS) return { kind: 'tokens', tokens: shared.tokens }
  try {
    const answer = await oidc.refreshTokenGrant(provider.configuration, refreshToken)
    // Providers may leave out the ID token on a refresh; without one the reader cannot be identified.
    if (answer.id_token === undefined) return { kind: 'sign-on-again' }
    const claims = idToken === null || shown.claims === null ? null : context.seal.open(idToken, shown.claims)
    const found = await toCookieTokens(context, publication, provider, answer, { refreshToken, claims })
    if (found.kind !== 'tokens') return { kind: 'unavailable' }
    const before = idToken === null ? null : await provider.verify(idToken, { mayBeExpired: true })
    if (before !== null && (!before.ok || before.claims.sub !== found.sub)) return { kind: 'ended' }
    context.renewed.set(key, { tokens: found.tokens, at: context.now() })
    return { kind: 'tokens', tokens: found.tokens }
  } catch (error) {
    const refusal = readRefusal(error)
    if (refusal?.code === 'invalid_grant') return { kind: 'ended' }
    context.onError(refusal === null ? error : new Error(refusal.text), 'accounts-refresh')
    return { kind: 'unavailable' }
  }
}

/** Without a refresh token the ID token keeps its lifetime, but claims outside of it may have changed. */
export async function readAgainAtProvider(
  context: ForeignContext,
  publication: PublicationCode,
  { idToken, accessToken, refreshTokenId, claims }: Parameters<NonNullable<SignOn['readAgain']>>[1],
): Promise<RenewedTokens | RenewalFailure> {
  const provider = await openProvider(context, publication)
  if (provider === null) return { kind: 'unavailable' }
  const check = await provider.verify(idToken, { mayBeExpired: true })
  if (!check.ok) return { kind: check.code === 'KEYS_UNAVAILABLE' ? 'unavailable' : 'ended' }
  if (!(await provider.verify(idToken)).ok) return { kind: 'sign-on-again' }
  const tokens = { idToken, accessToken: accessToken ?? '', refreshToken: null, refreshTokenId }
  if (accessToken === null) return { kind: 'tokens', tokens: { ...tokens, claims } }
  const before = claims === null ? null : context.seal.open(idToken, claims)
  const found = await toClaims(context, publication, provider, { idToken, claims: check.claims, accessToken }, before)
  return found.kind === 'unavailable' ? found : { kind: 'tokens', tokens: { ...tokens, claims: found.claims } }
}
