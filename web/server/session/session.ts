/**
 * Sessions: identifies the reader of a request by the ID token's signature and claims, cached by the token's hash, so
 * that a page request costs almost nothing. Whether the session still lives is checked for writes, and twice a minute
 * if roles open paid texts. Roles come from the verified token, never from another cookie. A refresh token is renewed
 * once for parallel requests (single flight). An unreachable provider ends no session.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AccountTokens } from '@lokalteil/contracts/accounts'
import type { Claims } from '@lokalteil/domain/accounts/claims'
import { CLOCK_SKEW, toUser, type User } from '@lokalteil/domain/accounts/login'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toReaderFlags, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { withoutDeadline } from '@lokalteil/services/platform/deadline'
import type { TokenCheck } from '@lokalteil/services/accounts/tokens/verify-token'
import { CLAIMS_COOKIE, readCookie, SILENT_COOKIE, type CookieTokens, type SessionCookies } from './session-cookies.ts'

/**
 * `expired`: a valid ID token that has expired, with a token to renew it. `lapsed`: nothing to renew it with, but the
 * provider may still have a session. `unknown`: cannot be determined now; such a reader sees the public part and is not
 * sent to a login.
 */
export type ReaderSession =
  | { kind: 'anonymous' }
  | { kind: 'expired' }
  | { kind: 'lapsed' }
  | { kind: 'unknown' }
  | { kind: 'reader'; user: User; flags: ReaderFlags; accessToken: string | null }

export const ANONYMOUS_SESSION: ReaderSession = { kind: 'anonymous' }
const EXPIRED_SESSION: ReaderSession = { kind: 'expired' }
const LAPSED_SESSION: ReaderSession = { kind: 'lapsed' }
export const UNKNOWN_SESSION: ReaderSession = { kind: 'unknown' }

export type RenewalFailure =
  | { kind: 'ended' }
  /** The reader already has newer tokens. */
  | { kind: 'superseded' }
  /** Cannot be renewed here; only the reader's browser can ask the provider, by a redirect. */
  | { kind: 'sign-on-again' }
  | { kind: 'unavailable' }

/** The tokens a browser sends for a renewal. `claims`: the cookie beside the ID token. */
export type ShownTokens = {
  refreshToken: string
  refreshTokenId: string | null
  idToken: string | null
  claims: string | null
}

/** `refreshToken` and its id may be absent with a publisher's own provider. */
export type RenewedTokens = { kind: 'tokens'; tokens: CookieTokens }

/** What a session needs from single sign-on: ours (`own-sign-on.ts`) or a publisher's (`foreign-sign-on.ts`). */
export type SignOn = {
  verifyId: (publication: PublicationCode, token: string, options?: { mayBeExpired?: boolean }) => Promise<TokenCheck>
  refresh: (publication: PublicationCode, shown: ShownTokens) => Promise<RenewedTokens | RenewalFailure>
  /** For providers without refresh tokens: loads the reader's claims again while the ID token is valid. */
  readAgain?: (
    publication: PublicationCode,
    shown: { idToken: string; accessToken: string | null; refreshTokenId: string | null; claims: string | null },
  ) => Promise<RenewedTokens | RenewalFailure>
  /** Claims of the cookie beside the ID token; null: none that belong to it. */
  claimsOf?: (idToken: string, cookie: string) => Claims | null
  /** Whether the session behind a valid ID token is alive. */
  isAlive: (publication: PublicationCode, idToken: string) => Promise<'alive' | 'ended' | 'unavailable'>
  /** The reader of an access token; asked from the provider, for writes. */
  introspect: (
    publication: PublicationCode,
    accessToken: string,
  ) => Promise<
    { kind: 'active'; sub: string; roles: readonly string[] } | { kind: 'inactive' } | { kind: 'unavailable' }
  >
}

/** The reader of a write: the access token's subject, with a live session. */
export type Authorised =
  | { kind: 'reader'; ssoId: string; roles: readonly string[]; accessToken: string }
  | { kind: 'anonymous' }
  | { kind: 'unavailable' }

export type Renewal = { outcome: 'renewed' | RenewalFailure['kind']; session: ReaderSession; setCookies: string[] }

export type Sessions = ReturnType<typeof createSessions>

export type SessionsOptions = {
  signOn: SignOn
  cookies: SessionCookies
  now: () => Date
  readers?: number
  /** For counts: `begun`, `cleared`, or the outcome of a renewal. */
  onEvent?: (event: 'begun' | 'cleared' | Renewal['outcome']) => void
}

/** `aliveAt`: last check of the session behind a token that opens paid texts. */
type Known = { user: User; flags: ReaderFlags; end: number; aliveAt: number; asking: Promise<void> | null }

const ID_COOKIE = 'FA_ID_TOKEN'
/** A refused token is checked again after this time, because its key may have arrived. */
const REFUSED_MS = 30_000
/** A session ended on another device opens paid texts no longer than this. */
const ALIVE_MS = 30_000

