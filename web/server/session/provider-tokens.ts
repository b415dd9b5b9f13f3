/**
 * Turns a provider's answer into session tokens: verified, small enough for cookies, with claims from outside the ID
 * token.
 */
import * as oidc from 'openid-client'
import { isToldByToken, toReaderClaims, type Claims, type ReaderClaims } from '@lokalteil/domain/accounts/claims'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { SHARED_MS, toTokenKey, type ForeignContext, type Provider } from './foreign-context.ts'
import type { CookieTokens } from './session-cookies.ts'

type TokenAnswer = { id_token?: string; access_token: string; refresh_token?: string }
export type Taken =
  | { kind: 'tokens'; tokens: CookieTokens; sub: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }

/** Browsers silently drop a cookie above 4096 bytes, including its name. */
const LONGEST_TOKEN = 4000

/** Claims of the userinfo endpoint. Null: no usable answer. */
export async function readUserInfo(
  context: ForeignContext,
  publication: PublicationCode,
  provider: Provider,
  accessToken: string,
  sub: string | null,
  maxAge: number,
): Promise<{ kind: 'told'; claims: Claims & { sub: string } } | { kind: 'refused' } | { kind: 'unavailable' }> {
  if (provider.configuration.serverMetadata().userinfo_endpoint === undefined) return { kind: 'refused' }
  const key = toTokenKey(publication, accessToken)
  const held = context.told.get(key)
  if (held !== undefined && Math.abs(context.now() - held.at) < maxAge) return { kind: 'told', claims: held.claims }
  try {
    const claims = await oidc.fetchUserInfo(provider.configuration, accessToken, sub ?? oidc.skipSubjectCheck)
    context.told.set(key, { claims, at: context.now() })
    return { kind: 'told', claims }
  } catch (error) {
    const isRefusal = error instanceof oidc.WWWAuthenticateChallengeError && [401, 403].includes(error.status)
    if (!isRefusal || sub !== null) context.onError(error, 'accounts-userinfo')
    return { kind: isRefusal ? 'refused' : 'unavailable' }
  }
}

/** Claims for the separate cookie, if the ID token alone does not identify the reader. `before`: the previous ones. */
export async function toClaims(
  context: ForeignContext,
  publication: PublicationCode,
  provider: Provider,
  token: { idToken: string; claims: Claims & { sub: string }; accessToken: string },
  before: ReaderClaims | null,
): Promise<{ kind: 'claims'; claims: string | null } | { kind: 'unavailable' }> {
  const { sub } = token.claims
  const ownRoles = await context.rolesOf(publication, sub)
  let claims = token.claims
  if (!isToldByToken(claims, context.config.rolesClaim)) {
    const found = await readUserInfo(context, publication, provider, token.accessToken, sub, SHARED_MS)
    if (found.kind === 'unavailable')
      return before?.sub === sub ? { kind: 'claims', claims: context.seal.seal(token.idToken, before) } : found
    if (found.kind === 'told') claims = { ...claims, ...found.claims }
  }
  const reader = toReaderClaims(claims, context.config.rolesClaim, ownRoles)
  const isInToken = JSON.stringify(toReaderClaims(token.claims, 'subscriptionRoles')) === JSON.stringify(reader)
  return { kind: 'claims', claims: isInToken ? null : context.seal.seal(token.idToken, reader) }
}

export async function toCookieTokens(
  context: ForeignContext,
  publication: PublicationCode,
  provider: Provider,
  answer: TokenAnswer,
  before: { refreshToken: string | null; claims: ReaderClaims | null },
): Promise<Taken> {
  const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken = before.refreshToken } = answer
  const check = await provider.verify(idToken)
  if (!check.ok || idToken === undefined) {
    const reason = check.ok || idToken === undefined ? 'missing' : check.code
    context.onError(new Error(`The provider's ID token is not good: ${reason}`), 'accounts-token')
    return { kind: 'refused', reason: 'id-token' }
  }
  for (const [name, token] of Object.entries({ ID: idToken, access: accessToken, refresh: refreshToken ?? '' })) {
    if (token.length <= LONGEST_TOKEN) continue
    context.onError(
      new Error(`The provider's ${name} token has ${token.length} characters; a browser keeps no more than 4096`),
      'accounts-token',
    )
    return { kind: 'refused', reason: 'too-large' }
  }
  const found = await toClaims(
    context,
    publication,
    provider,
    { idToken, claims: check.claims, accessToken },
    before.claims,
  )
  if (found.kind === 'unavailable') return found
  const { sid, sub } = check.claims
  return {
    kind: 'tokens',
    sub,
    tokens: {
      idToken,
      accessToken,
      refreshToken,
      refreshTokenId: typeof sid === 'string' && /^[\w.-]{1,100}$/.test(sid) ? sid : null,
      claims: found.claims,
    },
  }
}
