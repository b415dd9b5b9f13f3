/**
 * The kernel of all calls that a publication's own pages make with cookies (S7.5-01). It refuses writes of other sites before
 * their body is read (CSRF), accepts only small JSON bodies that match the contract, takes the reader from the session alone,
 * and marks every answer private. Refusals are problems with a code and never repeat the reader's input.
 */
import type { Context, Hono } from 'hono'
import type { Result } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf, Endpoint, ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import { toReaderFlags, type ReaderFlags } from '@lokalteil/domain/access/roles'
import type { User } from '@lokalteil/domain/accounts/login'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toHonoPath, toProblemResponse } from '@lokalteil/services/platform/endpoint-http'
import { isRefusal, parseInput } from '@lokalteil/services/platform/serve'
import type { Read } from '../../app/page/content-api.ts'
import { publicationCodeOf } from './routes.ts'
import { toClientAddress } from '../http/client-address.ts'
import type { Config } from '../config/config.ts'
import { isCrossOrigin, isCrossOriginWrite, isJson } from '../http/origin.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import type { Authorised, Sessions } from '../session/session.ts'
import { readDeviceToken } from '../session/session-cookies.ts'

/** Facts about a request before its session is read. */
export type RequestContext = {
  publication: PublicationCode
  host: string
  /** The Cookie header. */
  cookies: string | undefined
  /** For rate limits and the list of sessions. */
  origin: { address: string; userAgent: string; deviceToken: string | null }
  requestId: string
}

/** The reader of the access token, whose session the accounts service has confirmed. */
export type Principal = {
  publication: PublicationCode
  sub: string
  /** From the present roles; these flags do not tell whether the address is confirmed. */
  flags: ReaderFlags
  accessToken: string
  /** The user in the ID token of the same reader; null: it has expired. */
  readUser: () => Promise<User | null>
}

/** Permission of an endpoint, and the principal its handler gets. `reader-or-guest`: null without a login. */
export type PrincipalOf = { anyone: undefined; 'reader-or-guest': Principal | null; reader: Principal }

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

/** Arguments of an endpoint's handler. */
export type PortalCall<E extends Endpoint, As extends keyof PrincipalOf> = ParsedOf<E> & {
  context: RequestContext
  principal: PrincipalOf[As]
}

export type PortalSessions = Pick<Sessions, 'authorise' | 'authoriseToken' | 'accessTokenOf' | 'read'>
export type PortalApiConfig = Pick<Config, 'originOf' | 'trustedProxies'>
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

/** The answer to a request that needs a session and has none. */
export function notLoggedIn(more: Parameters<typeof refusal>[3] = {}): Reply<never> {
  return refusal(401, 'NOT_LOGGED_IN', 'There is no living session behind the cookies', more)
}

export const sentByAnotherSite = (): Reply<never> => refusal(403, 'FORBIDDEN', 'Sent by another site')

export function toReply<T>(result: Result<T>): Reply<T> {
  return result.ok ? reply(result.data) : toRefusal(result)
}

/** Turns a service's refusal into ours; a service that did not answer, or failed, is 503. */
export function toRefusal(result: Extract<Result<unknown>, { ok: false }>): Reply<never> {
  const { status, problem, headers } = result
  const retryAfter = headers?.get('retry-after') ?? undefined
  if (status < 400 || (status >= 500 && !['BUSY', 'PROVIDER_FAILED'].includes(problem.code))) {
    return refusal(503, 'UNAVAILABLE', 'The service behind this call does not answer', {
      retryAfter: retryAfter ?? '5',
    })
  }
  return refusal(status, problem.code, problem.title, {
    fields: problem.fields,
    retryAfter,
  })
}

/** An answer as a page's `load` reads it. */
export function toRead<T>(given: Reply<T>): Read<T> {
  return given.kind === 'data' ? { ok: true, data: given.data } : { ok: false, status: given.status }
}

export const unavailable = (): Reply<never> =>
  refusal(503, 'UNAVAILABLE', 'Single sign-on does not answer', { retryAfter: '5' })

function toPrincipal(publication: PublicationCode, found: Authorised): Reply<Omit<Principal, 'readUser'> | null> {
  if (found.kind === 'unavailable') return unavailable()
  if (found.kind === 'anonymous') return reply(null)
  const { ssoId: sub, roles, accessToken } = found
  return reply({
    publication,
    sub,
    flags: toReaderFlags({ isLoggedIn: true, roles, emailVerified: false }),
    accessToken,
  })
}

