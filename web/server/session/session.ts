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
import {
  CLAIMS_COOKIE,
  readCookie,
  readCookies,
  SESSION_COOKIE,
  SILENT_COOKIE,
  type CookieTokens,
  type SessionCookies,
} from './session-cookies.ts'

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
  | { kind: 'reader'; user: User; flags: ReaderFlags; idToken: string; accessToken: string | null }

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

/** The tokens a browser sends for a renewal. `claims`: the cookie beside the ID token. `session`: `__Host-FA_SESSION`. */
export type ShownTokens = {
  session: string | null
  refreshToken: string
  refreshTokenId: string | null
  idToken: string | null
  claims: string | null
}

/** `refreshToken` and its id may be absent with a publisher's own provider. */
export type RenewedTokens = { kind: 'tokens'; tokens: CookieTokens }

/** The part of single sign-on that a session needs: ours (`own-sign-on.ts`) or a publisher's (`foreign-sign-on.ts`). */
export type SignOn = {
  verifyId: (publication: PublicationCode, token: string, options?: { mayBeExpired?: boolean }) => Promise<TokenCheck>
  /** The value of `__Host-FA_SESSION` for an ID token, which need not be verified. */
  markOf: (idToken: string) => string
  /** Of an access token; absent: it does not say to whom it belongs, and `introspect` does. */
  markOfAccess?: (accessToken: string) => string
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
    | { kind: 'active'; sub: string; roles: readonly string[]; mark?: string }
    | { kind: 'inactive' }
    | { kind: 'unavailable' }
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
type Known = {
  user: User
  flags: ReaderFlags
  mark: string
  end: number
  aliveAt: number
  asking: Promise<void> | null
}

const ID_COOKIE = 'FA_ID_TOKEN'
const ACCESS_COOKIE = 'FA_ACCESS_TOKEN'
const REFRESH_COOKIE = 'FA_REFRESH_TOKEN'
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
    /** The reader of an ID token that a program hands over, without cookies. */
    async readToken(publication: PublicationCode, idToken: string): Promise<ReaderSession> {
      const header = `${ID_COOKIE}=${idToken}; __Host-${SESSION_COOKIE}=${signOn.markOf(idToken)}`
      return read(context, publication, header)
    },
    /** The tokens of a request that belong to the session of this host. */
    idTokenOf: (header: string | undefined) => pickToken(context, header, ID_COOKIE, signOn.markOf),
    accessTokenOf: (header: string | undefined) => accessTokenOf(context, header),
    authorise: (publication: PublicationCode, header: string | undefined) => authorise(context, publication, header),
    /** The reader of an access token of this host's session (`accessTokenOf`). */
    authoriseToken: (publication: PublicationCode, accessToken: string) =>
      introspect(context, publication, accessToken),
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
        ...cookies.toTokenCookies(login.tokens, signOn.markOf(login.tokens.idToken), host),
        ...(login.contentJwt === null ? [] : [cookies.toBearerCookie(login.contentJwt, host)]),
        ...(login.deviceToken === null ? [] : cookies.toDeviceCookies(login.deviceToken, host)),
      ]
    },
    toClearedCookies(host: string): string[] {
      onEvent('cleared')
      return cookies.toCleared(host)
    },
  }
}

/** Without the cookie (an app that sets only the tokens, a session of an older version) every token counts. */
function isMarked(mark: string, shown: string | null): boolean {
  return shown === null || shown === mark
}

/** The token of this host's session; another host, or another path, may have set a cookie of the same name. */
function pickToken(
  { cookies }: SessionContext,
  header: string | undefined,
  name: string,
  markOf: (token: string) => string,
): string | null {
  const shown = cookies.readOwn(header, SESSION_COOKIE)
  return readCookies(header, name).find((token) => isMarked(markOf(token), shown)) ?? null
}

function accessTokenOf(context: SessionContext, header: string | undefined): string | null {
  const { markOfAccess } = context.signOn
  return markOfAccess === undefined
    ? readCookie(header, ACCESS_COOKIE)
    : pickToken(context, header, ACCESS_COOKIE, markOfAccess)
}

function toSession(context: SessionContext, found: Known, idToken: string, header: string): ReaderSession {
  const { signOn, cookies, now } = context
  if (!isMarked(found.mark, cookies.readOwn(header, SESSION_COOKIE))) return ANONYMOUS_SESSION
  if (now() >= found.end) {
    if (readCookie(header, 'FA_REFRESH_TOKEN') !== null) return EXPIRED_SESSION
    // Asked a moment ago: do not repeat, or a failing provider would cause a redirect loop.
    return signOn.readAgain === undefined || cookies.readOwn(header, SILENT_COOKIE) !== null
      ? ANONYMOUS_SESSION
      : LAPSED_SESSION
  }
  const { user, flags } = found
  return { kind: 'reader', user, flags, idToken, accessToken: accessTokenOf(context, header) }
}

/** The known session without waiting; null: the token was not seen yet. For the fast path of stored pages. */
function peek(context: SessionContext, publication: PublicationCode, header: string | undefined): ReaderSession | null {
  const token = header === undefined || !header.includes(ID_COOKIE) ? null : idTokenOf(context, header)
  if (token === null) return ANONYMOUS_SESSION
  const found = context.known.get(toKey(publication, token + toClaimsText(context, header)))
  return found === undefined || isAliveDue(context, found) ? null : toSession(context, found, token, header!)
}

