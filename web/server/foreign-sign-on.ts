/**
 * A publisher's own OpenID Connect provider in place of ours: an ordinary client (discovery, code with PKCE, state, nonce,
 * refresh, revocation), nothing that only one product knows. What an attempt needs until it comes back travels sealed in a
 * cookie of the browser that began it. ID tokens must be RS256, as everywhere here. A provider that does not answer ends
 * no session and is told apart from one that says no.
 */
import { createPublicKey, hash, type JsonWebKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import type { Fetch } from '@lokalteil/contracts/client'
import { LARGEST_ANSWER } from '@lokalteil/contracts/client'
import { readText } from '@lokalteil/contracts/bounded-body'
import type { Mandator } from '@lokalteil/domain/publications'
import { parseRoles } from '@lokalteil/domain/roles'
import { openWith, sealWith } from '@lokalteil/services/sso/secrecy'
import { createTokenVerifier, type TokenVerifier } from '@lokalteil/services/sso/verify-token'
import type { ForeignSsoConfig } from './config.ts'
import type { CookieTokens } from './session-cookies.ts'
import type { RenewalFailure, RenewedTokens, SignOn } from './session.ts'

export type ForeignSignOnOptions = {
  config: ForeignSsoConfig
  origins: Readonly<Record<Mandator, string>>
  /** Seals what an attempt needs. */
  secret: string
  callbackPath: string
  /** The way to the provider. */
  fetch: Fetch
  now: () => Date
  onError: (error: unknown, at: string) => void
}

export type ForeignSignOn = {
  signOn: SignOn
  /** Null: the provider does not answer. `sealed` belongs into the browser's cookie for `state`. */
  begin: (
    mandator: Mandator,
    wish: { isRegistration: boolean; mustAskAgain: boolean },
  ) => Promise<{ url: string; state: string; sealed: string } | null>
  finish: (
    mandator: Mandator,
    sealed: string | null,
    answer: URLSearchParams,
  ) => Promise<
    | { kind: 'tokens'; tokens: CookieTokens; isRegistration: boolean }
    | { kind: 'refused'; reason: string }
    | { kind: 'unavailable' }
  >
  /** The provider forgets the refresh token; what it does not offer is skipped. */
  revoke: (mandator: Mandator, refreshToken: string) => Promise<void>
  getPem: (mandator: Mandator) => Promise<string | null>
  toClient: (mandator: Mandator) => { issuer: string; clientId: string }
}

type Provider = { configuration: oidc.Configuration; verify: TokenVerifier; keys: Keys }
type Keys = { get: (kid: string | null) => Promise<KeyObject | null>; getNewest: () => Promise<KeyObject | null> }
type Attempt = {
  mandator: Mandator
  state: string
  nonce: string
  verifier: string
  isRegistration: boolean
  until: number
}

const TIMEOUT_SECONDS = 5
const ATTEMPT_MS = 10 * 60_000
const KEYS_MS = 10 * 60_000
/** Unknown key ids must not become a way to keep the provider busy. */
const KEYS_MISS_MS = 10_000
const RETRY_MS = 5000
/** Providers without a grace of their own see one refresh for all tabs of a browser. */
const SHARED_MS = 20_000
const KNOWN_ACCESS_MS = 60_000

export function createForeignSignOn(options: ForeignSignOnOptions): ForeignSignOn {
  const { config, origins, onError } = options
  const now = () => options.now().getTime()
  const providers = new Map<Mandator, Provider>()
  const opening = new Map<Mandator, Promise<Provider | null>>()
  const failedAt = new Map<Mandator, number>()
  const renewed = new LRUCache<string, { tokens: CookieTokens; at: number }>({ max: 2000 })
  const readers = new LRUCache<string, { sub: string; roles: readonly string[]; at: number }>({ max: 5000 })

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
      clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: ask,
        ...(issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
      },
    )
    const metadata = configuration.serverMetadata()
    if (metadata.jwks_uri === undefined) throw new Error('The provider publishes no keys (jwks_uri)')
    const keys = createKeys(metadata.jwks_uri, options.fetch, now)
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

  async function toCookieTokens(
    provider: Provider,
    answer: { id_token?: string; access_token: string; refresh_token?: string },
    before: string | null,
  ): Promise<{ tokens: CookieTokens; sub: string } | null> {
    const { id_token: idToken, access_token: accessToken } = answer
    const check = await provider.verify(idToken)
    if (!check.ok || idToken === undefined) {
      onError(new Error(`The provider's ID token is not good: ${check.ok ? 'missing' : check.code}`), 'sso-token')
      return null
    }
    const { sid, sub } = check.claims
    return {
      sub,
      tokens: {
        idToken,
        accessToken,
        refreshToken: answer.refresh_token ?? before,
        refreshTokenId: typeof sid === 'string' && /^[\w.-]{1,100}$/.test(sid) ? sid : null,
      },
    }
  }

  async function refresh(
    mandator: Mandator,
    refreshToken: string,
    idToken: string | null,
  ): Promise<RenewedTokens | RenewalFailure> {
    const provider = await open(mandator)
    if (provider === null) return { kind: 'unavailable' }
    const key = mandator + digest(refreshToken)
    const shared = renewed.get(key)
    if (shared !== undefined && now() - shared.at < SHARED_MS) return { kind: 'tokens', tokens: shared.tokens }
    try {
      const answer = await oidc.refreshTokenGrant(provider.configuration, refreshToken)
      const found = await toCookieTokens(provider, answer, refreshToken)
      if (found === null) return { kind: 'unavailable' }
      const before = idToken === null ? null : await provider.verify(idToken, { mayBeExpired: true })
      if (before !== null && (!before.ok || before.claims.sub !== found.sub)) return { kind: 'ended' }
      renewed.set(key, { tokens: found.tokens, at: now() })
      return { kind: 'tokens', tokens: found.tokens }
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return { kind: 'ended' }
      onError(error, 'sso-refresh')
      return { kind: 'unavailable' }
    }
  }

  const signOn: SignOn = {
    async verifyId(mandator, token, checking) {
      const provider = await open(mandator)
      return provider === null ? { ok: false, code: 'KEYS_UNAVAILABLE' } : provider.verify(token, checking)
    },
    refresh: (mandator, { refreshToken, idToken }) => refresh(mandator, refreshToken, idToken),
    // A standard provider tells no more between two refreshes than its token does.
    isAlive: async (mandator, idToken) => {
      const check = await signOn.verifyId(mandator, idToken)
      return check.ok ? 'alive' : check.code === 'KEYS_UNAVAILABLE' ? 'unavailable' : 'ended'
    },
    async introspect(mandator, accessToken) {
      const key = mandator + digest(accessToken)
      const held = readers.get(key)
      if (held !== undefined && now() - held.at < KNOWN_ACCESS_MS)
        return { kind: 'active', sub: held.sub, roles: held.roles }
      const provider = await open(mandator)
      if (provider === null) return { kind: 'unavailable' }
      try {
        const claims = await oidc.fetchUserInfo(provider.configuration, accessToken, oidc.skipSubjectCheck)
        const found = { sub: claims.sub, roles: parseRoles(claims.subscriptionRoles) }
        readers.set(key, { ...found, at: now() })
        return { kind: 'active', ...found }
      } catch (error) {
        if (error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401) return { kind: 'inactive' }
        onError(error, 'sso-userinfo')
        return { kind: 'unavailable' }
      }
    },
  }

  return {
    signOn,
    toClient: (mandator) => ({ issuer: fill(config.issuer, mandator), clientId: fill(config.clientId, mandator) }),

    async begin(mandator, { isRegistration, mustAskAgain }) {
      const provider = await open(mandator)
      if (provider === null) return null
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const prompts = (provider.configuration.serverMetadata().prompt_values_supported as string[] | undefined) ?? []
      const prompt = isRegistration && prompts.includes('create') ? 'create' : mustAskAgain ? 'login' : null
      const url = oidc.buildAuthorizationUrl(provider.configuration, {
        redirect_uri: toCallback(mandator),
        scope: config.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ui_locales: 'de',
        ...(prompt === null ? {} : { prompt }),
      })
      const attempt: Attempt = { mandator, state, nonce, verifier, isRegistration, until: now() + ATTEMPT_MS }
      return { url: url.href, state, sealed: sealWith(options.secret, 'sign-on', JSON.stringify(attempt)) }
    },

    async finish(mandator, sealed, answer) {
      const text = sealed === null ? null : openWith(options.secret, 'sign-on', sealed)
      if (text === null) return { kind: 'refused', reason: 'unknown-attempt' }
      const attempt = JSON.parse(text) as Attempt
      if (attempt.mandator !== mandator || attempt.until < now()) return { kind: 'refused', reason: 'old-attempt' }
      const provider = await open(mandator)
      if (provider === null) return { kind: 'unavailable' }
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
        const found = await toCookieTokens(provider, granted, null)
        return found === null
          ? { kind: 'refused', reason: 'id-token' }
          : { kind: 'tokens', tokens: found.tokens, isRegistration: attempt.isRegistration }
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
          return { kind: 'refused', reason: error.error }
        if (error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT') {
          onError(error, 'sso-callback')
          return { kind: 'refused', reason: error.code ?? 'client' }
        }
        onError(error, 'sso-callback')
        return { kind: 'unavailable' }
      }
    },

    async revoke(mandator, refreshToken) {
      for (const [key, { tokens }] of renewed.entries())
        if (tokens.refreshToken === refreshToken || key === mandator + digest(refreshToken)) renewed.delete(key)
      const provider = await open(mandator)
      if (provider?.configuration.serverMetadata().revocation_endpoint === undefined) return
      await oidc
        .tokenRevocation(provider.configuration, refreshToken, { token_type_hint: 'refresh_token' })
        .catch((error: unknown) => onError(error, 'sso-revocation'))
    },

    async getPem(mandator) {
      const provider = await open(mandator)
      const key = await provider?.keys.getNewest().catch(() => null)
      return (key?.export({ type: 'spki', format: 'pem' }) as string | undefined) ?? null
    },
  }
}

