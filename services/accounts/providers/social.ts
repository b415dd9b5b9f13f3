/**
 * Social sign-in, fully verified: discovery and keys from the provider's issuer, signature, issuer, audience (our
 * client only), times, and a single-use nonce of ours. Google: a signed credential. Apple: a code, exchanged with a
 * freshly signed client secret. A posted name is only displayed, never used as identity.
 */
import { createHash } from 'node:crypto'
import type { SocialProvider } from '@lokalteil/contracts/accounts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createRemoteJWKSet, customFetch, importPKCS8, jwtVerify, SignJWT, type JWTVerifyGetKey } from 'jose'
import { readText } from '@lokalteil/contracts/kernel/bounded-body'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { isSameText } from '../../platform/signed-text.ts'
import { createUpstream, type Upstream } from '../../platform/upstream.ts'
import { createToken, hashToken, openWith, sealWith } from '../tokens/secrecy.ts'
import type { AccountsDb } from '../schema.ts'
import * as socialStateStore from '../store/social-states.ts'

export type SocialOptions = {
  google?: { clientId: string; clientSecret?: string; issuer?: string }
  apple?: {
    clientId: string
    teamId: string
    keyId: string
    /** PKCS#8, as Apple delivers it. */ privateKey: string
    issuer?: string
  }
}

/** The person as the provider identifies them. */
export type Identity = {
  provider: SocialProvider
  subject: string
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
}

type Discovery = { issuer: string; authorization_endpoint: string; token_endpoint: string; jwks_uri: string }
type State = { nonce: string; verifier: string; redirectUri: string }
type Found = { discovery: Discovery; keys: JWTVerifyGetKey }
type Client = NonNullable<SocialOptions[SocialProvider]>
/** `known`: discovery documents, cached for an hour. */
export type Social = {
  db: AccountsDb
  clients: SocialOptions
  upstream: Upstream
  known: Map<SocialProvider, Found & { until: number }>
  now: () => Date
}

const ISSUERS: Readonly<Record<SocialProvider, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
}
const SCOPES: Readonly<Record<SocialProvider, string>> = { google: 'openid email profile', apple: 'name email' }
const STATE_MS = 10 * 60_000
const IDENTITY_MS = 2 * 60_000
const DISCOVERY_MS = 3_600_000
const TIMEOUT_MS = 5000
const LARGEST_ANSWER = 100_000

export function createSocial(options: Pick<Social, 'db' | 'clients' | 'now'>): Social {
  return {
    ...options,
    upstream: createUpstream({ name: 'social sign-in', maxBytes: LARGEST_ANSWER }),
    known: new Map(),
  }
}

/**
 * Without `redirectUri` returns only a nonce (for the token-based button); with it also the address of the provider's
 * page.
 */
export async function startSignIn(
  social: Social,
  publication: PublicationCode,
  provider: SocialProvider,
  redirectUri: string | null,
): Promise<{ clientId: string; nonce: string; state: string; url: string | null } | Refusal> {
  const client = getClient(social, provider)
  if (client === null) return off()
  const [state, nonce, verifier] = [createToken(), createToken(), createToken()]
  if (redirectUri === null) {
    await keepState(social, publication, provider, 'nonce', nonce, '')
    return { clientId: client.clientId, nonce, state: '', url: null }
  }
  const found = await discover(social, provider).catch(() => null)
  if (found === null) return broken()
  const data = sealWith(state, 'social-state', JSON.stringify({ nonce, verifier, redirectUri } satisfies State))
  await keepState(social, publication, provider, 'state', state, data)
  const url = new URL(found.discovery.authorization_endpoint)
  const query = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPES[provider],
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // Apple requires it as soon as a scope is requested.
    ...(provider === 'apple' ? { response_mode: 'form_post' } : {}),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { clientId: client.clientId, nonce, state, url: url.href }
}

/** Uses the nonce up only if everything else is valid, so that guesses have no effect. */
export async function verifyCredential(
  social: Social,
  publication: PublicationCode,
  provider: SocialProvider,
  credential: string,
  nonce: string,
): Promise<Identity | Refusal> {
  const identity = await checkCredential(social, provider, credential, nonce)
  if (isRefusal(identity)) return identity
  const { db, now } = social
  const taken = await socialStateStore.takeState(db, publication, provider, 'nonce', hashToken(nonce), now())
  return taken === null ? failed('nonce') : identity
}

/** Checks everything except whether the nonce is ours. */
async function checkCredential(
  social: Social,
  provider: SocialProvider,
  credential: string,
  nonce: string,
): Promise<Identity | Refusal> {
  const client = getClient(social, provider)
  if (client === null) return off()
  const found = await discover(social, provider).catch(() => null)
  if (found === null) return broken()
  const { issuer } = found.discovery
  let claims: Record<string, unknown>
  try {
    const { payload } = await jwtVerify(credential, found.keys, {
      algorithms: ['RS256', 'ES256'],
      // Google uses both spellings of its issuer.
      issuer: provider === 'google' && issuer === ISSUERS.google ? [issuer, 'accounts.google.com'] : issuer,
      audience: client.clientId,
      clockTolerance: 60,
      maxTokenAge: '24h',
      currentDate: social.now(),
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    })
    claims = payload
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ERR_JWKS_TIMEOUT' || code === undefined ? broken() : failed(code)
  }
  const { sub, email, azp, aud } = claims
  if (typeof claims.nonce !== 'string' || !isSameText(nonce, claims.nonce)) return failed('nonce')
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return failed('subject')
  if (Array.isArray(aud) && aud.length > 1 && azp !== client.clientId) return failed('audience')
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    provider,
    subject: sub,
    email: text(email),
    // Apple sends it as text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    firstName: text(claims.given_name),
    lastName: text(claims.family_name),
  }
}

