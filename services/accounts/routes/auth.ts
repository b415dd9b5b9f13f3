/** Endpoints of the content/auth API for passwords and bearers. */
import type { AUTH, AuthAnswer, AuthUser } from '@lokalteil/contracts/accounts/auth'
import type { ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import * as confirmations from '../confirmations.ts'
import type { AccountsContext, LoggedIn, Reader, RequestContext } from '../context.ts'
import * as logins from '../logins.ts'
import * as passwordChanges from '../password-changes.ts'
import * as registrations from '../registrations.ts'
import type { AccountRow } from '../schema.ts'
import { getReader } from '../tokens/sessions.ts'

export type AuthApi = {
  accounts: AccountsContext
  /** Public address of a publication's API, without prefix. */
  baseOf: (publication: PublicationCode) => string
  /** Path in the portal where /connect ends; `access_token` is added. */
  socialReturnPath: (provider: string) => string
  addressOf: (request: Request) => string
  onError: (error: unknown, requestId: string) => void
}

export type AuthCall<Name extends keyof typeof AUTH> = Omit<ParsedOf<(typeof AUTH)[Name]>, 'query'> & {
  publication: PublicationCode
  request: Request
}
type Answered = Promise<AuthAnswer | Refusal>

export async function getMe(api: AuthApi, call: AuthCall<'getMe'>): Promise<AuthUser | Refusal> {
  const reader = await getBearer(api, call)
  return isRefusal(reader) ? reader : toAuthUser(reader.account)
}

export async function login(api: AuthApi, { publication, request, body }: AuthCall<'login'>): Answered {
  const credentials = { email: body.identifier, password: body.password }
  const context = toRequestContext(api, request)
  return toAnswer(api, await logins.login(api.accounts, publication, 'content', credentials, context))
}

export async function register(api: AuthApi, { publication, request, body }: AuthCall<'register'>): Answered {
  const { email, password, salutation = '', firstName = '', lastName = '' } = body
  const input = { salutation, firstName, lastName, email, password, consents: {} }
  const context = toRequestContext(api, request)
  return toAnswer(api, await registrations.register(api.accounts, publication, 'content', input, context, true))
}

export function forgotPassword(api: AuthApi, { publication, request, body }: AuthCall<'forgotPassword'>) {
  return passwordChanges.forgotPassword(api.accounts, publication, body.email, toRequestContext(api, request))
}

export async function resetPassword(api: AuthApi, { publication, request, body }: AuthCall<'resetPassword'>): Answered {
  const context = toRequestContext(api, request)
  return toAnswer(api, await passwordChanges.resetPassword(api.accounts, publication, 'content', body, context))
}

export async function changePassword(api: AuthApi, call: AuthCall<'changePassword'>): Answered {
  const reader = await getBearer(api, call)
  if (isRefusal(reader)) return reader
  const context = toRequestContext(api, call.request)
  return toAnswer(api, await passwordChanges.changePassword(api.accounts, reader, 'content', call.body, context))
}

export async function sendEmailConfirmation(api: AuthApi, call: AuthCall<'sendEmailConfirmation'>) {
  const reader = await getBearer(api, call)
  if (!isRefusal(reader)) {
    const sent = await confirmations.sendConfirmation(api.accounts, reader)
    if (isRefusal(sent)) return sent
  }
  return { email: call.body.email, sent: true }
}

async function getBearer(
  { accounts }: AuthApi,
  { publication, request }: { publication: PublicationCode; request: Request },
): Promise<Reader | Refusal> {
  const bearer = /^Bearer ([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return (
    (await getReader(accounts.sessions, publication, 'content', bearer)) ??
    problem(401, 'NOT_LOGGED_IN', 'Missing or invalid credentials')
  )
}

export function toRequestContext({ addressOf }: AuthApi, request: Request): RequestContext {
  return { address: addressOf(request), userAgent: request.headers.get('user-agent') ?? '' }
}

export async function toAnswer({ accounts }: AuthApi, outcome: LoggedIn | Refusal): Answered {
  if (isRefusal(outcome)) return outcome
  return { jwt: await accounts.tokens.createContentToken(outcome.session), user: toAuthUser(outcome.account) }
}

function toAuthUser(account: AccountRow): AuthUser {
  return {
    id: account.id,
    username: account.email,
    email: account.email,
    provider: account.provider,
    confirmed: account.email_verified_at !== null,
    blocked: account.is_blocked,
    createdAt: account.created_at.toISOString(),
    updatedAt: account.changed_at.toISOString(),
    role: { name: 'Authenticated', type: 'authenticated' },
  }
}
