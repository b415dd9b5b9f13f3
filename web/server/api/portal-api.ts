/**
 * The one door for what a publication's own pages ask with their cookies (S7.5-01): a write of another site is refused
 * before its body is read, bodies are JSON of the contract's shape and small, every answer is private. A write that
 * proves nothing about its origin (no JSON, no Origin, no Sec-Fetch-Site) is another site's as well. Refusals are
 * problems with a code; nothing of the reader's input comes back.
 */
import type { Context, Hono } from 'hono'
import type { Result } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf, Endpoint, ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { readText } from '@lokalteil/services/platform/request-body'
import { mandatorOf } from './routes.ts'
import { toClientAddress } from '../http/client-address.ts'
import type { Config } from '../config/config.ts'
import { isForeign } from './contract-routes.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { DEVICE_COOKIE, readCookie } from '../session/session-cookies.ts'

/** Who asks, as far as the request itself says. */
export type RequestContext = {
  mandator: Mandator
  host: string
  /** The Cookie header. */
  cookies: string | undefined
  /** For the services' limits and sessions. */
  origin: { address: string; userAgent: string; deviceToken: string | null }
  requestId: string
}

export type Reply<T> =
  | { kind: 'data'; data: T; setCookies?: readonly string[] }
  | {
      kind: 'refusal'
      status: number
      code: string
      title: string
      fields?: Record<string, string>
      retryAfter?: string
      setCookies?: readonly string[]
      extra?: Record<string, unknown>
    }

export type PortalApiConfig = Pick<Config, 'origins' | 'trustedProxies'>
export type PortalApi = ReturnType<typeof createPortalApi>

export const NO_STORE = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  vary: 'Cookie',
} as const
const BODY_LIMIT = 20_000

export function reply<T>(data: T, setCookies: readonly string[] = []): Reply<T> {
  return { kind: 'data', data, setCookies }
}

export function refusal(
  status: number,
  code: string,
  title: string,
  more: Omit<Extract<Reply<never>, { kind: 'refusal' }>, 'kind' | 'status' | 'code' | 'title'> = {},
): Reply<never> {
  return { kind: 'refusal', status, code, title, ...more }
}

/** A service's no, in its own words; one that could not be asked, or broke, is 503. */
export function toRefusal(result: Extract<Result<unknown>, { ok: false }>): Reply<never> {
  const { status, problem, headers } = result
  const retryAfter = headers?.get('retry-after') ?? undefined
  if (status < 400 || (status >= 500 && !['BUSY', 'PROVIDER_FAILED'].includes(problem.code))) {
    return refusal(503, 'UNAVAILABLE', 'The service behind this call does not answer', {
      retryAfter: retryAfter ?? '5',
    })
  }
  return refusal(status, problem.code, problem.title, {
    ...(problem.fields === undefined ? {} : { fields: problem.fields }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

export const unavailable = (): Reply<never> =>
  refusal(503, 'UNAVAILABLE', 'Single sign-on does not answer', { retryAfter: '5' })

export function createPortalApi(config: PortalApiConfig) {
  function toRequestContext(c: Context<PortalEnv>): RequestContext {
    const cookies = c.req.header('cookie')
    const address = toClientAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('x-forwarded-for'),
      config.trustedProxies,
    )
    return {
      mandator: mandatorOf(c.req),
      host: c.req.header('host') ?? '',
      cookies,
      origin: {
        address: address.slice(0, 100),
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
        deviceToken: readCookie(cookies, DEVICE_COOKIE)?.slice(0, 200) ?? null,
      },
      requestId: c.req.header('x-request-id') ?? '',
    }
  }

  /** Null: a write of our own pages. */
  function refuseForeignWrite(c: Context<PortalEnv>): Reply<never> | null {
    const { headers } = c.req.raw
    const isJson = /^application\/json\b/i.test(headers.get('content-type') ?? '')
    const isSilent = headers.get('origin') === null && headers.get('sec-fetch-site') === null
    if (isForeign(headers, config.origins[mandatorOf(c.req)]) || (isSilent && !isJson))
      return refusal(403, 'FORBIDDEN', 'Sent by another site')
    const isEmpty =
      headers.get('content-type') === null &&
      Number(headers.get('content-length') ?? 0) === 0 &&
      headers.get('transfer-encoding') === null
    return isJson || isEmpty ? null : refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON')
  }

  async function parse<E extends Endpoint>(c: Context<PortalEnv>, endpoint: E): Promise<ParsedOf<E> | Reply<never>> {
    const input: Record<string, unknown> = {}
    const fields: Record<string, string> = {}
    const take = (place: 'params' | 'query' | 'body', value: unknown) => {
      const parsed = endpoint[place]?.safeParse(value)
      if (parsed === undefined) return
      if (parsed.success) input[place] = parsed.data
      else
        for (const issue of parsed.error.issues.slice(0, 20))
          fields[[place, ...issue.path].join('.').slice(0, 100)] = 'NOT_ALLOWED'
    }
    take('params', c.req.param())
    take('query', c.req.query())
    if (endpoint.body !== undefined) {
      const text = await readText(c.req.raw, BODY_LIMIT)
      if (text === null) return refusal(413, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes`)
      try {
        take('body', JSON.parse(text))
      } catch {
        return refusal(400, 'BAD_REQUEST', 'The body is not JSON')
      }
    }
    if (Object.keys(fields).length > 0)
      return refusal(400, 'BAD_REQUEST', 'The input does not fit the contract', { fields })
    return input as ParsedOf<E>
  }

  return {
    toRequestContext,
    refuseForeignWrite,
    /** Serves an endpoint of a contract; what `handle` throws is a bug and the app's error answer. */
    serve<E extends Endpoint>(
      app: Hono<PortalEnv>,
      endpoint: E,
      handle: (asked: ParsedOf<E> & { context: RequestContext }) => Promise<Reply<AnswerOf<E>>>,
    ): void {
      app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
        const foreign = endpoint.method === 'GET' ? null : refuseForeignWrite(c)
        if (foreign !== null) return toResponse(foreign)
        const input = await parse(c, endpoint)
        if ('kind' in input) return toResponse(input as Reply<never>)
        return toResponse(await handle({ ...(input as ParsedOf<E>), context: toRequestContext(c) }))
      })
    },
  }
}

export function toResponse(given: Reply<unknown>): Response {
  const headers = new Headers(NO_STORE)
  for (const cookie of given.setCookies ?? []) headers.append('set-cookie', cookie)
  if (given.kind === 'data') {
    if (given.data === undefined) return new Response(null, { status: 204, headers })
    headers.set('content-type', 'application/json')
    return new Response(JSON.stringify(given.data), { status: 200, headers })
  }
  const { status, code, title, fields, retryAfter, extra } = given
  headers.set('content-type', 'application/problem+json')
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  return new Response(JSON.stringify({ ...extra, status, code, title, ...(fields === undefined ? {} : { fields }) }), {
    status,
    headers,
  })
}
