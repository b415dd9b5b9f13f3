/**
 * The login and its consequences (specification 3.1, 4.1, 4.2; amendment on tokens): the user from the claims of the ID
 * token, the session view, the step after a login, and what a refresh token allows. Signatures are checked elsewhere;
 * these functions receive only claims of a verified token.
 */
import { toNames, toVerified, type Claims } from './claims.ts'
import { parseRoles, toReaderFlags } from '../access/roles.ts'

/** Lifetimes in seconds. */
export const TOKEN_SECONDS = { id: 15 * 60, access: 15 * 60, content: 30 * 86_400, refresh: 30 * 86_400 } as const

/** A session ends this many seconds after its login, however often it is renewed. */
export const LONGEST_SESSION = 180 * 86_400

/** Seconds in which the previous refresh token still receives the current one (two tabs may refresh at once). */
export const REFRESH_GRACE = 10

/** Seconds by which two clocks may differ. */
export const CLOCK_SKEW = 60

export type { Claims }

export type User = {
  salutation: string
  firstName: string
  lastName: string
  email: string
  emailVerified: boolean
  roles: string[]
  ssoId: string
  /** ISO 8601 in UTC; '' when the token does not expire. */
  expiresAt: string
  /** The whole claim set. */
  jwt: Claims
}

export function toUser(claims: Claims): User {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  return {
    salutation: text('salutation'),
    ...toNames(claims),
    email: text('email'),
    // A missing claim counts as verified (3.1). For display only: the server's record decides (S3.1-02).
    emailVerified: toVerified(claims) ?? true,
    roles: parseRoles(claims.subscriptionRoles),
    ssoId: text('sub'),
    expiresAt: toInstant(claims.exp),
    jwt: claims,
  }
}

function toInstant(seconds: unknown): string {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

export type SessionView = {
  roles: readonly string[]
  isLoggedIn: boolean
  isPlusUser: boolean
  isPurUser: boolean
  isEpaperUser: boolean
  anonId: string | null
  idToken: string | null
  userData: User | null
  hasVerifiedEmail: boolean
  mayPersonalise: boolean
}

/** Every role flag needs `isLoggedIn`, whatever the token says. */
export function toSessionView(session: {
  isLoggedIn: boolean
  user: User | null
  anonId: string | null
  idToken: string | null
  recentVisits: number
}): SessionView {
  const user = session.isLoggedIn ? session.user : null
  const flags = toReaderFlags({
    isLoggedIn: user !== null,
    roles: user?.roles ?? [],
    emailVerified: user?.emailVerified ?? false,
  })
  return {
    roles: user?.roles ?? [],
    isLoggedIn: user !== null,
    isPlusUser: flags.isPlusUser,
    isPurUser: flags.isPurUser,
    isEpaperUser: flags.isEpaperUser,
    anonId: session.anonId,
    idToken: session.idToken,
    userData: user,
    hasVerifiedEmail: flags.hasVerifiedEmail,
    mayPersonalise: session.recentVisits > 0,
  }
}

/** Whether the store must be written again from the token (4.2). The order of keys does not matter. */
export function isChangedLogin(before: { isLoggedIn: boolean; user: User | null }, user: User): boolean {
  return !before.isLoggedIn || before.user === null || toCanonical(before.user) !== toCanonical(user)
}

function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** On a navigation: refresh when the ID token has expired or the query contains `userState`. */
export function mustRefresh(
  session: { isLoggedIn: boolean; expiresAt: string },
  query: URLSearchParams,
  now: Date,
): boolean {
  if (!session.isLoggedIn) return false
  const end = Date.parse(session.expiresAt)
  return query.has('userState') || (!Number.isNaN(end) && end < now.getTime())
}

export type AfterLogin = { kind: 'nothing' } | { kind: 'verify-email' } | { kind: 'ask-onboarding' }

/**
 * The dialog that opens after a successful login. `path` is the page in view after `redirectAfterLogin` was followed (S4.2-04).
 */
export function decideAfterLogin(login: {
  path: string
  emailVerified: boolean
  isNewVerifiedRegistration: boolean
  settings: { onboardingpopup_afterregistration_enabled: boolean; onboardingpopup_afterlogin_enabled: boolean }
}): AfterLogin {
  if (login.path.includes('/order/')) return { kind: 'nothing' }
  if (!login.emailVerified) return { kind: 'verify-email' }
  const isWanted = login.isNewVerifiedRegistration
    ? login.settings.onboardingpopup_afterregistration_enabled
    : login.settings.onboardingpopup_afterlogin_enabled
  return isWanted ? { kind: 'ask-onboarding' } : { kind: 'nothing' }
}

/** When a session ends that is renewed now and began with a login at `begunAt`. */
export function toSessionEnd(begunAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + TOKEN_SECONDS.refresh * 1000, begunAt.getTime() + LONGEST_SESSION * 1000))
}