/** An ID token: the only one, which is checked later, without looking into it; of several that of this host's session. */
function idTokenOf(context: SessionContext, header: string | undefined, name = ID_COOKIE): string | null {
  const [first = null, second] = readCookies(header, name, 2)
  return second === undefined ? first : pickToken(context, header, name, context.signOn.markOf)
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
  const token = idTokenOf(context, header)
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
    found = known.get(key) ?? {
      user,
      flags,
      mark: signOn.markOf(token),
      end,
      aliveAt: Number.NEGATIVE_INFINITY,
      asking: null,
    }
    known.set(key, found)
  }
  if (isAliveDue(context, found)) await (found.asking ??= askAlive(context, publication, token, found))
  return toSession(context, found, token, header!)
}

/** For writes: requires the httpOnly access token and a live session. An ID token alone authorises nothing. */
async function authorise(
  context: SessionContext,
  publication: PublicationCode,
  header: string | undefined,
): Promise<Authorised> {
  const accessToken = accessTokenOf(context, header)
  return accessToken === null
    ? { kind: 'anonymous' }
    : introspect(context, publication, accessToken, context.cookies.readOwn(header, SESSION_COOKIE))
}

/** `session`: what `__Host-FA_SESSION` says, for a token that does not say to whom it belongs. */
async function introspect(
  { signOn }: SessionContext,
  publication: PublicationCode,
  accessToken: string,
  session: string | null = null,
): Promise<Authorised> {
  const found = await signOn.introspect(publication, accessToken)
  if (found.kind !== 'active') return found.kind === 'inactive' ? { kind: 'anonymous' } : found
  if (found.mark !== undefined && !isMarked(found.mark, session)) return { kind: 'anonymous' }
  return { kind: 'reader', ssoId: found.sub, roles: found.roles, accessToken }
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
  const { cookies, renewals, signOn } = context
  const session = cookies.readOwn(header, SESSION_COOKIE)
  const refreshTokens = readCookies(header, REFRESH_COOKIE)
  const shown = refreshTokens.length === 0 ? idTokenOf(context, header) : refreshTokens.join(' ')
  if (shown === null) return { outcome: 'ended', session: ANONYMOUS_SESSION, setCookies: cookies.toClearedTokens(host) }
  const key = toKey(publication, `${shown} ${session ?? ''}`)
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
      const { idToken, accessToken, claims = null } = renewed.tokens
      const mark = signOn.markOf(idToken)
      if (!isMarked(mark, session))
        return { outcome: 'ended', session: ANONYMOUS_SESSION, setCookies: cookies.toClearedTokens(host) }
      const setCookies = cookies.toTokenCookies(renewed.tokens, mark, host)
      const named = {
        [ID_COOKIE]: idToken,
        [ACCESS_COOKIE]: accessToken,
        [`__Host-${SESSION_COOKIE}`]: mark,
        ...(claims === null ? {} : { [CLAIMS_COOKIE]: claims }),
      }
      const pairs = Object.entries(named).map(([name, value]) => `${name}=${value}`)
      return { outcome: 'renewed', session: await read(context, publication, pairs.join('; ')), setCookies }
    }
    case 'ended':
      return { outcome: 'ended', session: ANONYMOUS_SESSION, setCookies: cookies.toClearedTokens(host) }
    case 'sign-on-again':
      // If that failed a moment ago, the session is unknown.
      return cookies.readOwn(header, SILENT_COOKIE) === null
        ? { outcome: 'sign-on-again', session: LAPSED_SESSION, setCookies: [] }
        : { outcome: 'unavailable', session: ANONYMOUS_SESSION, setCookies: [] }
    case 'superseded':
      return { outcome: 'superseded', session: EXPIRED_SESSION, setCookies: [] }
    case 'unavailable':
      return { outcome: 'unavailable', session: UNKNOWN_SESSION, setCookies: [] }
  }
}

async function refresh(
  context: SessionContext,
  publication: PublicationCode,
  header: string | undefined,
): Promise<RenewedTokens | RenewalFailure> {
  const { signOn, cookies } = context
  const session = cookies.readOwn(header, SESSION_COOKIE)
  const refreshTokenId = readCookie(header, 'FA_REFRESH_TOKEN_ID')
  const claims = signOn.claimsOf === undefined ? null : readCookie(header, CLAIMS_COOKIE)
  const refreshTokens = readCookies(header, REFRESH_COOKIE)
  if (refreshTokens.length === 0) {
    const idToken = idTokenOf(context, header)
    if (idToken === null || signOn.readAgain === undefined) return { kind: 'ended' }
    return signOn.readAgain(publication, {
      idToken,
      accessToken: accessTokenOf(context, header),
      refreshTokenId,
      claims,
    })
  }
  const shown = idTokenOf(context, header, 'idToken') ?? idTokenOf(context, header)
  const idToken =
    shown !== null && (await signOn.verifyId(publication, shown, { mayBeExpired: true })).ok ? shown : null
  // A refresh token does not say to which session it belongs: another host's is refused, and the next one tried.
  let outcome: RenewedTokens | RenewalFailure = { kind: 'ended' }
  for (const refreshToken of refreshTokens) {
    outcome = await signOn.refresh(publication, { session, refreshToken, refreshTokenId, idToken, claims })
    if (outcome.kind !== 'ended') break
  }
  return outcome
}

function toKey(publication: PublicationCode, token: string): string {
  return publication + hash('sha256', token, 'base64')
}
