/**
 * Turns a contract into a Hono app: input is parsed with the endpoint's schemas, credentials and sizes are checked, and
 * the answer is JSON or `application/problem+json`. A handler gets parsed input and returns a value, or `problem(…)`
 * for an expected failure. An exception is a bug: reported once and answered with 500, or with 503 if the database
 * cannot be used. Answers are checked against the contract unless `checkAnswers` is off (production).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AnswerOf, Contract, Endpoint, ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import { toHtmlPage, toOpenApi, type ApiInfo } from '@lokalteil/contracts/kernel/openapi'
import { Hono } from 'hono'
import { toOutage, type Outage } from './database/outage.ts'
import { toHonoPath, toProblemResponse } from './endpoint-http.ts'
import { readBytes } from './request-body.ts'

const REFUSAL = Symbol('refusal')

export type Refusal = {
  [REFUSAL]: true
  status: number
  code: string
  title: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** An expected error answer of a handler. `title` is for readers of logs; never personal data. */
export function problem(status: number, code: string, title: string, headers?: Record<string, string>): Refusal {
  return { [REFUSAL]: true, status, code, title, headers }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && REFUSAL in value
}

const CREATED = Symbol('created')

export type Created<T> = { [CREATED]: true; answer: T }

/** Wraps the answer of an endpoint with `creates`: the status is 201 instead of 200. */
export function created<T>(answer: T): Created<T> {
  return { [CREATED]: true, answer }
}

const HEADED = Symbol('headed')

type Headed<T> = { [HEADED]: true; answer: T; headers: readonly (readonly [string, string])[] }

/** Wraps an answer that sends headers of its own, such as `set-cookie`. */
export function withHeaders<T>(answer: T, headers: Headed<T>['headers']): Headed<T> {
  return { [HEADED]: true, answer, headers }
}

function isHeaded(value: unknown): value is Headed<unknown> {
  return typeof value === 'object' && value !== null && HEADED in value
}

function isCreated(value: unknown): value is Created<unknown> {
  return typeof value === 'object' && value !== null && CREATED in value
}

export type Call<E extends Endpoint, Context> = ParsedOf<E> & { context: Context; request: Request; requestId: string }

export type Handlers<C extends Contract, Context> = {
  [K in keyof C]: (call: Call<C[K], Context>) => Promise<HandlerAnswer<C[K]>> | HandlerAnswer<C[K]>
}

/** Handlers as functions of a module: the service they share is the first parameter. */
export type BoundHandlers<Service, C extends Contract, Context> = {
  [K in keyof C]: (service: Service, call: Call<C[K], Context>) => Promise<HandlerAnswer<C[K]>> | HandlerAnswer<C[K]>
}

export function bindHandlers<Service, C extends Contract, Context>(
  service: Service,
  handlers: BoundHandlers<Service, C, Context>,
): Handlers<C, Context> {
  const bound = Object.entries(handlers).map(([name, handle]) => [
    name,
    (call: Call<C[keyof C], Context>) => (handle as BoundHandlers<Service, C, Context>[keyof C])(service, call),
  ])
  return Object.fromEntries(bound) as Handlers<C, Context>
}

type HandlerAnswer<E extends Endpoint> =
  | AnswerOf<E>
  | Refusal
  | Headed<AnswerOf<E>>
  | (E['creates'] extends true ? Created<AnswerOf<E>> : never)

export type ServeOptions<C extends Contract, Context> = {
  /** Prefix of every path of the contract, e.g. `/:publication`; its parameters go to `toContext`. */
  base?: string
  /**
   * Derives the context of a call from the parameters of `base` and the request. A refusal answers before the body is
   * read.
   */
  toContext: (
    params: Readonly<Record<string, string>>,
    request: Request,
    name: keyof C & string,
  ) => Context | Refusal | Promise<Context | Refusal>
  /** For endpoints with `security: 'service-key'`. */
  serviceKey?: string
  /** Bytes of a body by endpoint; default 1 MB. */
  bodyLimits?: Partial<Record<keyof C & string, number>>
  /** Extra headers of successful answers. */
  headers?: Readonly<Record<string, string>>
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
}

const BODY_LIMIT = 1_000_000
const MOST_ISSUES = 20
const REQUEST_ID = /^[\w.:-]{1,64}$/

