/** The context that the routes of a session share: the accounts service, the caller, and the session cookies. */
import type { SignOnClient } from '@lokalteil/contracts/accounts/sign-on-client'
import type { LoginAnswer } from '@lokalteil/contracts/portal'
import type { AccountLogin } from '@lokalteil/contracts/accounts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Config } from '../../config/config.ts'
import type { RenderPlainPage } from '../../http/plain-page.ts'
import type { ForeignSignOn } from '../../session/foreign-sign-on.ts'
import type { AccountsClient } from '../../session/own-sign-on.ts'
import { readCookie, RETURN_COOKIE, type SessionCookies } from '../../session/session-cookies.ts'
import type { Sessions } from '../../session/session.ts'
import { notLoggedIn, refusal, reply, type PortalApi, type Reply, type RequestContext } from '../portal-api.ts'
import type { CountStep } from '../figures-door.ts'
import { askWithRenewal } from '../renewal.ts'

export type AccountContext = {
  renderPlainPage: RenderPlainPage
  portalApi: PortalApi
  config: Pick<Config, 'originOf'>
  sessions: Sessions
  cookies: SessionCookies
  /** Null with a publisher's own provider. */
  accountsOf: ((publication: PublicationCode) => AccountsClient) | null
  foreign: ForeignSignOn | null
  clientOf: (publication: PublicationCode) => Omit<SignOnClient, 'bearerCookie'>
  countStep: CountStep
}

export const accountsElsewhere = (): Reply<never> =>
  refusal(404, 'ACCOUNTS_ELSEWHERE', 'Accounts are kept by the publisher’s own provider')

export function findAccounts({ accountsOf }: AccountContext, { publication }: RequestContext): AccountsClient | null {
  return accountsOf?.(publication) ?? null
}

/** Calls our own accounts service; refuses if the publisher has its own sign-on provider. */
export async function atAccounts<T>(
  account: AccountContext,
  context: RequestContext,
  ask: (accounts: AccountsClient) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const accounts = findAccounts(account, context)
  return accounts === null ? accountsElsewhere() : ask(accounts)
}

/** The same with the reader's access token, which is renewed first if it has expired. */
export async function atAccountsAsReader<T>(
  account: AccountContext,
  context: RequestContext,
  ask: (accounts: AccountsClient, accessToken: string) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  return atAccounts(account, context, async (accounts) => {
    const askAs = async (accessToken: string | null) =>
      accessToken === null ? notLoggedIn() : ask(accounts, accessToken)
    const first = await askAs(account.sessions.accessTokenOf(context.cookies))
    return askWithRenewal(account.sessions, context, first, (reader) => askAs(reader.accessToken))
  })
}

export function toLoginAnswer(login: AccountLogin): LoginAnswer {
  return {
    userState: login.isNewRegistration ? 'registration' : 'login',
    jwt: login.contentJwt,
    missingFields: login.missingFields,
  }
}

export function toLoginReply(
  { sessions, cookies }: AccountContext,
  login: AccountLogin,
  context: RequestContext,
): Reply<LoginAnswer> {
  const cleared = readCookie(context.cookies, RETURN_COOKIE) === null ? [] : [cookies.toReturnCookie('', context.host)]
  return reply(toLoginAnswer(login), [...sessions.toCookies(login, context.host), ...cleared])
}