/** The provider's RSA keys. Old ones serve on while it does not answer; without any, `KEYS_UNAVAILABLE` is thrown. */
function createKeys(address: string, ask: Fetch, now: () => number): Keys {
  let held: { kid: string | null; key: KeyObject }[] = []
  let loadedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  async function load(): Promise<void> {
    triedAt = now()
    const response = await ask(
      new Request(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
        headers: { accept: 'application/json' },
      }),
    )
    if (!response.ok) throw new Error(`The provider's keys answer ${response.status}`)
    const { keys } = JSON.parse(await readText(response, LARGEST_ANSWER)) as {
      keys?: (JsonWebKey & { kid?: string })[]
    }
    const found = (keys ?? []).filter(
      (key) => key.kty === 'RSA' && key.use !== 'enc' && (key.alg === undefined || key.alg === 'RS256'),
    )
    held = found.map(({ kty, n, e, kid }) => ({
      kid: kid ?? null,
      key: createPublicKey({ key: { kty, n, e } as JsonWebKey, format: 'jwk' }),
    }))
    loadedAt = now()
  }

  async function ensure(maxAge: number): Promise<void> {
    if (Math.abs(now() - loadedAt) < maxAge) return
    if (Math.abs(now() - triedAt) >= Math.min(maxAge, RETRY_MS)) {
      loading ??= load().finally(() => (loading = null))
    }
    await loading?.catch(() => {})
    if (held.length === 0)
      throw Object.assign(new Error('The provider’s keys cannot be read'), { code: 'KEYS_UNAVAILABLE' })
  }

  const find = (kid: string | null) =>
    (kid === null ? (held.length === 1 ? held[0] : undefined) : held.find((one) => one.kid === kid))?.key ?? null
  return {
    async get(kid) {
      await ensure(KEYS_MS)
      const found = find(kid)
      if (found !== null) return found
      await ensure(KEYS_MISS_MS)
      return find(kid)
    },
    async getNewest() {
      await ensure(KEYS_MS)
      return held[0]?.key ?? null
    },
  }
}

function digest(token: string): string {
  return hash('sha256', token, 'base64')
}
