/**
 * Renews, validates and ends sessions (logout here or on all devices). A renewal that comes too late, because newer cookies
 * were sent already, is no failure.
 */
import type { Context, Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import { isCrossSite } from '../../http/origin.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import { readCookie } from '../../session/session-cookies.ts'
import {
  refusal,
  reply,
  sentByAnotherSite,
  toReply,
  toResponse,
  unavailable,
  type Reply,
  type RequestContext,
} from '../portal-api.ts'
import { atAccountsAsReader, findAccounts, type AccountContext } from './account-context.ts'

type Valid = Reply<{ valid: true }>

export function serveSessions(app: Hono<PortalEnv>, account: AccountContext): void {
  const { portalApi, sessions } = account
  portalApi.serve(app, PORTAL.refresh, { as: 'anyone' }, ({ context }) => renew(account, context))
  portalApi.serve(app, PORTAL.validate, { as: 'anyone' }, ({ query, context }) =>
    validate(account, context, query?.forceRefresh === 'true'),
  )
  portalApi.serve(app, PORTAL.logoutEverywhere, { as: 'anyone' }, async ({ context }) => {
    const done = await atAccountsAsReader(account, context, async (accounts, accessToken) =>
      toReply(await accounts.logoutEverywhere({ body: { accessToken } })),
    )
    return done.kind === 'data' ? reply(undefined, sessions.toClearedCookies(context.host)) : done
  })
  app.get(PORTAL.logout.path, (c) => logOut(account, c))
}

async function renew({ sessions }: AccountContext, { publication, cookies, host }: RequestContext): Promise<Valid> {
  const { outcome, setCookies } = await sessions.renew(publication, cookies, host)
  switch (outcome) {
    case 'renewed':
    case 'superseded':
      return reply({ valid: true }, setCookies)
    case 'ended':
      return refusal(401, 'SESSION_ENDED', 'The session has ended', { setCookies, extra: { valid: false } })
    case 'sign-on-again':
      return refusal(401, 'SIGN_ON_AGAIN', 'Only the provider can say who this is', { extra: { valid: false } })
    case 'unavailable':
      return unavailable()
  }
}

async function validate(account: AccountContext, context: RequestContext, isForced: boolean): Promise<Valid> {
  const { sessions } = account
  const session = await sessions.read(context.publication, context.cookies)
  const idToken = sessions.idTokenOf(context.cookies)
  if (isForced || session.kind !== 'reader' || idToken === null) return renew(account, context)
  switch (await sessions.isAlive(context.publication, idToken)) {
    case 'alive':
      return reply({ valid: true })
    case 'ended':
      // The signature was good, so the token has just expired, or its session was ended.
      return renew(account, context)
    case 'unavailable':
      return unavailable()
  }
}

/** Refuses cross-site requests: a link or image on another site must not log readers out (S7.5-08). */
async function logOut(account: AccountContext, c: Context<PortalEnv>): Promise<Response> {
  const { portalApi, sessions, cookies, foreign } = account
  if (isCrossSite(c.req.raw.headers)) return toResponse(sentByAnotherSite())
  const context = portalApi.toRequestContext(c)
  // Keep the cookies for a second attempt (S4.2-10): without them the session could not be ended.
  if (!(await endSession(account, context))) return toResponse(unavailable())
  return toResponse(
    reply(undefined, [
      ...sessions.toClearedCookies(context.host),
      ...(foreign === null ? [] : [cookies.toReloginCookie(true, context.host)]),
    ]),
  )
}

/** False: the accounts service or provider did not answer. */
async function endSession(account: AccountContext, context: RequestContext): Promise<boolean> {
  const { cookies, foreign, sessions } = account
  const refreshToken = readCookie(context.cookies, 'FA_REFRESH_TOKEN')
  const accounts = findAccounts(account, context)
  if (accounts !== null) {
    const contentJwt = readCookie(context.cookies, cookies.bearerCookie)
    const done = await accounts.logout({ body: { refreshToken, contentJwt: contentJwt === '' ? null : contentJwt } })
    return done.ok || done.status === 400
  }
  const accessToken = sessions.accessTokenOf(context.cookies)
  if (refreshToken !== null) await foreign?.revoke(context.publication, refreshToken, 'refresh_token')
  else if (accessToken !== null) await foreign?.revoke(context.publication, accessToken, 'access_token')
  return true
}
