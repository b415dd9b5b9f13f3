/**
 * The content/auth API (specification 7.2) on the publication's own origin, in version 4 format below `/api`: the embedded one,
 * or a publisher's own at AUTH_API_URL. Only bearer and body are passed on, never cookies; redirects are not followed, calls
 * are not retried, and a missing answer becomes the error of section 8.
 */
import { Hono, type Context } from 'hono'
import { AuthAnswer } from '@lokalteil/contracts/accounts/auth'
import { LARGEST_ANSWER, type Fetch } from '@lokalteil/contracts/kernel/client'
import { readText as readAnswer } from '@lokalteil/contracts/kernel/bounded-body'
import type { SocialProvider } from '@lokalteil/contracts/accounts'
import { toAuthBase, toBracketQuery } from '@lokalteil/domain/accounts/login'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { readText } from '@lokalteil/services/platform/request-body'
import type { PortalEnv } from '../http/portal-env.ts'
import { refusal, toResponse, type RequestContext, type PortalApi } from './portal-api.ts'

/** Calls our own content/auth API in the name of the reader at this IP address. */
export type AskAuth = (request: Request, address: string) => Promise<Response>

export type AuthApi = {
  ask: (
    context: RequestContext,
    path: string,
    init: { method: string; authorization?: string | undefined; body?: string | undefined },
  ) => Promise<Response>
  /** A session token; null: the ticket is invalid, or there is no API. */
  signInWithTicket: (context: RequestContext, provider: SocialProvider, ticket: string) => Promise<string | null>
  /** URL at which a publisher's own API begins a social sign-in; null: with the embedded API. */
  toConnectAddress: ((publication: PublicationCode, provider: SocialProvider) => string) | null
}

const AUTH_MOUNT = '/__services/auth'
const TIMEOUT_MS = 15_000
const BODY_LIMIT = 10_000
const LONGEST_QUERY = 8500
const POPULATE = { populate: ['role'] } as const

export function createAuthApi(options: {
  /** Null with a publisher's own provider. */
  askOwn: AskAuth | null
  remote: { url: string; version: 'v3' | 'v4'; fetch: Fetch } | null
  onError: (error: unknown, at: string) => void
}): AuthApi | null {
  const { askOwn, remote, onError } = options
  const send = remote === null ? askOwn : (request: Request): Promise<Response> | Response => remote.fetch(request)
  if (send === null) return null
  const baseOf = (publication: PublicationCode) =>
    remote === null
      ? `http://auth.internal/${publication}/api`
      : toAuthBase(`${remote.url}/${publication}`, remote.version)
  const version = remote?.version ?? 'v4'

  const ask: AuthApi['ask'] = async (context, path, { method, authorization, body }) => {
    const request = new Request(baseOf(context.publication) + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        'user-agent': context.origin.userAgent,
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(remote === null || context.origin.address === '' ? {} : { 'x-forwarded-for': context.origin.address }),
      },
      body,
    })
    try {
      const response = await send(request, context.origin.address)
      const text = await readAnswer(response, LARGEST_ANSWER)
      if (response.status < 300 || response.status >= 400) {
        if (text !== '' || response.status === 204) return toJson(text, response)
      }
      return toUnknownError(version, `HTTP ${response.status}`)
    } catch (error) {
      onError(error, 'auth-api')
      return toUnknownError(version, 'The API does not answer')
    }
  }

  return {
    ask,
    async signInWithTicket(context, provider, ticket) {
      const response = await ask(
        context,
        `/auth/${provider}/callback?${new URLSearchParams({ access_token: ticket.slice(0, 8192) })}`,
        { method: 'GET' },
      )
      const parsed = AuthAnswer.pick({ jwt: true }).safeParse(
        response.ok ? JSON.parse(await readAnswer(response, LARGEST_ANSWER)) : null,
      )
      return parsed.success ? parsed.data.jwt : null
    },
    toConnectAddress: remote === null ? null : (publication, provider) => `${baseOf(publication)}/connect/${provider}`,
  }
}

export function createAuthRoutes({ portalApi, auth }: { portalApi: PortalApi; auth: AuthApi }): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()

  const pass = async (c: Context<PortalEnv>, path: string): Promise<Response> => {
    const asked = c
    const isWrite = c.req.method !== 'GET'
    const foreign = isWrite ? portalApi.refuseForeignWrite(asked) : null
    if (foreign !== null) return toResponse(foreign)
    const body = isWrite ? await readText(c.req.raw, BODY_LIMIT) : undefined
    if (body === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes`))
    return auth.ask(portalApi.toRequestContext(asked), path, {
      method: c.req.method,
      authorization: c.req.header('authorization'),
      body,
    })
  }

  // Fixed `populate`: parameters of the caller could read fields of other people.
  app.get('/api/users/me', (c) => pass(c, `/users/me?${toBracketQuery(POPULATE)}`))
  app.post('/api/auth/local', (c) => pass(c, '/auth/local'))
  app.post('/api/auth/local/register', (c) => pass(c, '/auth/local/register'))
  app.get('/api/auth/:provider/callback', (c) => {
    const token = c.req.query('access_token') ?? ''
    const provider = c.req.param('provider')
    if (!/^[a-z]{1,20}$/.test(provider) || token.length > LONGEST_QUERY)
      return toResponse(refusal(404, 'NOT_FOUND', 'No such provider'))
    return pass(c, `/auth/${provider}/callback?${new URLSearchParams({ access_token: token })}`)
  })
  return app
}

function toJson(text: string, response: Response): Response {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter !== null) headers.set('retry-after', retryAfter)
  return new Response(response.status === 204 ? null : text, { status: response.status, headers })
}

/** The error of section 8 for an answer without a body, or a missing one. */
function toUnknownError(version: 'v3' | 'v4', message: string): Response {
  const body =
    version === 'v4'
      ? { error: { status: 500, name: 'UnknownError', message, details: {} } }
      : { error: 'UnknownError', message, statusCode: 500 }
  return Response.json(body, {
    status: 502,
    headers: { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' },
  })
}

/** The embedded API at its public path, with documentation; rate limits count by the client's IP address. */
export function createAuthMount({ portalApi, askOwn }: { portalApi: PortalApi; askOwn: AskAuth }): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  app.all(`${AUTH_MOUNT}/*`, (c) => {
    const url = new URL(c.req.url)
    url.pathname = url.pathname.slice(AUTH_MOUNT.length) || '/'
    return askOwn(new Request(url, c.req.raw), portalApi.toRequestContext(c).origin.address)
  })
  return app
}
