/**
 * The typed client: takes a `fetch` and a base address, sends only what the contract allows and parses every answer. It
 * never throws for an answer: an invalid answer or a broken connection becomes `{ok: false}` with a code, and an
 * endless answer is cut off. With `retryReads`, reads are retried once as specification 7.1 says, but not after a
 * timeout, because the caller has waited long enough.
 */
import { isWorthRetrying } from '@lokalteil/domain/outages/http-retry'
import { toAddress } from './address.ts'
import { readText } from './bounded-body.ts'
import type { AnswerOf, CallOf, Contract, Endpoint } from './endpoint.ts'
import { Problem } from './problem.ts'

export type Fetch = (request: Request) => Promise<Response> | Response

export type Result<T> =
  | { ok: true; data: T; headers: Headers }
  | { ok: false; status: number; problem: Problem; headers: Headers | null }

export type ClientOptions = {
  fetch: Fetch
  /** Without a trailing slash, e.g. `http://content.local/ak`. */
  base: string
  headers?: Readonly<Record<string, string>>
  /**
   * Timeout of a call in milliseconds. Default 2000 (D5); 0 for a service in this process, which has its own limits.
   */
  timeout?: number
  retryReads?: boolean
  /** Milliseconds that the caller has left. The pause before a retry must fit into them. Default: unlimited. */
  timeLeft?: () => number
  /** Most bytes of an answer. Default `LARGEST_ANSWER`; answers of other processes have smaller limits. */
  maxBytes?: number
  /** Direct calls of a service in this process, for calls without a timeout; null: this endpoint needs a request. */
  local?: (endpoint: Endpoint) => LocalCall | null
}

/** Calls a handler without a request and without JSON; answers as the client would. */
export type LocalCall = (call: LooseCall, headers: Readonly<Record<string, string>>) => Promise<Result<unknown>>

/** For services in this process, whose files or exports may be large. */
export const LARGEST_ANSWER = 256 * 1024 * 1024

export type CallOptions = { headers?: Readonly<Record<string, string>>; signal?: AbortSignal }

export type LooseCall = { params?: unknown; query?: unknown; body?: unknown }

export type Client<C extends Contract> = {
  [K in keyof C]: (call: CallOf<C[K]>, options?: CallOptions) => Promise<Result<AnswerOf<C[K]>>>
}

export function createClient<C extends Contract>(endpoints: C, options: ClientOptions): Client<C> {
  const calls: Record<string, unknown> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    calls[name] = (call: Record<string, unknown>, callOptions?: CallOptions) =>
      send(endpoint, call ?? {}, options, callOptions ?? {})
  }
  return calls as Client<C>
}

/**
 * The same client with the endpoint's name as data, for callers that pass on whole contracts. The input is checked
 * against the endpoint's schema at the call; the answer has the endpoint's type.
 */
export function createCaller<C extends Contract>(
  endpoints: C,
  options: ClientOptions,
): <K extends keyof C>(name: K, call: LooseCall, more?: CallOptions) => Promise<Result<AnswerOf<C[K]>>> {
  return (name, call, more = {}) => send(endpoints[name]!, call, options, more)
}

async function send(
  endpoint: Endpoint,
  call: Record<string, unknown>,
  options: ClientOptions,
  callOptions: CallOptions,
): Promise<Result<never>> {
  const local = options.timeout === 0 && callOptions.signal === undefined ? (options.local?.(endpoint) ?? null) : null
  if (local !== null) return local(call, { ...options.headers, ...callOptions.headers }) as Promise<Result<never>>
  const isRead = endpoint.method === 'GET'
  const first = await attempt(endpoint, call, options, callOptions)
  if (first.ok || !isRead || !options.retryReads || !isWorthRetrying(first.status)) return first
  if (ENDED.has(first.problem.title)) return first
  const wait = retryAfter(first.headers)
  if (wait > (options.timeLeft?.() ?? Infinity)) return first
  await pause(wait)
  return attempt(endpoint, call, options, callOptions)
}

/** Failures after which a retry is useless: timeout, the service is known to be down, the answer is too large. */
const ENDED: ReadonlySet<string> = new Set(['TimeoutError', 'AbortError', 'TIMEOUT', 'DOWN', 'BUSY', 'TOO_LARGE'])

async function attempt(
  endpoint: Endpoint,
  call: Record<string, unknown>,
  options: ClientOptions,
  callOptions: CallOptions,
): Promise<Result<never>> {
  const params = endpoint.params?.safeParse(call.params ?? {})
  if (params?.success === false) return refusal(400, 'BAD_REQUEST', params.error.message.slice(0, 500), null)
  const url = options.base + toAddress(endpoint.path, params?.data as never, call.query as never)
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers, ...callOptions.headers }
  const init: RequestInit = { method: endpoint.method, headers, redirect: 'error' }
  if (call.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(call.body)
  }
  const signals = [
    ...(options.timeout === 0 ? [] : [AbortSignal.timeout(options.timeout ?? 2000)]),
    ...(callOptions.signal ? [callOptions.signal] : []),
  ]
  if (signals.length > 0) init.signal = signals.length === 1 ? signals[0]! : AbortSignal.any(signals)
  let response: Response
  try {
    response = await options.fetch(new Request(url, init))
  } catch (error) {
    return refusal(0, 'UNREACHABLE', toReason(error), null)
  }
  const maxBytes = options.maxBytes ?? LARGEST_ANSWER
  if (!response.ok) return toRefusal(response, maxBytes)
  if (endpoint.answer === null) {
    await response.body?.cancel().catch(() => {})
    return { ok: true, data: undefined as never, headers: response.headers }
  }
  try {
    const parsed = endpoint.answer.safeParse(JSON.parse(await readText(response, maxBytes)))
    if (parsed.success) return { ok: true, data: parsed.data as never, headers: response.headers }
    return refusal(
      502,
      'BROKEN_ANSWER',
      parsed.error.issues
        .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
        .join('; ')
        .slice(0, 500),
      response.headers,
    )
  } catch {
    return refusal(502, 'BROKEN_ANSWER', 'not JSON', response.headers)
  }
}

/** The code of an `UpstreamError`, else the name of the error. */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

async function toRefusal(response: Response, maxBytes: number): Promise<Result<never>> {
  const body: unknown = await readText(response, maxBytes)
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => null)
  const parsed = Problem.safeParse(body)
  if (parsed.success) return { ok: false, status: response.status, problem: parsed.data, headers: response.headers }
  return refusal(response.status, 'UNKNOWN', response.statusText, response.headers)
}

function refusal(status: number, code: string, title: string, headers: Headers | null): Result<never> {
  return { ok: false, status, problem: { status, code, title }, headers }
}

/** `Retry-After` in seconds is respected up to 2 s (S7.1-01). */
function retryAfter(headers: Headers | null): number {
  const seconds = Number(headers?.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 2) * 1000 : 0
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))
}