type SessionContext = {
  signOn: SignOn
  cookies: SessionCookies
  now: () => number
  known: LRUCache<string, Known>
  refused: LRUCache<string, number>
  renewals: Map<string, Promise<RenewedTokens | RenewalFailure>>
}

export function createSessions({ signOn, cookies, now, readers = 10_000, onEvent = () => {} }: SessionsOptions) {
  const context: SessionContext = {
    signOn,
    cookies,
    now: () => now().getTime(),
    known: new LRUCache({ max: readers }),
    refused: new LRUCache({ max: 2000 }),
    renewals: new Map(),
  }
  return {
    peek: (publication: PublicationCode, header: string | undefined) => peek(context, publication, header),
    read: (publication: PublicationCode, header: string | undefined) => read(context, publication, header),
    authorise: (publication: PublicationCode, header: string | undefined) => authorise(context, publication, header),
    async renew(publication: PublicationCode, header: string | undefined, host: string): Promise<Renewal> {
      const renewal = await renew(context, publication, header, host)
      onEvent(renewal.outcome)
      return renewal
    },
    isAlive: signOn.isAlive,
    toCookies(
      login: { tokens: CookieTokens | AccountTokens; contentJwt: string | null; deviceToken: string | null },
      host: string,
    ): string[] {
      onEvent('begun')
      return [
        ...cookies.toTokenCookies(login.tokens, host),
        ...(login.contentJwt === null ? [] : [cookies.toBearerCookie(login.contentJwt, host)]),
        ...(login.deviceToken === null ? [] : [cookies.toDeviceCookie(login.deviceToken, host)]),
      ]
    },
    toClearedCookies(host: string): string[] {
      onEvent('cleared')
      return cookies.toCleared(host)
    },
  }
}

function toSession({ signOn, now }: SessionContext, found: Known, header: string): ReaderSession {
  if (now() >= found.end) {
    if (readCookie(header, 'FA_REFRESH_TOKEN') !== null) return EXPIRED_SESSION
    // Asked a moment ago: do not repeat, or a failing provider would cause a redirect loop.
    return signOn.readAgain === undefined || readCookie(header, SILENT_COOKIE) !== null
      ? ANONYMOUS_SESSION
      : LAPSED_SESSION
  }
  return { kind: 'reader', user: found.user, flags: found.flags, accessToken: readCookie(header, 'FA_ACCESS_TOKEN') }
}

/** The known session without waiting; null: the token was not seen yet. For the fast path of stored pages. */
function peek(context: SessionContext, publication: PublicationCode, header: string | undefined): ReaderSession | null {
  const token = header === undefined || !header.includes(ID_COOKIE) ? null : readCookie(header, ID_COOKIE)
  if (token === null) return ANONYMOUS_SESSION
  const found = context.known.get(toKey(publication, token + toClaimsText(context, header)))
  return found === undefined || isAliveDue(context, found) ? null : toSession(context, found, header!)
}

function isAliveDue({ now }: SessionContext, { flags, end, aliveAt }: Known): boolean {
  const opensTexts = flags.isPlusUser || flags.isEpaperUser || flags.tagIds.length > 0
  return opensTexts && now() < end && Math.abs(now() - aliveAt) >= ALIVE_MS
}

/** Single flight. If the check is not possible, the token counts. */
async function askAlive(
  { signOn, now }: SessionContext,
  publication: PublicationCode,
  token: string,
  found: Known,
): Promise<void> {
  try {
    if ((await signOn.isAlive(publication, token)) === 'ended') found.end = now()
  } finally {
    found.aliveAt = now()
    found.asking = null
  }
}

function toClaimsText({ signOn }: SessionContext, header: string | undefined): string {
  return signOn.claimsOf === undefined ? '' : (readCookie(header, CLAIMS_COOKIE) ?? '')
}

async function read(
  context: SessionContext,
  publication: PublicationCode,
  header: string | undefined,
): Promise<ReaderSession> {
  const { signOn, known, refused, now } = context
  const token = readCookie(header, ID_COOKIE)
  if (token === null) return ANONYMOUS_SESSION
  const beside = toClaimsText(context, header)
  const key = toKey(publication, token + beside)
  let found = known.get(key)
  if (found === undefined) {
    const until = refused.get(key)
    if (until !== undefined && now() < until) return ANONYMOUS_SESSION
    const check = await signOn.verifyId(publication, token, { mayBeExpired: true })
    if (!check.ok) {
      if (check.code === 'KEYS_UNAVAILABLE') return UNKNOWN_SESSION
      refused.set(key, now() + REFUSED_MS)
      return ANONYMOUS_SESSION
    }
    const claims = beside === '' ? null : (signOn.claimsOf?.(token, beside) ?? null)
    const user = toUser(claims === null ? check.claims : { ...check.claims, ...claims, sub: check.claims.sub })
    const flags = toReaderFlags({ isLoggedIn: true, roles: user.roles, emailVerified: user.emailVerified })
    const end = (Number(check.claims.exp) + CLOCK_SKEW) * 1000
    // A parallel request of the same page may have been faster: keep its entry.
    found = known.get(key) ?? { user, flags, end, aliveAt: Number.NEGATIVE_INFINITY, asking: null }
    known.set(key, found)
  }
  if (isAliveDue(context, found)) await (found.asking ??= askAlive(context, publication, token, found))
  return toSession(context, found, header!)
}

