/** The context that the routes of a session share: the accounts service, the caller, and the session cookies. */
import type { SignOnClient } from '@lokalteil/contracts/accounts/sign-on-client'
import type { LoginAnswer } from '@lokalteil/contracts/portal'
import type { SsoLogin } from '@lokalteil/contracts/accounts'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Config } from '../../config/config.ts'
import type { RenderPlainPage } from '../../http/plain-page.ts'
import type { ForeignSignOn } from '../../session/foreign-sign-on.ts'
import type { SsoClient } from '../../session/own-sign-on.ts'
import { readCookie, RETURN_COOKIE, type SessionCookies } from '../../session/session-cookies.ts'
import type { Sessions } from '../../session/session.ts'
import { notLoggedIn, refusal, reply, type PortalApi, type Reply, type RequestContext } from '../portal-api.ts'
import { askWithRenewal } from '../renewal.ts'

export type AccountContext = {
  renderPlainPage: RenderPlainPage
  portalApi: PortalApi
  config: Pick<Config, 'originOf'>
  sessions: Sessions
  cookies: SessionCookies
  /** Null with a publisher's own provider. */
  ssoOf: ((mandator: Mandator) => SsoClient) | null
  foreign: ForeignSignOn | null
  clientOf: (mandator: Mandator) => Omit<SignOnClient, 'bearerCookie'>
}

export const accountsElsewhere = (): Reply<never> =>
  refusal(404, 'ACCOUNTS_ELSEWHERE', 'Accounts are kept by the publisher’s own provider')

export function findSso({ ssoOf }: AccountContext, { mandator }: RequestContext): SsoClient | null {
  return ssoOf?.(mandator) ?? null
}

/** Calls our own accounts service; refuses if the publisher has its own sign-on provider. */
export async function atSso<T>(
  account: AccountContext,
  context: RequestContext,
  ask: (sso: SsoClient) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const sso = findSso(account, context)
  return sso === null ? accountsElsewhere() : ask(sso)
}

/** The same with the reader's access token, which is renewed first if it has expired. */
export async function atSsoAsReader<T>(
  account: AccountContext,
  context: RequestContext,
  ask: (sso: SsoClient, accessToken: string) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  return atSso(account, context, async (sso) => {
    const askAs = async (accessToken: string | null) => (accessToken === null ? notLoggedIn() : ask(sso, accessToken))
    const first = await askAs(readCookie(context.cookies, 'FA_ACCESS_TOKEN'))
    return askWithRenewal(account.sessions, context, first, (reader) => askAs(reader.accessToken))
  })
}

export function toLoginAnswer(login: SsoLogin): LoginAnswer {
  return {
    userState: login.isNewRegistration ? 'registration' : 'login',
    jwt: login.contentJwt,
    missingFields: login.missingFields,
  }
}

export function toLoginReply(
  { sessions, cookies }: AccountContext,
  login: SsoLogin,
  context: RequestContext,
): Reply<LoginAnswer> {
  const cleared = readCookie(context.cookies, RETURN_COOKIE) === null ? [] : [cookies.toReturnCookie('', context.host)]
  return reply(toLoginAnswer(login), [...sessions.toCookies(login, context.host), ...cleared])
}
