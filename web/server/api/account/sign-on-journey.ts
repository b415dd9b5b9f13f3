/**
 * Login and registration by redirects (S7.5-05): to a publisher's own provider and back to the same page, or to the form of the
 * page with our own accounts.
 */
import type { Context, Hono } from 'hono'
import { LOGIN_CALLBACK, LOGIN_START, SIGNUP_START } from '@lokalteil/contracts/portal'
import { toSafePath } from '@lokalteil/domain/routing/redirect-paths'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { ForeignSignOn } from '../../session/foreign-sign-on.ts'
import { RELOGIN_COOKIE, toSignOnName } from '../../session/session-cookies.ts'
import { toResponse, type RequestContext } from '../portal-api.ts'
import { accountsElsewhere, type AccountContext } from './account-context.ts'
import { go, readReturnPath, toErrorPath, withUserState } from './redirects.ts'

export function serveJourneys(app: Hono<PortalEnv>, account: AccountContext): void {
  app.get(LOGIN_START, (c) => start(account, c, false))
  app.get(SIGNUP_START, (c) => start(account, c, true))
  app.get(LOGIN_CALLBACK, (c) => comeBack(account, c))
}

async function start(account: AccountContext, c: Context<PortalEnv>, isRegistration: boolean): Promise<Response> {
  const { portalApi, config, cookies, foreign } = account
  const context = portalApi.toRequestContext(c)
  const target = toSafePath(c.req.query('return') ?? '/', config.originOf(context.publication)) ?? '/'
  const returnCookie = cookies.toReturnCookie(target, context.host)
  if (foreign === null) return go(`${target.split('#', 1)[0]}#${isRegistration ? 'register' : 'login'}`, [returnCookie])
  const mustAskAgain = cookies.readOwn(context.cookies, RELOGIN_COOKIE) !== null
  const isSilent = c.req.query('prompt') === 'none'
  // No silent login after a logout: the reader must be asked.
  if (isSilent && mustAskAgain) return go(target, [])
  const begun = await foreign.begin(context.publication, { isRegistration, mustAskAgain, isSilent })
  const marks = isSilent ? [cookies.toSilentCookie(true, context.host)] : []
  if (begun === null)
    return isSilent ? go(target, marks) : go(toErrorPath(isRegistration ? 'registration-failed' : 'login-failed'), [])
  // The provider's form takes the place of ours.
  if (isRegistration) account.countStep(context.publication, 'sign-up-begun')
  const attempt = cookies.toSignOnCookie(begun.state, begun.sealed, context.host)
  return go(begun.url, [returnCookie, attempt, ...marks], 302)
}

type Finished = Awaited<ReturnType<ForeignSignOn['finish']>>

async function comeBack(account: AccountContext, c: Context<PortalEnv>): Promise<Response> {
  const { portalApi, config, cookies, foreign } = account
  if (foreign === null) return toResponse(accountsElsewhere())
  const context = portalApi.toRequestContext(c)
  const answer = new URL(c.req.url).searchParams
  const state = answer.get('state') ?? ''
  const cleared = [cookies.toSignOnCookie(state, '', context.host), cookies.toReturnCookie('', context.host)]
  const target = readReturnPath(context, config.originOf(context.publication))
  const sealed = cookies.readOwn(context.cookies, toSignOnName(state))
  const finished = await foreign.finish(context.publication, sealed, answer)
  if (finished.kind === 'tokens') return enter(account, context, finished, target, cleared)
  if (finished.isSilent) return stayOut(account, context, finished, target, cleared)
  // A reader who cancels at the provider returns to the page where the login began.
  const hasTurnedBack = finished.kind === 'refused' && finished.reason === 'access_denied'
  return go(hasTurnedBack ? target : toErrorPath('login-failed'), cleared)
}

function enter(
  { sessions, cookies, countStep }: AccountContext,
  context: RequestContext,
  { tokens, isRegistration, isSilent }: Extract<Finished, { kind: 'tokens' }>,
  target: string,
  cleared: readonly string[],
): Response {
  const setCookies = [
    ...sessions.toCookies({ tokens, contentJwt: null, deviceToken: null }, context.host),
    ...cleared,
    cookies.toReloginCookie(false, context.host),
  ]
  if (isRegistration && !isSilent) countStep(context.publication, 'sign-up-done')
  // A silent login continues the session: do not mark the page as after a login.
  return isSilent
    ? go(target, [...setCookies, cookies.toSilentCookie(false, context.host)])
    : go(withUserState(target, isRegistration ? 'registration' : 'login'), setCookies)
}

/** The provider has ended the session: end it here, too. Without an error page, because the reader did nothing. */
async function stayOut(
  { sessions }: AccountContext,
  context: RequestContext,
  finished: Finished,
  target: string,
  cleared: readonly string[],
): Promise<Response> {
  const isOver =
    finished.kind === 'refused' && (await sessions.read(context.publication, context.cookies)).kind !== 'reader'
  return go(target, [...cleared, ...(isOver ? sessions.toClearedCookies(context.host) : [])])
}