/** For writes: requires the httpOnly access token and a live session. An ID token alone authorises nothing. */
async function authorise(
  { signOn }: SessionContext,
  publication: PublicationCode,
  header: string | undefined,
): Promise<Authorised> {
  const accessToken = readCookie(header, 'FA_ACCESS_TOKEN')
  if (accessToken === null) return { kind: 'anonymous' }
  const found = await signOn.introspect(publication, accessToken)
  if (found.kind === 'active') return { kind: 'reader', ssoId: found.sub, roles: found.roles, accessToken }
  return found.kind === 'inactive' ? { kind: 'anonymous' } : found
}

/**
 * New tokens for the refresh token of the cookies. `ended`: `setCookies` remove the session; `superseded`,
 * `sign-on-again` and `unavailable` change nothing. A broken ID token does not matter; a valid one of another reader
 * refuses the renewal.
 */
async function renew(
  context: SessionContext,
  publication: PublicationCode,
  header: string | undefined,
  host: string,
): Promise<Renewal> {
  const { cookies, renewals } = context
  const shown = readCookie(header, 'FA_REFRESH_TOKEN') ?? readCookie(header, ID_COOKIE)
  if (shown === null) return { outcome: 'ended', session: ANONYMOUS_SESSION, setCookies: cookies.toClearedTokens(host) }
  const key = toKey(publication, shown)
  let running = renewals.get(key)
  if (running === undefined) {
    // Runs without the page's deadline: when a page gives up waiting, the provider may have replaced the old token
    // already, so its answer must not be lost.
    running = withoutDeadline(() => refresh(context, publication, header)).finally(() => renewals.delete(key))
    renewals.set(key, running)
  }
  const renewed = await running
  switch (renewed.kind) {
    case 'tokens': {
      const setCookies = cookies.toTokenCookies(renewed.tokens, host)
      const { idToken, accessToken, claims = null } = renewed.tokens
      const session = await read(
        context,
        publication,
        `${ID_COOKIE}=${idToken}; FA_ACCESS_TOKEN=${accessToken}${claims === null ? '' : `; ${CLAIMS_COOKIE}=${claims}`}`,
      )
      return { outcome: 'renewed', session, setCookies }
    }
    case 'ended':
      return { outcome: 'ended', session: ANONYMOUS_SESSION, setCookies: cookies.toClearedTokens(host) }
    case 'sign-on-again':
      // If that failed a moment ago, the session is unknown.
      return readCookie(header, SILENT_COOKIE) === null
        ? { outcome: 'sign-on-again', session: LAPSED_SESSION, setCookies: [] }
        : { outcome: 'unavailable', session: ANONYMOUS_SESSION, setCookies: [] }
    case 'superseded':
      return { outcome: 'superseded', session: EXPIRED_SESSION, setCookies: [] }
    case 'unavailable':
      return { outcome: 'unavailable', session: UNKNOWN_SESSION, setCookies: [] }
  }
}

async function refresh(
  { signOn }: SessionContext,
  publication: PublicationCode,
  header: string | undefined,
): Promise<RenewedTokens | RenewalFailure> {
  const refreshToken = readCookie(header, 'FA_REFRESH_TOKEN')
  const refreshTokenId = readCookie(header, 'FA_REFRESH_TOKEN_ID')
  const claims = signOn.claimsOf === undefined ? null : readCookie(header, CLAIMS_COOKIE)
  if (refreshToken === null) {
    const idToken = readCookie(header, ID_COOKIE)
    if (idToken === null || signOn.readAgain === undefined) return { kind: 'ended' }
    const accessToken = readCookie(header, 'FA_ACCESS_TOKEN')
    return signOn.readAgain(publication, { idToken, accessToken, refreshTokenId, claims })
  }
  const shown = readCookie(header, 'idToken') ?? readCookie(header, ID_COOKIE)
  const idToken =
    shown !== null && (await signOn.verifyId(publication, shown, { mayBeExpired: true })).ok ? shown : null
  return signOn.refresh(publication, { refreshToken, refreshTokenId, idToken, claims })
}

function toKey(publication: PublicationCode, token: string): string {
  return publication + hash('sha256', token, 'base64')
}
