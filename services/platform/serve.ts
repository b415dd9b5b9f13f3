/**
 * Turns a contract into a Hono app: input is parsed with the endpoint's schemas, credentials and sizes are checked, and
 * the answer is JSON or `application/problem+json`. A handler gets parsed input and returns a value, or `problem(…)`
 * for an expected failure. An exception is a bug: reported once and answered with 500, or with 503 if the database
 * cannot be used. Answers are checked against the contract unless `checkAnswers` is off (production).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { LocalCall, LooseCall, Result } from '@lokalteil/contracts/kernel/client'
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

/** The part of a request that every call has; one from the same process has no more. */
export type Asked = Pick<Request, 'headers' | 'method'>

export type ServeOptions<C extends Contract, Context> = {
  /** Prefix of every path of the contract, e.g. `/:publication`; its parameters go to `toContext`. */
  base?: string
  /**
   * Derives the context of a call from the parameters of `base` and the request. A refusal answers before the body is
   * read.
   */
  toContext: (
    params: Readonly<Record<string, string>>,
    request: Asked,
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
  const base = options.base ?? ''
  const baseNames = [...base.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const basePattern = new RegExp(`^${base.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const calls = new Map<Endpoint, LocalEndpoint>()

  for (const [name, endpoint] of Object.entries(contract)) {
    const handle = handlers[name] as unknown as (call: Call<Endpoint, Context>) => Promise<unknown>
    const limit = options.bodyLimits?.[name] ?? BODY_LIMIT

    async function answer(
      params: Readonly<Record<string, string>>,
      asked: Asked,
      toRequest: () => Request,
      read: () => Promise<ParsedOf<Endpoint> | Refusal>,
      requestId: string,
    ): Promise<HandledCall> {
      try {
        const context = await options.toContext(
          Object.fromEntries(baseNames.map((key) => [key, params[key] ?? ''])),
          asked,
          name,
        )
        if (isRefusal(context)) return context
        if (endpoint.security === 'service-key' && !isKey(asked.headers.get('authorization')))
          return problem(401, 'UNAUTHORISED', 'The service key is missing or wrong', { 'www-authenticate': 'Bearer' })
        const input = await read()
        if (isRefusal(input)) return input
        const call = Object.defineProperty({ ...input, context, requestId }, 'request', {
          enumerable: true,
          get: toRequest,
        })
        const given = await handle(call as Call<Endpoint, Context>)
        if (isRefusal(given)) return given
        const found = isHeaded(given) ? given.answer : given
        const shown = isCreated(found) ? found.answer : found
        if (checkAnswers && !isKept(shown)) endpoint.answer?.parse(shown)
        return { shown, isCreated: isCreated(found), headers: isHeaded(given) ? given.headers : [] }
      } catch (error) {
        return toFailure(error, requestId)
      }
    }

    function toFailure(error: unknown, requestId: string): Refusal {
      const outage = toOutage(error)
      if (outage === null || isWorthTelling(outage.code)) options.onError?.(error, requestId)
      return outage === null ? problem(500, 'INTERNAL', 'The service failed') : toOutageRefusal(outage)
    }

    app.on(endpoint.method, base + toHonoPath(endpoint.path), async (c) => {
      const request = c.req.raw
      const requestId = toRequestId(request.headers.get('x-request-id'))
      const params: Record<string, string> = c.req.param()
      const read = () => parseInput(endpoint, params, request, limit)
      const found = await answer(params, request, () => request, read, requestId)
      if (isRefusal(found)) return refuse(found, requestId)
      try {
        const headers = new Headers({ 'x-request-id': requestId })
        for (const [header, value] of found.headers) headers.append(header, value)
        if (endpoint.answer === null) return new Response(null, { status: 204, headers })
        headers.set('content-type', 'application/json')
        for (const [header, value] of Object.entries(options.headers ?? {})) headers.set(header, value)
        return new Response(JSON.stringify(found.shown), { status: found.isCreated ? 201 : 200, headers })
      } catch (error) {
        return refuse(toFailure(error, requestId), requestId)
      }
    })

    calls.set(endpoint, (address) => {
      const found = basePattern.exec(address)
      if (found === null) return null
      const params = { ...found.groups }
      return async (call, given) => {
        const headers = new Headers(given)
        const requestId = toRequestId(headers.get('x-request-id'))
        const toRequest = () => new Request(`http://service.internal${address}`, { headers: given })
        const read = async () => parseParts(endpoint, toLocalInput(call))
        return toLocalResult(
          endpoint,
          await answer(params, { headers, method: endpoint.method }, toRequest, read, requestId),
          requestId,
        )
      }
    })
  }
  app.notFound((c) => answerUnknownAddress(c.req.raw))
  LOCAL.set(app, calls)
  return app
}

