/** Shared by the portal's endpoints: the session of a call, and the answer to a login. */
import type { ACCOUNTS, SocialOutcome, AccountLogin } from '@lokalteil/contracts/accounts'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Call, type Refusal } from '../../platform/serve.ts'
import type { AccountsContext, LoggedIn, Reader } from '../context.ts'
import { checkPassword } from '../password-changes.ts'
import { getReader, toSessionTokens, toUser } from '../tokens/sessions.ts'

type AccountsCall<Name extends keyof typeof ACCOUNTS> = Call<(typeof ACCOUNTS)[Name], PublicationCode>
export type AccountsReply<Name extends keyof typeof ACCOUNTS> = Promise<AnswerOf<(typeof ACCOUNTS)[Name]> | Refusal>
export type AccountsHandler<Name extends keyof typeof ACCOUNTS> = (
  accounts: AccountsContext,
  call: AccountsCall<Name>,
) => AccountsReply<Name>

const RECENT_MS = 15 * 60_000

/** Makes an endpoint that needs an access token with a living session; 401 without. */
export function asReader<Name extends keyof typeof ACCOUNTS>(
  work: (accounts: AccountsContext, reader: Reader, body: AccountsCall<Name>['body']) => AccountsReply<Name>,
) {
  return async (accounts: AccountsContext, call: AccountsCall<Name> & { body: { accessToken: string } }) => {
    const reader = await getReader(accounts.sessions, call.context, 'access', call.body.accessToken)
    return reader === null ? notLoggedIn() : work(accounts, reader, call.body)
  }
}

export function notLoggedIn(): Refusal {
  return problem(401, 'NOT_LOGGED_IN', 'There is no living session behind the token')
}

export async function toLogin(accounts: AccountsContext, outcome: LoggedIn | Refusal): Promise<AccountLogin | Refusal> {
  if (isRefusal(outcome)) return outcome
  const { account, session, refreshToken, deviceToken, missingFields, isNewRegistration } = outcome
  const user = await toUser(accounts.sessions, account)
  const [tokens, contentJwt] = await Promise.all([
    toSessionTokens(accounts.sessions, user, session, refreshToken),
    accounts.tokens.createContentToken(session),
  ])
  return { kind: 'login', tokens, contentJwt, user, deviceToken, missingFields, isNewRegistration }
}

export async function toSocialOutcome(
  accounts: AccountsContext,
  outcome: LoggedIn | { kind: 'link-mail-sent' } | Refusal,
): Promise<SocialOutcome | Refusal> {
  return 'kind' in outcome ? outcome : toLogin(accounts, outcome)
}

/** Proof for critical changes: the password again, or a fresh login for accounts without one. */
export async function proveOwner(
  accounts: AccountsContext,
  { account, session }: Reader,
  password: string | null | undefined,
): Promise<Refusal | null> {
  if (account.password_hash !== null) return checkPassword(accounts, account, session, password ?? '')
  return accounts.now().getTime() - session.auth_time.getTime() <= RECENT_MS
    ? null
    : problem(403, 'RECENT_LOGIN_NEEDED', 'Log in again first')
}
