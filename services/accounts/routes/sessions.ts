/** Logins, the sessions they open, and their end. */
import { isRefusal, problem } from '../../platform/serve.ts'
import type { AccountsContext } from '../context.ts'
import * as guests from '../guests.ts'
import * as logins from '../logins.ts'
import * as registrations from '../registrations.ts'
import type { SessionRow } from '../schema.ts'
import { getAccount } from '../store/accounts.ts'
import * as sessionStore from '../store/sessions.ts'
import { hashToken } from '../tokens/secrecy.ts'
import { asReader, toLogin, type AccountsReply, type AccountsHandler } from './reader.ts'
import { getReader, refreshSession, toUser } from '../tokens/sessions.ts'

export const login: AccountsHandler<'login'> = async (accounts, { body, context }) => {
  return toLogin(accounts, await logins.login(accounts, context, 'sso', body, body))
}

export const register: AccountsHandler<'register'> = async (accounts, { body, context }) => {
  return toLogin(accounts, await registrations.register(accounts, context, 'sso', body, body))
}

export const openGuest: AccountsHandler<'openGuest'> = (accounts, { body, context }) => {
  return guests.openGuest(accounts, context, body, body)
}

export const refresh: AccountsHandler<'refresh'> = async ({ sessions }, { body, context }) => {
  const refreshed = await refreshSession(sessions, context, body)
  return isRefusal(refreshed) ? refreshed : { tokens: refreshed.tokens, user: refreshed.user }
}

export const validate: AccountsHandler<'validate'> = async (
  { db, now, sessions, tokens },
  { body, context: publication },
) => {
  const check = body.forceRefresh ? null : await tokens.verify('id', publication, body.idToken)
  if (check?.ok === true && typeof check.claims.sid === 'string') {
    const session = await sessionStore.getSession(db, check.claims.sid)
    const isAlive = session !== null && session.ended_at === null && session.expires_at > now()
    const account = isAlive ? await getAccount(db, publication, session.account_id) : null
    if (account === null || account.is_blocked || account.id !== check.claims.sub)
      return problem(401, 'SESSION_ENDED', 'The session has ended')
    return { user: await toUser(sessions, account), tokens: null }
  }
  const { refreshToken, refreshTokenId } = body
  if (typeof refreshToken !== 'string') return problem(401, 'SESSION_ENDED', 'Nothing to renew the session with')
  // A broken or foreign ID token does not matter if the refresh token is good.
  const { ok } = await tokens.verify('id', publication, body.idToken, { mayBeExpired: true })
  const refreshed = await refreshSession(sessions, publication, {
    refreshToken,
    refreshTokenId,
    idToken: ok ? body.idToken : null,
  })
  return isRefusal(refreshed) ? refreshed : { user: refreshed.user, tokens: refreshed.tokens }
}

export const introspect: AccountsHandler<'introspect'> = async (
  { db, sessions, tokens },
  { body, context: publication },
) => {
  const check = await tokens.verify('access', publication, body.accessToken)
  if (!check.ok) return { active: false }
  const { sid, sub } = check.claims
  if (sid === undefined) {
    // A token of the OpenID provider: bound to the account, not to a session of the portal.
    const account = await getAccount(db, publication, sub)
    return account === null || account.is_blocked
      ? { active: false }
      : { active: true, sub, sid: '', roles: (await toUser(sessions, account)).roles }
  }
  const reader = await getReader(sessions, publication, 'access', body.accessToken)
  return reader === null
    ? { active: false }
    : { active: true, sub, sid: reader.session.id, roles: (await toUser(sessions, reader.account)).roles }
}

export const logout: AccountsHandler<'logout'> = async ({ db, now, tokens }, { body, context: publication }) => {
  const ended: (SessionRow | null)[] = []
  if (typeof body.refreshToken === 'string')
    ended.push(await sessionStore.getSessionOfToken(db, hashToken(body.refreshToken)))
  const check = await tokens.verify('content', publication, body.contentJwt)
  if (check.ok && typeof check.claims.sid === 'string') ended.push(await sessionStore.getSession(db, check.claims.sid))
  for (const session of ended)
    if (session?.mandator === publication) await sessionStore.endSession(db, session.id, 'logout', now())
  return undefined
}

export const endSession = asReader<'endSession'>(async ({ db, now }, { account }, { id }) => {
  await sessionStore.endSessionOf(db, account, id, 'logout', now())
  return undefined
})

export const logoutEverywhere = asReader<'logoutEverywhere'>(async ({ db, now }, { account }) => {
  await sessionStore.endSessions(db, account, 'logout', now())
  return undefined
})

export async function getPublicKey({ keys }: AccountsContext): AccountsReply<'getPublicKey'> {
  return { ...(await keys.toPem()), keys: (await keys.list()).map(({ jwk }) => jwk) }
}
