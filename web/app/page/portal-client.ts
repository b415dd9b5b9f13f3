/**
 * The only way from a page to this site's own API. Routes are named as in the contract, `POST /api/order`; only types
 * are imported, so that no schema reaches the browser, and request and answer are typed. Promises: never throws; a call
 * `as: 'reader'` that is refused because the token expired is repeated once after one renewal (safe, because a call
 * without a session did nothing); parallel calls share that renewal (single flight).
 */
import type { ACCESS_CALLS } from '@lokalteil/contracts/access'
import { toAddress, type AddressInput } from '@lokalteil/contracts/kernel/address'
import type { AnswerOf, CallOf, Contract, Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import type { GIFT_CALLS } from '@lokalteil/contracts/gifts'
import type { PORTAL } from '@lokalteil/contracts/portal'
import type { SIGN_ON_CLIENT } from '@lokalteil/contracts/accounts/sign-on-client'

export type RoutesOf<C extends Contract> = { [Name in keyof C as `${C[Name]['method']} ${C[Name]['path']}`]: C[Name] }
type Routes = RoutesOf<typeof PORTAL> &
  RoutesOf<typeof GIFT_CALLS> &
  RoutesOf<typeof ACCESS_CALLS> &
  RoutesOf<typeof SIGN_ON_CLIENT>
export type PortalRoute = keyof Routes
type EndpointOf<R extends PortalRoute> = Routes[R] extends Endpoint ? Routes[R] : never
export type PortalAnswer<R extends PortalRoute> = AnswerOf<EndpointOf<R>>
/** Parameters, query and body of a route. */
export type PortalInput<R extends PortalRoute> = CallOf<EndpointOf<R>>

/** No answer, and why. */
type Silence = { kind: 'offline' | 'timed-out' | 'unreachable'; cause: unknown }
export type PortalFailure =
  /** A problem answer (RFC 9457). */
  | { kind: 'refused'; status: number; code: string; fields: Readonly<Record<string, string>>; body: unknown }
  /** Not JSON: a proxy, or a bug. */
  | { kind: 'unreadable'; status: number }
  /** Refused without a session, and the renewal got no answer. */
  | { kind: 'unrenewed'; status: number }
  | Silence
export type PortalResult<T> = { kind: 'ok'; data: T } | PortalFailure

export type SendOptions<T = unknown> = {
  /** `reader`: renew the session if it has expired. */
  as?: 'anyone' | 'reader'
  body?: unknown
  timeoutMs?: number
  cache?: RequestCache
  /** Sent even while the page is being left. */
  keepalive?: boolean
  read?: (response: Response) => Promise<T>
}
type CallOptions<R extends PortalRoute> = Omit<SendOptions, 'body' | 'read'> & PortalInput<R>

const RENEWAL = '/api/validate?forceRefresh=true'
const TIMEOUT_MS = 30_000

export type PortalClient = ReturnType<typeof createPortalClient>

/**
 * `renew` returns whether there is a new token. Default: a forced refresh, because the refused token may still look
 * valid.
 */
export function createPortalClient({
  fetcher = (...asked) => fetch(...asked),
  isOnline = () => navigator.onLine,
  renew,
}: {
  fetcher?: typeof fetch
  isOnline?: () => boolean
  renew?: () => Promise<boolean>
} = {}) {
  /** False: the session is over. */
  let renewing: Promise<boolean | PortalFailure> | null = null

  /** Any address, also of another origin; `init` is used as it is. */
  async function exchange<T = unknown>(
    address: string,
    init: RequestInit,
    read: (response: Response) => Promise<T> = (response) => response.json(),
  ): Promise<PortalResult<T>> {
    let status = 0
    try {
      const response = await fetcher(address, init)
      status = response.status
      if (response.ok) return { kind: 'ok', data: status === 204 ? (undefined as T) : await read(response) }
      const body: unknown = await response.json()
      const { code, fields } = (body ?? {}) as { code?: unknown; fields?: unknown }
      return {
        kind: 'refused',
        status,
        code: typeof code === 'string' ? code : '',
        fields: typeof fields === 'object' && fields !== null ? { ...fields } : {},
        body,
      }
    } catch (cause) {
      if (cause instanceof SyntaxError) return { kind: 'unreadable', status }
      if ((cause as { name?: unknown } | null)?.name === 'TimeoutError') return { kind: 'timed-out', cause }
      return { kind: isOnline() ? 'unreachable' : 'offline', cause }
    }
  }

  function once<T>(
    method: string,
    address: string,
    { body, timeoutMs = TIMEOUT_MS, cache = 'no-store', keepalive = false, read }: SendOptions<T>,
  ): Promise<PortalResult<T>> {
    const init: RequestInit = {
      method,
      credentials: 'same-origin',
      cache,
      redirect: 'error',
      keepalive,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(read === undefined ? { accept: 'application/json' } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    return exchange(address, init, read)
  }

  async function askForTokens(): Promise<boolean | PortalFailure> {
    const answer = await once('GET', RENEWAL, { read: async () => null })
    if (answer.kind === 'ok') return true
    // No answer does not mean that the session is over.
    if (!('status' in answer)) return answer
    return answer.status !== 401 && { kind: 'unrenewed', status: answer.status }
  }

  /** An address of this site without a contract. */
  async function send<T = unknown>(
    method: string,
    address: string,
    options: SendOptions<T> = {},
  ): Promise<PortalResult<T>> {
    const first = await once(method, address, options)
    if (options.as !== 'reader' || first.kind === 'ok' || toStatus(first) !== 401) return first
    const renewed = await (renewing ??= (renew ?? askForTokens)().finally(() => (renewing = null)))
    if (renewed === true) return once(method, address, options)
    return renewed === false ? first : renewed
  }

  function call<R extends PortalRoute>(
    route: R,
    ...[options]: object extends CallOptions<R> ? [CallOptions<R>?] : [CallOptions<R>]
  ): Promise<PortalResult<PortalAnswer<R>>> {
    const { params, query, ...rest } = (options ?? {}) as SendOptions & { params?: AddressInput; query?: AddressInput }
    const [method, path] = route.split(' ') as [string, string]
    // A write has a JSON body, even an empty one.
    const body = method === 'POST' ? (rest.body ?? {}) : rest.body
    return send(method, toAddress(path, params, query), { ...(rest as SendOptions<PortalAnswer<R>>), body })
  }

  return { call, send, exchange }
}

/** 0: no answer, or no usable one. */
export function toStatus(failure: PortalFailure): number {
  return 'status' in failure && failure.status >= 400 ? failure.status : 0
}

export function toRead<T>(result: PortalResult<T>): { ok: true; data: T } | { ok: false; status: number } {
  return result.kind === 'ok' ? { ok: true, data: result.data } : { ok: false, status: toStatus(result) }
}

/** Shared by the document, so that renewals do not run in parallel. */
export const portalClient: PortalClient = createPortalClient()