export type ShownRefreshToken = { generation: number; rotatedAt: Date | null }
export type RefreshSession = { generation: number; endedAt: Date | null; expiresAt: Date }

export type RefreshDecision =
  | { kind: 'rotate' }
  /** The previous token, at most ten seconds old: answer with the same successor once more. */
  | { kind: 'repeat' }
  /**
   * Replaced twice within its grace period: answer without tokens, but do not suspect theft; the reader already has the
   * newer ones.
   */
  | { kind: 'superseded' }
  /** An old token was used again (refresh token reuse), so a copy exists: the session must end. */
  | { kind: 'reuse' }
  | { kind: 'ended' }

export function decideRefresh(token: ShownRefreshToken, session: RefreshSession, now: Date): RefreshDecision {
  if (session.endedAt !== null || session.expiresAt <= now) return { kind: 'ended' }
  if (token.generation === session.generation) return { kind: 'rotate' }
  const isInGrace = token.rotatedAt !== null && now.getTime() - token.rotatedAt.getTime() <= REFRESH_GRACE * 1000
  if (!isInGrace) return { kind: 'reuse' }
  return token.generation === session.generation - 1 ? { kind: 'repeat' } : { kind: 'superseded' }
}

export type ClaimProblem =
  | 'EXPIRED'
  | 'NOT_YET'
  | 'WRONG_ISSUER'
  | 'WRONG_AUDIENCE'
  | 'WRONG_PUBLICATION'
  | 'NO_SUBJECT'
  | 'BAD_TIME'

/** Times are whole seconds. A token without an end, or issued in the future, is invalid. */
export function checkClaims(
  claims: Claims,
  expected: { issuer: string; audience: string; publication?: string },
  now: Date,
  mayBeExpired = false,
): ClaimProblem | null {
  const { iss, aud, azp, sub, exp, iat, nbf, mandator: publication } = claims
  const seconds = now.getTime() / 1000
  if (!isWhole(exp) || !isWhole(iat) || (nbf !== undefined && !isWhole(nbf)) || exp <= iat) return 'BAD_TIME'
  if (iss !== expected.issuer) return 'WRONG_ISSUER'
  const audiences = typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud : []
  if (!audiences.includes(expected.audience) || (audiences.length > 1 && azp !== expected.audience))
    return 'WRONG_AUDIENCE'
  if (expected.publication !== undefined && publication !== expected.publication) return 'WRONG_PUBLICATION'
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return 'NO_SUBJECT'
  if (iat > seconds + CLOCK_SKEW || (isWhole(nbf) && nbf > seconds + CLOCK_SKEW)) return 'NOT_YET'
  return exp <= seconds - CLOCK_SKEW && !mayBeExpired ? 'EXPIRED' : null
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** The base of the content/auth API: the API's address and, from version 4 on, the prefix (S7.2-01). */
export function toAuthBase(apiUrl: string, version: 'v3' | 'v4', prefix = '/api'): string {
  return apiUrl.replace(/\/+$/, '') + (version === 'v3' ? '' : prefix)
}

export type BracketValue =
  | string
  | number
  | boolean
  | readonly BracketValue[]
  | { readonly [key: string]: BracketValue }

/** `{populate: ['role']}` → `populate[0]=role`, brackets left readable, names and values encoded. */
export function toBracketQuery(query: Readonly<Record<string, BracketValue>>): string {
  const pairs: string[] = []
  const add = (name: string, value: BracketValue) => {
    if (typeof value !== 'object') pairs.push(`${name}=${encodeURIComponent(String(value))}`)
    else
      for (const [key, inner] of Object.entries(value))
        add(`${name}[${encodeURIComponent(key)}]`, inner as BracketValue)
  }
  for (const [key, value] of Object.entries(query)) add(encodeURIComponent(key), value)
  return pairs.join('&')
}

/**
 * The key of one reader for a rate limit: the whole IPv4 address, or the /64 network that a single subscriber gets in
 * IPv6.
 */
export function toAddressKey(address: string): string {
  const plain = address
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head, tail] = plain.split('::', 2) as [string, string?]
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(gap).fill('0'), ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}