export function serveContract<C extends Contract, Context>(
  contract: C,
  handlers: Handlers<C, Context>,
  options: ServeOptions<C, Context>,
): Hono {
  const app = new Hono()
  const checkAnswers = options.checkAnswers ?? process.env.NODE_ENV !== 'production'
  const isKey = toKeyCheck(options.serviceKey)
  const baseNames = [...(options.base ?? '').matchAll(/:(\w+)/g)].map((match) => match[1]!)

  for (const [name, endpoint] of Object.entries(contract)) {
    const handle = handlers[name] as unknown as (call: Call<Endpoint, Context>) => Promise<unknown>
    const limit = options.bodyLimits?.[name] ?? BODY_LIMIT
    app.on(endpoint.method, (options.base ?? '') + toHonoPath(endpoint.path), async (c) => {
      const requestId = toRequestId(c.req.raw.headers.get('x-request-id'))
      try {
        const params: Record<string, string> = c.req.param()
        const context = await options.toContext(
          Object.fromEntries(baseNames.map((key) => [key, params[key] ?? ''])),
          c.req.raw,
          name,
        )
        if (isRefusal(context)) return refuse(context, requestId)
        if (endpoint.security === 'service-key' && !isKey(c.req.raw.headers.get('authorization'))) {
          return refuse(
            problem(401, 'UNAUTHORISED', 'The service key is missing or wrong', { 'www-authenticate': 'Bearer' }),
            requestId,
          )
        }
        const input = await parseInput(endpoint, params, c.req.raw, limit)
        if (isRefusal(input)) return refuse(input, requestId)
        const given = await handle({ ...input, context, request: c.req.raw, requestId })
        if (isRefusal(given)) return refuse(given, requestId)
        const answer = isHeaded(given) ? given.answer : given
        const headers = new Headers({ 'x-request-id': requestId })
        if (isHeaded(given)) for (const [header, value] of given.headers) headers.append(header, value)
        if (endpoint.answer === null) return new Response(null, { status: 204, headers })
        const shown = isCreated(answer) ? answer.answer : answer
        if (checkAnswers) endpoint.answer.parse(shown)
        headers.set('content-type', 'application/json')
        for (const [header, value] of Object.entries(options.headers ?? {})) headers.set(header, value)
        return new Response(JSON.stringify(shown), { status: isCreated(answer) ? 201 : 200, headers })
      } catch (error) {
        const outage = toOutage(error)
        if (outage !== null) {
          if (isWorthTelling(outage.code)) options.onError?.(error, requestId)
          return refuse(toOutageRefusal(outage), requestId)
        }
        options.onError?.(error, requestId)
        return refuse(problem(500, 'INTERNAL', 'The service failed'), requestId)
      }
    })
  }
  app.notFound((c) => answerUnknownAddress(c.req.raw))
  return app
}

export function answerUnknownAddress(request: Request): Response {
  return refuse(problem(404, 'NOT_FOUND', 'No such address'), toRequestId(request.headers.get('x-request-id')))
}

/** `/openapi.json` for programs and `/docs` for people. */
export function serveDocumentation(contract: Contract, info: ApiInfo): Hono {
  const app = new Hono()
  let document: string | null = null
  let page: string | null = null
  app.get(
    '/openapi.json',
    () =>
      new Response((document ??= JSON.stringify(toOpenApi(contract, info))), {
        headers: { 'content-type': 'application/json' },
      }),
  )
  app.get(
    '/docs',
    () =>
      new Response((page ??= toHtmlPage(contract, info)), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        },
      }),
  )
  return app
}

/**
 * Parses a request with the endpoint's schemas, for services and for a publication's own origin. The `fields` of a refusal have
 * the faults by path.
 */
export async function parseInput<E extends Endpoint>(
  endpoint: E,
  params: Record<string, string>,
  request: Request,
  limit: number,
): Promise<ParsedOf<E> | Refusal> {
  const input: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  function take(part: 'params' | 'query' | 'body', value: unknown): void {
    const result = endpoint[part]?.safeParse(value)
    if (result?.success === true) input[part] = result.data
    for (const issue of result?.error?.issues.slice(0, MOST_ISSUES) ?? [])
      fields[[part, ...issue.path].join('.')] = issue.message
  }
  take('params', params)
  if (endpoint.query !== undefined) {
    const query = toQuery(request.url)
    if (typeof query === 'string') fields[`query.${query}`] = 'given more than once'
    else take('query', query)
  }
  if (endpoint.body !== undefined) {
    const body = await readJson(request, limit)
    if (isRefusal(body)) return body
    take('body', body.value)
  }
  if (Object.keys(fields).length === 0) return input as ParsedOf<E>
  return { ...problem(400, 'BAD_REQUEST', 'The input does not fit the contract'), fields }
}

/** Parameters by name; a text is the name of a parameter that occurs twice. */
function toQuery(url: string): Record<string, string> | string {
  const query: Record<string, string> = Object.create(null) as Record<string, string>
  const start = url.indexOf('?')
  if (start === -1) return query
  for (const [key, value] of new URLSearchParams(url.slice(start + 1))) {
    if (key in query) return key
    query[key] = value
  }
  return query
}

async function readJson(request: Request, limit: number): Promise<{ value: unknown } | Refusal> {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers.get('content-type') ?? ''))
    return problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON')
  const bytes = await readBytes(request, limit)
  if (bytes === null) return problem(413, 'TOO_LARGE', `The body is larger than ${limit} bytes`)
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return problem(400, 'BAD_REQUEST', 'The body is not JSON')
  }
}

/**
 * Compares in constant time, so that the delay of an answer tells nothing about the key. Without a key no authorization is right.
 */
export function toKeyCheck(key: string | null | undefined): (authorization: string | null) => boolean {
  if (!key) return () => false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`Bearer ${key}`)
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected)
}

function refuse(refusal: Refusal, requestId: string): Response {
  const { status, code, title, fields, headers } = refusal
  return toProblemResponse(
    { status, code, title, fields, requestId },
    { 'cache-control': 'no-store', 'x-request-id': requestId, ...headers },
  )
}

/**
 * 503 with `Retry-After`.
 * @epaper
 */
export function toOutageRefusal({ code, title, retryAfter }: Outage): Refusal {
  return problem(503, code, title, { 'retry-after': String(retryAfter) })
}

const TELL_MS = 1000
const toldAt = new Map<string, number>()

/** In an outage every request fails with the same message: log it once a second (rate limit). */
function isWorthTelling(code: string): boolean {
  const now = performance.now()
  if (now - (toldAt.get(code) ?? -TELL_MS) < TELL_MS) return false
  toldAt.set(code, now)
  return true
}

let requestCount = 0
const processId = Math.random().toString(36).slice(2, 8)

/** The caller's request id if it is fit for a log, else a new one. */
function toRequestId(given: string | null): string {
  return given !== null && REQUEST_ID.test(given) ? given : `${processId}-${++requestCount}`
}
