/**
 * A publisher's own OpenID Connect provider in place of ours: an ordinary client (discovery, code with PKCE, state, nonce,
 * userinfo, refresh, revocation), nothing that only one product knows. What an attempt needs until it comes back travels
 * sealed in a cookie of the browser that began it. ID tokens must be RS256, as everywhere here. A provider that does not
 * answer ends no session and is told apart from one that says no. One that gives no refresh token is asked again by a
 * journey there without a form (`prompt=none`). Whatever keeps a reader out is logged with its cause.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import { isToldByToken, toReaderClaims, type Claims, type ReaderClaims } from '@lokalteil/domain/accounts/claims'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { openWith, sealWith } from '@lokalteil/services/accounts/tokens/secrecy'
import { createTokenVerifier, type TokenVerifier } from '@lokalteil/services/accounts/tokens/verify-token'
import { createClaimsSeal } from './claims-cookie.ts'
import type { ForeignSsoConfig } from '../config/sign-on.ts'
import { createProviderKeys, type ProviderKeys } from './provider-keys.ts'
import type { CookieTokens } from './session-cookies.ts'
import type { RenewalFailure, RenewedTokens, ShownTokens, SignOn } from './session.ts'

export type ForeignSignOnOptions = {
  config: ForeignSsoConfig
  origins: Readonly<Record<Mandator, string>>
  /** Seals what an attempt needs. */
  secret: string
  callbackPath: string
  /** The way to the provider. */
  fetch: Fetch
  /** What a reader has bought from the subscription platform; added to the roles that the provider tells. */
  rolesOf: (mandator: Mandator, sub: string) => Promise<readonly string[]>
  now: () => Date
  onError: (error: unknown, at: string) => void
}

export type ForeignSignOn = {
  signOn: SignOn
  /** Null: the provider does not answer. `sealed` belongs into the browser's cookie for `state`. */
  begin: (mandator: Mandator, wish: Wish) => Promise<{ url: string; state: string; sealed: string } | null>
  finish: (
    mandator: Mandator,
    sealed: string | null,
    answer: URLSearchParams,
  ) => Promise<
    | { kind: 'tokens'; tokens: CookieTokens; isRegistration: boolean; isSilent: boolean }
    | { kind: 'refused'; reason: string; isSilent: boolean }
    | { kind: 'unavailable'; isSilent: boolean }
  >
  /** The provider forgets the token; what it does not offer is skipped. */
  revoke: (mandator: Mandator, token: string, kind: 'refresh_token' | 'access_token') => Promise<void>
  getPem: (mandator: Mandator) => Promise<string | null>
  toClient: (mandator: Mandator) => { issuer: string; clientId: string }
}

/** `isSilent`: only who is still known there comes back as a reader, and nobody sees a form. */
export type Wish = { isRegistration: boolean; mustAskAgain: boolean; isSilent: boolean }