export function answerUnknownAddress(request: Request): Response {
  return refuse(problem(404, 'NOT_FOUND', 'No such address'), toRequestId(request.headers.get('x-request-id')))
}

type HandledCall = Refusal | { shown: unknown; isCreated: boolean; headers: readonly (readonly [string, string])[] }

// --- Calls from the same process

/** Null: the address is not below the base of this contract. */
type LocalEndpoint = (address: string) => LocalCall | null
const LOCAL = new WeakMap<Hono, ReadonlyMap<Endpoint, LocalEndpoint>>()

/** Direct calls of an app of `serveContract` or `joinLocal`. `address`: the path of the client's base. */
export function findLocalCall(app: Hono, endpoint: Endpoint, address: string): LocalCall | null {
  return LOCAL.get(app)?.get(endpoint)?.(address) ?? null
}

/** Lets `app` take the direct calls of the apps that it routes to. */
export function joinLocal(app: Hono, parts: readonly Hono[]): void {
  LOCAL.set(app, new Map(parts.flatMap((part) => [...(LOCAL.get(part) ?? [])])))
}

const kept = new WeakSet<object>()

/**
 * Parses an answer that a service keeps for many calls. Callers in this process get this very object, not a parsed copy, and
 * must not change it; outside of production it is frozen.
 */
export function keepAnswer<E extends Endpoint>(endpoint: E, answer: AnswerOf<E>): AnswerOf<E> {
  const parsed = endpoint.answer!.parse(answer) as AnswerOf<E> & object
  kept.add(parsed)
  return process.env.NODE_ENV === 'production' ? parsed : freeze(parsed)
}

const isKept = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && kept.has(answer)

/** Freezes all that a value holds. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(freeze)
  return Object.freeze(value)
}

/** The input as a request would carry it. */
function toLocalInput({ params = {}, query = {}, body }: LooseCall): RawInput {
  return {
    params: toTexts(params as object, String),
    query: toTexts(query as object, (value) => (Array.isArray(value) ? value.join(',') : String(value))),
    body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
  }
}

function toTexts(values: object, toText: (value: unknown) => string): Record<string, string> {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(set.map(([key, value]) => [key, toText(value)]))
}

function toLocalResult(endpoint: Endpoint, found: HandledCall, requestId: string): Result<unknown> {
  if (isRefusal(found)) {
    const { status, code, title, fields, headers } = found
    const more = { ...(fields === undefined ? {} : { fields }), requestId }
    return {
      ok: false,
      status,
      problem: { status, code, title, ...more },
      headers: new Headers({ 'x-request-id': requestId, ...headers }),
    }
  }
  const headers = () => new Headers([['x-request-id', requestId], ...found.headers.map(([...one]) => one)])
  if (endpoint.answer === null) return toLazy(undefined, headers)
  if (isKept(found.shown)) return toLazy(found.shown, headers)
  const parsed = endpoint.answer.safeParse(found.shown)
  if (parsed.success) return toLazy(parsed.data, headers)
  const title = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  const broken = { status: 502, code: 'BROKEN_ANSWER', title: title.slice(0, 500) }
  return { ok: false, status: 502, problem: broken, headers: headers() }
}

/** Headers are made when they are read, because few callers do. */
function toLazy(data: unknown, toHeaders: () => Headers): Result<unknown> {
  return {
    ok: true,
    data,
    get headers() {
      return toHeaders()
    },
  }
}

// --- Documentation and input

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
  const raw: RawInput = { params, query: endpoint.query === undefined ? {} : toQuery(request.url), body: undefined }
  if (endpoint.body !== undefined) {
    const body = await readJson(request, limit)
    if (isRefusal(body)) return body
    raw.body = body.value
  }
  return parseParts(endpoint, raw)
}

/** A text as `query` is the name of a parameter that occurs twice. */
type RawInput = { params: Record<string, string>; query: Record<string, string> | string; body: unknown }

function parseParts<E extends Endpoint>(endpoint: E, { params, query, body }: RawInput): ParsedOf<E> | Refusal {
  const input: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  function take(part: 'params' | 'query' | 'body', value: unknown): void {
    const result = endpoint[part]?.safeParse(value)
    if (result?.success === true) input[part] = result.data
    for (const issue of result?.error?.issues.slice(0, MOST_ISSUES) ?? [])
      fields[[part, ...issue.path].join('.')] = issue.message
  }
  take('params', params)
  if (typeof query === 'string') fields[`query.${query}`] = 'given more than once'
  else take('query', query)
  take('body', body)
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