/** Long, because all calls pass these steps: origin, principal, size, answer. */
export function createPortalApi(config: PortalApiConfig, sessions: PortalSessions) {
  function toRequestContext(c: Context<PortalEnv>): RequestContext {
    const cookies = c.req.header('cookie')
    const address = toClientAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('x-forwarded-for'),
      config.trustedProxies,
    )
    return {
      publication: publicationCodeOf(c.req),
      host: c.req.header('host') ?? '',
      cookies,
      origin: {
        address: address.slice(0, 100),
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
        deviceToken: readDeviceToken(cookies)?.slice(0, 200) ?? null,
      },
      requestId: c.req.header('x-request-id') ?? '',
    }
  }

  /** Null: the write comes from our own pages. */
  function refuseForeignWrite(c: Context<PortalEnv>): Reply<never> | null {
    const { headers } = c.req.raw
    if (isCrossOriginWrite(headers, config.originOf(publicationCodeOf(c.req)))) return sentByAnotherSite()
    const isEmpty =
      headers.get('content-type') === null &&
      Number(headers.get('content-length') ?? 0) === 0 &&
      headers.get('transfer-encoding') === null
    return isJson(headers) || isEmpty ? null : refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON')
  }

  /** Null: no reader is logged in. */
  async function findPrincipal({
    publication,
    cookies,
  }: Pick<RequestContext, 'publication' | 'cookies'>): Promise<Reply<Principal | null>> {
    const found = toPrincipal(publication, await sessions.authorise(publication, cookies))
    if (found.kind === 'refusal' || found.data === null) return found as Reply<null>
    const { data } = found
    return reply({
      ...data,
      async readUser() {
        const session = await sessions.read(publication, cookies)
        return session.kind === 'reader' && session.user.ssoId === data.sub ? session.user : null
      },
    })
  }

  async function getPrincipal(context: RequestContext): Promise<Reply<Principal>> {
    const found = await findPrincipal(context)
    if (found.kind === 'refusal') return found
    return found.data === null ? notLoggedIn() : reply(found.data)
  }

  const identify: { [As in keyof PrincipalOf]: (context: RequestContext) => Promise<Reply<PrincipalOf[As]>> } = {
    anyone: async () => reply(undefined),
    'reader-or-guest': findPrincipal,
    reader: getPrincipal,
  }

  async function parse<E extends Endpoint>(c: Context<PortalEnv>, endpoint: E): Promise<Reply<ParsedOf<E>>> {
    const input = await parseInput(endpoint, c.req.param(), c.req.raw, BODY_LIMIT)
    if (!isRefusal(input)) return reply(input)
    // Name the paths of faults, but never the input.
    const fields = Object.keys(input.fields ?? {}).map((path) => [path.slice(0, 100), 'NOT_ALLOWED'] as const)
    return refusal(
      input.status,
      input.code,
      input.title,
      fields.length === 0 ? {} : { fields: Object.fromEntries(fields) },
    )
  }

  return {
    toRequestContext,
    refuseForeignWrite,
    findPrincipal,
    /** The access token of the session that this host opened. */
    accessTokenOf: (cookies: string | undefined): string | null => sessions.accessTokenOf(cookies),
    /** The reader of such a token; null: not logged in. */
    async findOwner(
      publication: PublicationCode,
      accessToken: string,
    ): Promise<Reply<Omit<Principal, 'readUser'> | null>> {
      return toPrincipal(publication, await sessions.authoriseToken(publication, accessToken))
    },
    /** For forms, whose refusal is a page, and for downloads, which other sites must not make a browser fetch. */
    isCrossOrigin: (c: Context<PortalEnv>): boolean =>
      isCrossOrigin(c.req.raw.headers, config.originOf(publicationCodeOf(c.req))),

    /** For routes that are no endpoint of a contract. */
    async asReader<T>(context: RequestContext, work: (principal: Principal) => Promise<Reply<T>>): Promise<Reply<T>> {
      const found = await getPrincipal(context)
      return found.kind === 'refusal' ? found : work(found.data)
    },

    /** Serves an endpoint of a contract. An error thrown by `handle` is a bug and becomes the app's 500. */
    serve<E extends Endpoint, As extends keyof PrincipalOf>(
      app: Hono<PortalEnv>,
      endpoint: E,
      { as }: { as: As },
      handle: (call: PortalCall<E, As>) => Promise<Reply<AnswerOf<E>>>,
    ): void {
      app.on(endpoint.method, toHonoPath(endpoint.path), async (c) => {
        const foreign = endpoint.method === 'GET' ? null : refuseForeignWrite(c)
        if (foreign !== null) return toResponse(foreign)
        const input = await parse(c, endpoint)
        if (input.kind === 'refusal') return toResponse(input)
        const context = toRequestContext(c)
        const found = await identify[as](context)
        if (found.kind === 'refusal') return toResponse(found)
        return toResponse(await handle({ ...input.data, context, principal: found.data }))
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
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  return toProblemResponse({ ...extra, status, code, title, fields }, headers)
}

export type FileAnswer = { fileName: string; mediaType: string; body: string | Buffer<ArrayBuffer> }

/** A download that caches do not store and search engines do not list. */
export function toFileResponse(given: Reply<FileAnswer>): Response {
  if (given.kind === 'refusal') return toResponse(given)
  const { fileName, mediaType, body } = given.data
  return new Response(body, {
    headers: {
      ...NO_STORE,
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}
