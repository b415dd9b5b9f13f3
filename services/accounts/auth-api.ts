/**
 * The content/auth API of specification 7.2 on the same accounts, in two versions: `/{publication}/api/…` (version 4) and
 * `/{publication}/…` (version 3) differ only in the shape of errors. Only fields of the contract are read; roles, ids and
 * flags in a body have no effect. No answer tells whether an address is known.
 */
import { AUTH } from '@lokalteil/contracts/accounts/auth'
import type { Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import { toPublicationCode } from '@lokalteil/domain/publication/publications'
import { Hono, type Context } from 'hono'
import { readText } from '../platform/request-body.ts'
import { isRefusal, problem, type Refusal } from '../platform/serve.ts'
import {
  changePassword,
  forgotPassword,
  getMe,
  login,
  register,
  resetPassword,
  sendEmailConfirmation,
  type AuthApi,
  type AuthCall,
} from './routes/auth.ts'
import { callback, finishSocial, startSocial } from './routes/auth-social.ts'

type Version = 'v3' | 'v4'
type Handle<Name extends keyof typeof AUTH> = (api: AuthApi, call: AuthCall<Name>) => Promise<object>

const PREFIXES = [
  ['v4', '/api'],
  ['v3', ''],
] as const
const BODY_LIMIT = 10_000

const HANDLERS: { [Name in keyof typeof AUTH]: Handle<Name> } = {
  getMe,
  login,
  register,
  forgotPassword,
  resetPassword,
  changePassword,
  sendEmailConfirmation,
  startSocial,
  callback,
}

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

export function createAuthApi(api: AuthApi): Hono {
  const app = new Hono()
  for (const [name, endpoint] of Object.entries(AUTH) as [keyof typeof AUTH, Endpoint][])
    for (const [version, prefix] of PREFIXES)
      app.on(endpoint.method, `/:publication${prefix}${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`, (c) =>
        answer(api, c, version, endpoint, HANDLERS[name] as Handle<never>),
      )
  for (const [, prefix] of PREFIXES) {
    const path = `/:publication${prefix}/connect/:provider/callback`
    app.get(path, (c) => finish(api, c, new URL(c.req.url).searchParams))
    app.post(path, async (c) => {
      const text = await readText(c.req.raw, BODY_LIMIT)
      return text === null
        ? refuse('v4', problem(413, 'TOO_LARGE', 'Too large'))
        : finish(api, c, new URLSearchParams(text))
    })
  }
  app.notFound((c) =>
    refuse(
      /^\/[^/]+\/api(\/|$)/.test(new URL(c.req.url).pathname) ? 'v4' : 'v3',
      problem(404, 'NOT_FOUND', 'Not Found'),
    ),
  )
  app.onError((error) => {
    api.onError(error, 'auth-api')
    return refuse('v4', problem(500, 'INTERNAL', 'An error occurred'))
  })
  return app
}

async function answer(
  api: AuthApi,
  c: Context,
  version: Version,
  endpoint: Endpoint,
  handle: Handle<never>,
): Promise<Response> {
  try {
    const publication = toPublicationCode(c.req.param('publication') ?? '')
    if (publication === null) return refuse(version, problem(404, 'NOT_FOUND', 'No such publication'))
    const body = endpoint.body === undefined ? undefined : await readBody(c.req.raw, endpoint)
    if (isRefusal(body)) return refuse(version, body)
    const params = endpoint.params?.safeParse(c.req.param())
    if (params?.success === false) return refuse(version, problem(404, 'NOT_FOUND', 'No such provider'))
    const call = { publication, request: c.req.raw, body, params: params?.data }
    const result = await handle(api, call as never)
    if (isRefusal(result)) return refuse(version, result)
    if (result instanceof Response) return result
    return Response.json(result, { headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } })
  } catch (error) {
    api.onError(error, 'auth-api')
    return refuse(version, problem(500, 'INTERNAL', 'An error occurred'))
  }
}

async function finish(api: AuthApi, c: Context, values: URLSearchParams): Promise<Response> {
  const publication = toPublicationCode(c.req.param('publication') ?? '')
  const provider = c.req.param('provider')
  return publication === null || (provider !== 'google' && provider !== 'apple')
    ? refuse('v4', problem(404, 'NOT_FOUND', 'No such provider'))
    : finishSocial(api, { publication, provider, values, cookie: c.req.raw.headers.get('cookie') ?? '' })
}

/** Errors in the input are 400 here, with code and fields in the details. */
function refuse(version: Version, refusal: Refusal): Response {
  const isInput =
    [403, 410, 422].includes(refusal.status) ||
    refusal.code === 'WRONG_CREDENTIALS' ||
    refusal.code === 'SOCIAL_LOGIN_FAILED'
  const status = isInput && refusal.code !== 'ACCOUNT_BLOCKED' ? 400 : refusal.status
  const name = NAMES[status] ?? 'ApplicationError'
  const message = refusal.code === 'WRONG_CREDENTIALS' ? 'Invalid identifier or password' : refusal.title
  const details = { code: refusal.code, fields: refusal.fields }
  const body =
    version === 'v4'
      ? { data: null, error: { status, name, message, details } }
      : { error: name, message, statusCode: status }
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...refusal.headers },
  })
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