type Provider = { configuration: oidc.Configuration; verify: TokenVerifier; keys: ProviderKeys }
type Attempt = {
  mandator: Mandator
  state: string
  nonce: string
  verifier: string
  isRegistration: boolean
  isSilent: boolean
  until: number
}
type TokenAnswer = { id_token?: string; access_token: string; refresh_token?: string }
type Taken =
  | { kind: 'tokens'; tokens: CookieTokens; sub: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable' }

const TIMEOUT_SECONDS = 5
const ATTEMPT_MS = 10 * 60_000
const RETRY_MS = 5000
/** Providers without a grace of their own see one refresh for all tabs of a browser. */
const SHARED_MS = 20_000
const KNOWN_ACCESS_MS = 60_000
/** Browsers drop a cookie over 4096 with its name, and say nothing. */
const LONGEST_TOKEN = 4000

export function createForeignSignOn(options: ForeignSignOnOptions): ForeignSignOn {
  const { config, origins, onError } = options
  const now = () => options.now().getTime()
  const providers = new Map<Mandator, Provider>()
  const opening = new Map<Mandator, Promise<Provider | null>>()
  const failedAt = new Map<Mandator, number>()
  const renewed = new LRUCache<string, { tokens: CookieTokens; at: number }>({ max: 2000 })
  const told = new LRUCache<string, { claims: Claims & { sub: string }; at: number }>({ max: 5000 })
  const seal = createClaimsSeal(options.secret)

  const ask: oidc.CustomFetch = async (address, init) => options.fetch(new Request(address, init as RequestInit))
  const fill = (text: string, mandator: Mandator) => text.replaceAll('{mandator}', mandator)
  const toCallback = (mandator: Mandator) => `${origins[mandator]}${options.callbackPath}`

  async function open(mandator: Mandator): Promise<Provider | null> {
    const held = providers.get(mandator)
    if (held !== undefined) return held
    // A provider that is down is asked again every few seconds, not by every reader.
    const failed = failedAt.get(mandator)
    if (failed !== undefined && Math.abs(now() - failed) < RETRY_MS) return null
    let running = opening.get(mandator)
    if (running === undefined) {
      running = discover(mandator)
        .catch((error: unknown) => {
          failedAt.set(mandator, now())
          onError(error, 'sso-discovery')
          return null
        })
        .finally(() => opening.delete(mandator))
      opening.set(mandator, running)
    }
    return running
  }

  async function discover(mandator: Mandator): Promise<Provider> {
    const issuer = new URL(fill(config.issuer, mandator))
    const clientId = fill(config.clientId, mandator)
    const { clientSecret } = config
    const configuration = await oidc.discovery(
      issuer,
      clientId,
      { id_token_signed_response_alg: 'RS256', ...(clientSecret === null ? {} : { client_secret: clientSecret }) },
      clientSecret === null ? oidc.None() : toClientAuth(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: ask,
        ...(issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
      },
    )
    const metadata = configuration.serverMetadata()
    if (metadata.jwks_uri === undefined) throw new Error('The provider publishes no keys (jwks_uri)')
    const keys = createProviderKeys(metadata.jwks_uri, options.fetch, TIMEOUT_SECONDS * 1000, now)
    const verify = createTokenVerifier({
      getKey: keys.get,
      kind: 'id',
      issuer: metadata.issuer,
      audience: clientId,
      now: options.now,
    })
    const provider: Provider = { configuration, verify, keys }
    providers.set(mandator, provider)
    return provider
  }

  /** What the userinfo endpoint says of the access token's reader. Null: it says nothing to us. */
  async function readUserInfo(
    mandator: Mandator,
    provider: Provider,
    accessToken: string,
    sub: string | null,
    maxAge: number,
  ): Promise<{ kind: 'told'; claims: Claims & { sub: string } } | { kind: 'refused' } | { kind: 'unavailable' }> {
    if (provider.configuration.serverMetadata().userinfo_endpoint === undefined) return { kind: 'refused' }
    const key = mandator + digest(accessToken)
    const held = told.get(key)
    if (held !== undefined && Math.abs(now() - held.at) < maxAge) return { kind: 'told', claims: held.claims }
    try {
      const claims = await oidc.fetchUserInfo(provider.configuration, accessToken, sub ?? oidc.skipSubjectCheck)
      told.set(key, { claims, at: now() })
      return { kind: 'told', claims }
    } catch (error) {
      const isRefusal = error instanceof oidc.WWWAuthenticateChallengeError && [401, 403].includes(error.status)
      if (!isRefusal || sub !== null) onError(error, 'sso-userinfo')
      return { kind: isRefusal ? 'refused' : 'unavailable' }
    }
  }

  /** Beside the ID token, where it does not say by itself who the reader is; `before`: what was said the last time. */
  async function toClaims(
    mandator: Mandator,
    provider: Provider,
    token: { idToken: string; claims: Claims & { sub: string }; accessToken: string },
    before: ReaderClaims | null,
  ): Promise<{ kind: 'claims'; claims: string | null } | { kind: 'unavailable' }> {
    const { sub } = token.claims
    const ownRoles = await options.rolesOf(mandator, sub)
    let claims = token.claims
    if (!isToldByToken(claims, config.rolesClaim)) {
      const found = await readUserInfo(mandator, provider, token.accessToken, sub, SHARED_MS)
      if (found.kind === 'unavailable')
        return before?.sub === sub ? { kind: 'claims', claims: seal.seal(token.idToken, before) } : found
      if (found.kind === 'told') claims = { ...claims, ...found.claims }
    }
    const reader = toReaderClaims(claims, config.rolesClaim, ownRoles)
    const isInToken = JSON.stringify(toReaderClaims(token.claims, 'subscriptionRoles')) === JSON.stringify(reader)
    return { kind: 'claims', claims: isInToken ? null : seal.seal(token.idToken, reader) }
  }

  async function toCookieTokens(
    mandator: Mandator,
    provider: Provider,
    answer: TokenAnswer,
    before: { refreshToken: string | null; claims: ReaderClaims | null },
  ): Promise<Taken> {
    const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken = before.refreshToken } = answer
    const check = await provider.verify(idToken)
    if (!check.ok || idToken === undefined) {
      const reason = check.ok || idToken === undefined ? 'missing' : check.code
      onError(new Error(`The provider's ID token is not good: ${reason}`), 'sso-token')
      return { kind: 'refused', reason: 'id-token' }
    }
    for (const [name, token] of Object.entries({ ID: idToken, access: accessToken, refresh: refreshToken ?? '' })) {
      if (token.length <= LONGEST_TOKEN) continue
      onError(
        new Error(`The provider's ${name} token has ${token.length} characters; a browser keeps no more than 4096`),
        'sso-token',
      )
      return { kind: 'refused', reason: 'too-large' }
    }
    const found = await toClaims(mandator, provider, { idToken, claims: check.claims, accessToken }, before.claims)
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

  async function refresh(mandator: Mandator, shown: ShownTokens): Promise<RenewedTokens | RenewalFailure> {
    const { refreshToken, idToken } = shown
    const provider = await open(mandator)
    if (provider === null) return { kind: 'unavailable' }
    const key = mandator + digest(refreshToken)
    const shared = renewed.get(key)
    if (shared !== undefined && now() - shared.at < SHARED_MS) return { kind: 'tokens', tokens: shared.tokens }
    try {
      const answer = await oidc.refreshTokenGrant(provider.configuration, refreshToken)
      // Providers need not give one with a refresh; without it nobody can be told apart.
      if (answer.id_token === undefined) return { kind: 'sign-on-again' }
      const claims = idToken === null || shown.claims === null ? null : seal.open(idToken, shown.claims)
      const found = await toCookieTokens(mandator, provider, answer, { refreshToken, claims })
      if (found.kind !== 'tokens') return { kind: 'unavailable' }
      const before = idToken === null ? null : await provider.verify(idToken, { mayBeExpired: true })
      if (before !== null && (!before.ok || before.claims.sub !== found.sub)) return { kind: 'ended' }
      renewed.set(key, { tokens: found.tokens, at: now() })
      return { kind: 'tokens', tokens: found.tokens }
    } catch (error) {
      const refusal = readRefusal(error)
      if (refusal?.code === 'invalid_grant') return { kind: 'ended' }
      onError(refusal === null ? error : new Error(refusal.text), 'sso-refresh')
      return { kind: 'unavailable' }
    }
  }

  /** No refresh token: the ID token lives as long as it lives, what is told beside it may have changed. */
  async function readAgain(
    mandator: Mandator,
    { idToken, accessToken, refreshTokenId, claims }: Parameters<NonNullable<SignOn['readAgain']>>[1],
  ): Promise<RenewedTokens | RenewalFailure> {
    const provider = await open(mandator)
    if (provider === null) return { kind: 'unavailable' }
    const check = await provider.verify(idToken, { mayBeExpired: true })
    if (!check.ok) return { kind: check.code === 'KEYS_UNAVAILABLE' ? 'unavailable' : 'ended' }
    if (!(await provider.verify(idToken)).ok) return { kind: 'sign-on-again' }
    const tokens = { idToken, accessToken: accessToken ?? '', refreshToken: null, refreshTokenId }
    if (accessToken === null) return { kind: 'tokens', tokens: { ...tokens, claims } }
    const before = claims === null ? null : seal.open(idToken, claims)
    const found = await toClaims(mandator, provider, { idToken, claims: check.claims, accessToken }, before)
    return found.kind === 'unavailable' ? found : { kind: 'tokens', tokens: { ...tokens, claims: found.claims } }
  }

  const signOn: SignOn = {
    async verifyId(mandator, token, checking) {
      const provider = await open(mandator)
      return provider === null ? { ok: false, code: 'KEYS_UNAVAILABLE' } : provider.verify(token, checking)
    },
    refresh,
    readAgain,
    claimsOf: seal.open,
    // A standard provider tells no more between two refreshes than its token does.
    isAlive: async (mandator, idToken) => {
      const check = await signOn.verifyId(mandator, idToken)
      return check.ok ? 'alive' : check.code === 'KEYS_UNAVAILABLE' ? 'unavailable' : 'ended'
    },
    async introspect(mandator, accessToken) {
      const provider = await open(mandator)
      if (provider === null) return { kind: 'unavailable' }
      const found = await readUserInfo(mandator, provider, accessToken, null, KNOWN_ACCESS_MS)
      if (found.kind !== 'told') return { kind: found.kind === 'refused' ? 'inactive' : 'unavailable' }
      const { sub } = found.claims
      const { subscriptionRoles } = toReaderClaims(
        found.claims,
        config.rolesClaim,
        await options.rolesOf(mandator, sub),
      )
      return { kind: 'active', sub, roles: subscriptionRoles }
    },
  }

  return {
    signOn,
    toClient: (mandator) => ({ issuer: fill(config.issuer, mandator), clientId: fill(config.clientId, mandator) }),

    async begin(mandator, { isRegistration, mustAskAgain, isSilent }) {
      const provider = await open(mandator)
      if (provider === null) return null
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const prompts = provider.configuration.serverMetadata().prompt_values_supported as string[] | undefined
      // Without it a provider need not give a refresh token (OpenID Connect Core 11), and a stock one does not.
      const asksConsent =
        config.asksConsent &&
        config.scope.split(' ').includes('offline_access') &&
        (prompts === undefined || prompts.includes('consent'))
      const prompt = isSilent
        ? 'none'
        : isRegistration && prompts?.includes('create') === true
          ? 'create'
          : [...(mustAskAgain ? ['login'] : []), ...(asksConsent ? ['consent'] : [])].join(' ')
      const url = oidc.buildAuthorizationUrl(provider.configuration, {
        redirect_uri: toCallback(mandator),
        scope: config.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ui_locales: 'de',
        ...(prompt === '' ? {} : { prompt }),
      })
      const attempt: Attempt = { mandator, state, nonce, verifier, isRegistration, isSilent, until: now() + ATTEMPT_MS }
      return { url: url.href, state, sealed: sealWith(options.secret, 'sign-on', JSON.stringify(attempt)) }
    },

    async finish(mandator, sealed, answer) {
      const text = sealed === null ? null : openWith(options.secret, 'sign-on', sealed)
      const attempt = text === null ? null : (JSON.parse(text) as Attempt)
      const isSilent = attempt?.isSilent ?? false
      const refuse = (reason: string) => ({ kind: 'refused' as const, reason, isSilent })
      if (attempt === null) return refuse('unknown-attempt')
      if (attempt.mandator !== mandator || attempt.until < now()) return refuse('old-attempt')
      const provider = await open(mandator)
      if (provider === null) return { kind: 'unavailable', isSilent }
      try {
        const granted = await oidc.authorizationCodeGrant(
          provider.configuration,
          new URL(`${toCallback(mandator)}?${answer}`),
          {
            pkceCodeVerifier: attempt.verifier,
            expectedState: attempt.state,
            expectedNonce: attempt.nonce,
            idTokenExpected: true,
          },
        )
        const found = await toCookieTokens(mandator, provider, granted, { refreshToken: null, claims: null })
        switch (found.kind) {
          case 'tokens':
            return { kind: 'tokens', tokens: found.tokens, isRegistration: attempt.isRegistration, isSilent }
          case 'refused':
            return refuse(found.reason)
          case 'unavailable':
            return { kind: 'unavailable', isSilent }
        }
      } catch (error) {
        const refusal = readRefusal(error)
        if (refusal !== null) {
          // Who turns back, or is not known there without a form, is no trouble.
          if (!isSilent && refusal.code !== 'access_denied') onError(new Error(refusal.text), 'sso-callback')
          return refuse(refusal.code)
        }
        onError(error, 'sso-callback')
        return error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT'
          ? refuse(error.code ?? 'client')
          : { kind: 'unavailable', isSilent }
      }
    },

    async revoke(mandator, token, kind) {
      told.delete(mandator + digest(token))
      for (const [key, { tokens }] of renewed.entries())
        if (tokens.refreshToken === token || key === mandator + digest(token)) renewed.delete(key)
      const provider = await open(mandator)
      if (provider?.configuration.serverMetadata().revocation_endpoint === undefined) return
      await oidc
        .tokenRevocation(provider.configuration, token, { token_type_hint: kind })
        .catch((error: unknown) => onError(error, 'sso-revocation'))
    },

    async getPem(mandator) {
      const provider = await open(mandator)
      const keys = (await provider?.keys.list().catch(() => null)) ?? []
      return keys.length === 0 ? null : keys.map((key) => key.export({ type: 'spki', format: 'pem' })).join('')
    },
  }
}

/** A no in the provider's own words, wherever it puts them; null: it was none. */
function readRefusal(error: unknown): { code: string; text: string } | null {
  const said =
    error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError
      ? { error: error.error, why: error.error_description }
      : error instanceof oidc.WWWAuthenticateChallengeError
        ? error.cause.map(({ parameters }) => ({ error: parameters.error, why: parameters.error_description }))[0]
        : undefined
  if (said?.error === undefined) return null
  const why = (said.why ?? '').slice(0, 300)
  return { code: said.error, text: `The provider refuses: ${said.error}${why === '' ? '' : `, ${why}`}` }
}

/** By header, as the standard wants it by default, or in the body of the question where a provider takes only that. */
function toClientAuth(secret: string): oidc.ClientAuth {
  const [byHeader, byBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isByBody =
      methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (isByBody ? byBody : byHeader)(server, client, body, headers)
  }
}

function digest(token: string): string {
  return hash('sha256', token, 'base64')
}