export async function exchangeCode(
  social: Social,
  publication: PublicationCode,
  provider: SocialProvider,
  code: string,
  state: string,
): Promise<Identity | Refusal> {
  const client = getClient(social, provider)
  if (client === null) return off()
  const text = await takeSealed(social, publication, provider, 'state', state)
  if (text === null) return failed('state')
  const { nonce, verifier, redirectUri } = JSON.parse(text) as State
  const found = await discover(social, provider).catch(() => null)
  const secret = await toClientSecret(social, provider).catch(() => null)
  if (found === null || secret === null) return broken()
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: client.clientId,
    client_secret: secret,
    code_verifier: verifier,
  })
  const answer = await readJson(
    social.upstream,
    new Request(found.discovery.token_endpoint, { method: 'POST', body }),
  ).catch(() => null)
  const idToken = (answer as { id_token?: unknown } | null)?.id_token
  if (typeof idToken !== 'string') return failed('code')
  // The nonce belongs to a state that was used up just before.
  return checkCredential(social, provider, idToken, nonce)
}

/** For /connect: seals the verified identity under a ticket that can be used once, for two minutes. */
export async function keepIdentity(social: Social, publication: PublicationCode, identity: Identity): Promise<string> {
  const ticket = createToken()
  const data = sealWith(ticket, 'social-identity', JSON.stringify(identity))
  await keepState(social, publication, identity.provider, 'identity', ticket, data)
  return ticket
}

export async function takeIdentity(
  social: Social,
  publication: PublicationCode,
  provider: SocialProvider,
  ticket: string,
): Promise<Identity | Refusal> {
  if (getClient(social, provider) === null) return off()
  const text = await takeSealed(social, publication, provider, 'identity', ticket)
  return text === null ? failed('ticket') : (JSON.parse(text) as Identity)
}

/** Stores a single-use secret with the data it stands for. */
async function keepState(
  { db, now }: Social,
  publication: PublicationCode,
  provider: SocialProvider,
  kind: 'nonce' | 'state' | 'identity',
  secret: string,
  data: string,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + (kind === 'identity' ? IDENTITY_MS : STATE_MS))
  await socialStateStore.addState(db, {
    hash: hashToken(secret),
    mandator: publication,
    provider,
    kind,
    expiresAt,
    data,
  })
}

/** Null: unknown, used or expired. */
async function takeSealed(
  { db, now }: Social,
  publication: PublicationCode,
  provider: SocialProvider,
  kind: 'state' | 'identity',
  secret: string,
): Promise<string | null> {
  const sealed = await socialStateStore.takeState(db, publication, provider, kind, hashToken(secret), now())
  return sealed === null ? null : openWith(secret, `social-${kind}`, sealed)
}

async function discover({ clients, upstream, known, now }: Social, provider: SocialProvider): Promise<Found | null> {
  const held = known.get(provider)
  const time = now().getTime()
  if (held !== undefined && time < held.until && held.until - time <= DISCOVERY_MS) return held
  const issuer = clients[provider]?.issuer ?? ISSUERS[provider]
  const answer = await readJson(upstream, new Request(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`))
  const discovery = answer as Partial<Discovery> | null
  if (discovery?.issuer !== issuer) return held ?? null
  const { authorization_endpoint, token_endpoint, jwks_uri } = discovery
  if (![authorization_endpoint, token_endpoint, jwks_uri].every((address) => isTrustworthy(address)))
    return held ?? null
  const found = {
    discovery: discovery as Discovery,
    keys: createRemoteJWKSet(new URL(jwks_uri!), {
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: async (address, init) => upstream.fetch(new Request(address, init as RequestInit)),
    }),
    until: time + DISCOVERY_MS,
  }
  known.set(provider, found)
  return found
}

async function readJson(upstream: Upstream, request: Request): Promise<unknown> {
  const response = await upstream.fetch(
    new Request(request, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...Object.fromEntries(request.headers), accept: 'application/json' },
    }),
  )
  return response.ok ? (JSON.parse(await readText(response, LARGEST_ANSWER)) as unknown) : null
}

async function toClientSecret({ clients, now }: Social, provider: SocialProvider): Promise<string> {
  if (provider === 'google') return clients.google?.clientSecret ?? ''
  const { clientId, teamId, keyId, privateKey, issuer } = clients.apple!
  const seconds = Math.floor(now().getTime() / 1000)
  return new SignJWT({ iss: teamId, sub: clientId, aud: issuer ?? ISSUERS.apple, iat: seconds, exp: seconds + 300 })
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .sign(await importPKCS8(privateKey, 'ES256'))
}

function getClient({ clients }: Social, provider: SocialProvider): Client | null {
  const client = clients[provider]
  return client === undefined || client.clientId.trim() === '' ? null : client
}

function off(): Refusal {
  return problem(404, 'PROVIDER_OFF', 'This provider is not configured')
}

function failed(reason: string): Refusal {
  return problem(401, 'SOCIAL_LOGIN_FAILED', reason)
}

function broken(): Refusal {
  return problem(502, 'PROVIDER_FAILED', 'The provider did not answer as expected')
}

/** https, or this machine (tests and the demo's providers). */
function isTrustworthy(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)))
  )
}
