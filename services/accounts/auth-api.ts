/**
 * The content/auth API of specification 7.2 over the same accounts, in both versions: `/{mandator}/api/…` (version 4) and
 * `/{mandator}/…` (version 3) differ only in the shape of errors. Only the fields of the contract are read; roles, ids and
 * flags in a body mean nothing. Answers that depend on an address being known do not differ.
 */
import { createHash } from 'node:crypto'
import { AUTH, type AuthAnswer, type AuthUser } from '@lokalteil/contracts/auth'
import type { Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import { toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono, type Context } from 'hono'
import { readText } from '../platform/request-body.ts'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import type { AccountsContext, RequestContext, LoggedIn, Reader } from './context.ts'
import type { Limits } from './limits.ts'
import type { AccountRow } from './schema.ts'
import type { Sessions } from './tokens/sessions.ts'
import type { Social } from './providers/social.ts'
import type { Tokens } from './tokens/tokens.ts'
import * as confirmations from './confirmations.ts'
import * as logins from './logins.ts'
import * as passwordChanges from './password-changes.ts'
import * as registrations from './registrations.ts'
import * as socialLogins from './social-logins.ts'

type Version = 'v3' | 'v4'
export type AuthApiOptions = {
  accounts: AccountsContext
  sessions: Sessions
  tokens: Tokens
  social: Social
  limits: Limits
  origins: Readonly<Record<Mandator, string>>
  /** Public address of the API of a publication, without prefix. */
  baseOf: (mandator: Mandator) => string
  /** Where /connect ends in the portal; `access_token` is added. */
  socialReturnPath: (provider: string) => string
  addressOf: (request: Request) => string
  onError: (error: unknown, requestId: string) => void
}

const BODY_LIMIT = 10_000
const STATE_COOKIE = 'social_state'

const NAMES: Readonly<Record<number, string>> = {
  400: 'ValidationError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  413: 'PayloadTooLargeError',
  415: 'UnsupportedMediaTypeError',
  429: 'RateLimitError',
  500: 'InternalServerError',
  502: 'BadGatewayError',
  503: 'ServiceUnavailableError',
}

export function createAuthApi(options: AuthApiOptions): Hono {
  const { accounts, sessions, tokens, social, limits } = options
  const app = new Hono()

  const toRequestContext = (request: Request): RequestContext => ({
    address: options.addressOf(request),
    userAgent: request.headers.get('user-agent') ?? '',
  })

  async function getReader(mandator: Mandator, request: Request): Promise<Reader | Refusal> {
    const bearer = /^Bearer ([\w.-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    return (
      (await sessions.getReader(mandator, 'content', bearer)) ??
      problem(401, 'NOT_LOGGED_IN', 'Missing or invalid credentials')
    )
  }

  async function toAnswer(outcome: LoggedIn | Refusal): Promise<AuthAnswer | Refusal> {
    if (isRefusal(outcome)) return outcome
    return { jwt: await tokens.createContentToken(outcome.session), user: toAuthUser(outcome.account) }
  }

  type Call = {
    mandator: Mandator
    request: Request
    body: unknown
    params: Record<string, string>
    query: URLSearchParams
  }
  type Handle = (call: Call) => Promise<object | Response | Refusal>

  function on(name: keyof typeof AUTH, handle: Handle): void {
    const endpoint: Endpoint = AUTH[name]
    for (const [version, prefix] of [
      ['v4', '/api'],
      ['v3', ''],
    ] as const) {
      app.on(endpoint.method, `/:mandator${prefix}${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`, (c) =>
        answer(c, version, endpoint, handle),
      )
    }
  }

  async function answer(c: Context, version: Version, endpoint: Endpoint, handle: Handle): Promise<Response> {
    try {
      const mandator = toMandator(c.req.param('mandator') ?? '')
      if (mandator === null) return refuse(version, problem(404, 'NOT_FOUND', 'No such publication'))
      const body = endpoint.body === undefined ? null : await readBody(c.req.raw, endpoint)
      if (isRefusal(body)) return refuse(version, body)
      const params = endpoint.params?.safeParse(c.req.param())
      if (params?.success === false) return refuse(version, problem(404, 'NOT_FOUND', 'No such provider'))
      const result = await handle({
        mandator,
        request: c.req.raw,
        body,
        params: c.req.param(),
        query: new URL(c.req.url).searchParams,
      })
      if (isRefusal(result)) return refuse(version, result)
      if (result instanceof Response) return result
      return Response.json(result, { headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } })
    } catch (error) {
      options.onError(error, 'auth-api')
      return refuse(version, problem(500, 'INTERNAL', 'An error occurred'))
    }
  }

  on('getMe', async ({ mandator, request }) => {
    const reader = await getReader(mandator, request)
    return isRefusal(reader) ? reader : toAuthUser(reader.account)
  })
  on('login', async ({ mandator, request, body }) => {
    const { identifier, password } = AUTH.login.body.parse(body)
    return toAnswer(
      await logins.login(accounts, mandator, 'content', { email: identifier, password }, toRequestContext(request)),
    )
  })
  on('register', async ({ mandator, request, body }) => {
    const { email, password, salutation = '', firstName = '', lastName = '' } = AUTH.register.body.parse(body)
    return toAnswer(
      await registrations.register(
        accounts,
        mandator,
        'content',
        { salutation, firstName, lastName, email, password, consents: {} },
        toRequestContext(request),
        true,
      ),
    )
  })
  on('forgotPassword', async ({ mandator, request, body }) =>
    passwordChanges.forgotPassword(
      accounts,
      mandator,
      AUTH.forgotPassword.body.parse(body).email,
      toRequestContext(request),
    ),
  )
  on('resetPassword', async ({ mandator, request, body }) =>
    toAnswer(
      await passwordChanges.resetPassword(
        accounts,
        mandator,
        'content',
        AUTH.resetPassword.body.parse(body),
        toRequestContext(request),
      ),
    ),
  )
  on('changePassword', async ({ mandator, request, body }) => {
    const reader = await getReader(mandator, request)
    return isRefusal(reader)
      ? reader
      : toAnswer(
          await passwordChanges.changePassword(
            accounts,
            reader,
            'content',
            AUTH.changePassword.body.parse(body),
            toRequestContext(request),
          ),
        )
  })
  on('sendEmailConfirmation', async ({ mandator, request, body }) => {
    const { email } = AUTH.sendEmailConfirmation.body.parse(body)
    const reader = await getReader(mandator, request)
    if (!isRefusal(reader)) {
      const sent = await confirmations.sendConfirmation(accounts, reader)
      if (isRefusal(sent)) return sent
    }
    return { email, sent: true }
  })

  // --- Social sign-in

  on('callback', async ({ mandator, request, params, query }) => {
    const provider = params.provider as 'google' | 'apple'
    const token = AUTH.callback.query.safeParse({ access_token: query.get('access_token') ?? '' })
    if (!token.success) return problem(400, 'BAD_REQUEST', 'access_token is missing')
    const refusal = await limits.take(limits.ofAddress('social', options.addressOf(request)))
    if (refusal !== null) return refusal
    const value = token.data.access_token
    const identity = value.includes('.')
      ? await social.verifyCredential(mandator, provider, value, readNonce(value))
      : await social.takeIdentity(mandator, provider, value)
    if (isRefusal(identity)) return identity
    const outcome = await socialLogins.signInWithIdentity(
      accounts,
      mandator,
      'content',
      identity,
      toRequestContext(request),
    )
    if (!isRefusal(outcome) && 'kind' in outcome)
      return problem(403, 'LINK_MAIL_SENT', 'An account with this address exists; its owner was asked by mail')
    return toAnswer(outcome)
  })

  on('startSocial', async ({ mandator, request, params }) => {
    const provider = params.provider as 'google' | 'apple'
    const refusal = await limits.take(limits.ofAddress('social', options.addressOf(request)))
    if (refusal !== null) return refusal
    const started = await social.start(mandator, provider, `${options.baseOf(mandator)}/connect/${provider}/callback`)
    if (isRefusal(started)) return started
    const cookie = `${STATE_COOKIE}=${digest(started.state)}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax${options.baseOf(mandator).startsWith('https:') ? '; Secure' : ''}`
    return new Response(null, {
      status: 302,
      headers: { location: started.url!, 'set-cookie': cookie, 'cache-control': 'no-store' },
    })
  })

  async function finish(c: Context, values: URLSearchParams): Promise<Response> {
    const mandator = toMandator(c.req.param('mandator') ?? '')
    const provider = c.req.param('provider')
    if (mandator === null || (provider !== 'google' && provider !== 'apple'))
      return refuse('v4', problem(404, 'NOT_FOUND', 'No such provider'))
    const to = (path: string) =>
      new Response(null, {
        status: 303,
        headers: {
          location: options.origins[mandator] + path,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'set-cookie': `${STATE_COOKIE}=; Path=/; Max-Age=0`,
        },
      })
    const state = values.get('state') ?? ''
    const cookie = new RegExp(`(?:^|;\\s*)${STATE_COOKIE}=([\\w-]+)`).exec(c.req.raw.headers.get('cookie') ?? '')?.[1]
    // Apple posts from its own site, without our cookie; there the single-use state on the server has to do (S7.5-11).
    if (provider === 'google' && cookie !== digest(state)) return to('/error/social-login-failed')
    const identity = await social.exchangeCode(mandator, provider, values.get('code') ?? '', state)
    if (isRefusal(identity)) return to('/error/social-login-failed')
    return to(`${options.socialReturnPath(provider)}?access_token=${await social.keepIdentity(mandator, identity)}`)
  }
  for (const prefix of ['/api', '']) {
    app.get(`/:mandator${prefix}/connect/:provider/callback`, (c) => finish(c, new URL(c.req.url).searchParams))
    app.post(`/:mandator${prefix}/connect/:provider/callback`, async (c) => {
      const text = await readText(c.req.raw, BODY_LIMIT)
      return text === null ? refuse('v4', problem(413, 'TOO_LARGE', 'Too large')) : finish(c, new URLSearchParams(text))
    })
  }

  app.notFound((c) =>
    refuse(
      /^\/[^/]+\/api(\/|$)/.test(new URL(c.req.url).pathname) ? 'v4' : 'v3',
      problem(404, 'NOT_FOUND', 'Not Found'),
    ),
  )
  app.onError((error) => {
    options.onError(error, 'auth-api')
    return refuse('v4', problem(500, 'INTERNAL', 'An error occurred'))
  })
  return app

  function digest(state: string): string {
    return createHash('sha256').update(`connect ${state}`).digest('base64url')
  }
}

export function toAuthUser(account: AccountRow): AuthUser {
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

/** What failed because of the input is 400 here; the code and the fields stand in the details. */
function refuse(version: Version, refusal: Refusal): Response {
  const isInput =
    [403, 410, 422].includes(refusal.status) ||
    refusal.code === 'WRONG_CREDENTIALS' ||
    refusal.code === 'SOCIAL_LOGIN_FAILED'
  const status = isInput && refusal.code !== 'ACCOUNT_BLOCKED' ? 400 : refusal.status
  const name = NAMES[status] ?? 'ApplicationError'
  const message = refusal.code === 'WRONG_CREDENTIALS' ? 'Invalid identifier or password' : refusal.title
  const details = { code: refusal.code, ...(refusal.fields === undefined ? {} : { fields: refusal.fields }) }
  const body =
    version === 'v4'
      ? { data: null, error: { status, name, message, details } }
      : { error: name, message, statusCode: status }
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...refusal.headers },
  })
}

/** The value must come back from the store of nonces, so that a guess is worth nothing. */
function readNonce(credential: string): string {
  try {
    const claims = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      nonce?: unknown
    } | null
    return typeof claims?.nonce === 'string' ? claims.nonce : ''
  } catch {
    return ''
  }
}

async function readBody(request: Request, endpoint: Endpoint): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON')
  const text = await readText(request, BODY_LIMIT)
  if (text === null) return problem(413, 'TOO_LARGE', 'The body is too large')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return problem(400, 'BAD_REQUEST', 'The body is not JSON')
  }
  const parsed = endpoint.body!.safeParse(value)
  if (parsed.success) return parsed.data
  return {
    ...problem(400, 'BAD_REQUEST', 'The input does not fit'),
    fields: Object.fromEntries(parsed.error.issues.slice(0, 20).map((issue) => [issue.path.join('.'), 'NOT_ALLOWED'])),
  }
}
