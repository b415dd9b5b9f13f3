/**
 * The portal's sessions: one family of refresh tokens per login (refresh token rotation). Each token is used once. The
 * token before the current one may be repeated for ten seconds and gets the same successor (parallel tabs); an older
 * one is a stolen copy and ends the family. The database holds hashes only: the successor is computed from the token
 * shown.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { AccountTokens, AccountUser } from '@lokalteil/contracts/accounts'
import { decideRefresh, TOKEN_SECONDS, toSessionEnd } from '@lokalteil/domain/accounts/login'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { AccountRow, SessionRow, AccountsDb, Trx } from '../schema.ts'
import { createToken, hashToken, toSuccessor } from './secrecy.ts'
import { toAccountUser, type Tokens } from './tokens.ts'
import * as accountStore from '../store/accounts.ts'
import * as sessionStore from '../store/sessions.ts'

export type RolesOf = (publication: PublicationCode, sub: string) => Promise<readonly string[]> | readonly string[]
export type Sessions = {
  db: AccountsDb
  tokens: Tokens
  rolesOf: RolesOf
  now: () => Date
  onReuse?: ((session: { publication: string; sid: string }) => void) | undefined
}
export type OpenedSession = { session: SessionRow; refreshToken: string }
export type Refreshed = { tokens: AccountTokens; user: AccountUser; session: SessionRow }

export async function openSession(
  { db, now }: Sessions,
  account: AccountRow | { mandator: string; id: string },
  kind: 'sso' | 'content',
  userAgent: string,
  within: AccountsDb = db,
): Promise<OpenedSession> {
  const at = now()
  const refreshToken = createToken()
  const session: SessionRow = {
    id: randomUUID(),
    mandator: account.mandator,
    account_id: account.id,
    kind,
    generation: 0,
    auth_time: at,
    created_at: at,
    used_at: at,
    expires_at: toSessionEnd(at, at),
    ended_at: null,
    end_reason: null,
    user_agent: userAgent
      .toWellFormed()
      .replace(/\p{Cc}/gu, '')
      .slice(0, 400),
  }
  await sessionStore.addSession(within, session, kind === 'sso' ? hashToken(refreshToken) : null)
  return { session, refreshToken }
}

type Shown = { refreshToken: string; refreshTokenId?: string | null | undefined; idToken?: string | null | undefined }

export async function refreshSession(
  sessions: Sessions,
  publication: PublicationCode,
  shown: Shown,
): Promise<Refreshed | Refusal> {
  const { db, tokens } = sessions
  let owner: string | null = null
  if (typeof shown.idToken === 'string') {
    const check = await tokens.verify('id', publication, shown.idToken, { mayBeExpired: true })
    if (!check.ok) return ended()
    owner = check.claims.sub
  }
  const at = sessions.now()
  const outcome = await db.transaction().execute((trx) => rotate(sessions, publication, shown, { owner, at }, trx))
  if (isRefusal(outcome)) return outcome
  const account = await accountStore.getAccount(db, publication, outcome.session.account_id)
  if (account === null || account.is_blocked) return ended()
  const user = await toUser(sessions, account)
  const issued = await toSessionTokens(sessions, user, outcome.session, outcome.refreshToken)
  return { tokens: issued, user, session: outcome.session }
}

/** `owner`: account of the ID token shown with it. */
async function rotate(
  { onReuse }: Sessions,
  publication: PublicationCode,
  { refreshToken, refreshTokenId }: Shown,
  { owner, at }: { owner: string | null; at: Date },
  trx: Trx,
): Promise<OpenedSession | Refusal> {
  const hash = hashToken(refreshToken)
  const token = await sessionStore.lockRefreshToken(trx, hash)
  if (token === null || token.session.mandator !== publication) return ended()
  const { session } = token
  if (typeof refreshTokenId === 'string' && refreshTokenId !== session.id) return ended()
  if (owner !== null && owner !== session.account_id) return ended()
  const decision = decideRefresh(
    token,
    { generation: session.generation, endedAt: session.ended_at, expiresAt: session.expires_at },
    at,
  )
  switch (decision.kind) {
    case 'ended':
      return ended()
    case 'superseded':
      return problem(409, 'SUPERSEDED', 'A newer token is already out')
    case 'reuse':
      await sessionStore.endSession(trx, session.id, 'reuse', at)
      onReuse?.({ publication, sid: session.id })
      return ended()
    case 'repeat':
      return { session, refreshToken: toSuccessor(refreshToken, token.salt ?? '') }
    case 'rotate': {
      const salt = randomBytes(16).toString('base64url')
      const successor = toSuccessor(refreshToken, salt)
      const expiresAt = toSessionEnd(session.auth_time, at)
      await sessionStore.rotate(trx, hash, salt, hashToken(successor), session, at, expiresAt)
      return {
        session: { ...session, generation: session.generation + 1, used_at: at, expires_at: expiresAt },
        refreshToken: successor,
      }
    }
  }
}

/** The account behind an access or content token whose session is alive. */
export async function getReader(
  { db, tokens, now }: Sessions,
  publication: PublicationCode,
  kind: 'access' | 'content',
  token: string | null | undefined,
): Promise<{ account: AccountRow; session: SessionRow } | null> {
  const check = await tokens.verify(kind, publication, token)
  if (!check.ok || typeof check.claims.sid !== 'string') return null
  const session = await sessionStore.getSession(db, check.claims.sid)
  if (
    session === null ||
    session.ended_at !== null ||
    session.expires_at <= now() ||
    session.account_id !== check.claims.sub ||
    session.mandator !== publication
  )
    return null
  const account = await accountStore.getAccount(db, publication, session.account_id)
  return account === null || account.is_blocked ? null : { account, session }
}

export async function toUser({ rolesOf }: Sessions, account: AccountRow): Promise<AccountUser> {
  return toAccountUser(account, account.is_shadow ? [] : await rolesOf(account.mandator as PublicationCode, account.id))
}

export async function toSessionTokens(
  { tokens, now }: Sessions,
  user: AccountUser,
  session: SessionRow,
  refreshToken: string,
): Promise<AccountTokens> {
  const time = now().getTime()
  const [idToken, accessToken] = await Promise.all([
    tokens.createIdToken(user, session),
    tokens.createAccessToken(user, session),
  ])
  return {
    idToken,
    accessToken,
    refreshToken,
    refreshTokenId: session.id,
    idTokenExpiresAt: new Date((Math.floor(time / 1000) + TOKEN_SECONDS.id) * 1000).toISOString(),
    refreshTokenExpiresAt: session.expires_at.toISOString(),
  }
}

function ended(): Refusal {
  return problem(401, 'SESSION_ENDED', 'The session has ended')
}
