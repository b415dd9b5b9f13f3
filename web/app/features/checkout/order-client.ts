/**
 * What the checkout asks this site's own server. Promises: never throws; a session whose tokens have run out is renewed
 * once and the call sent again, which is safe because a call without a session did nothing; an order without an answer is
 * `unanswered`, never refused: it may have been placed. Types only from the contract, so that no schema reaches the browser.
 */
import type { PORTAL } from '@lokalteil/contracts/portal'
import type { OrderRequest, OrderView, Quote } from '@lokalteil/contracts/orders'
import { ORDER_FIELDS, type OrderFaults } from '@lokalteil/domain/commerce/orders'

export type OrderBody = Omit<OrderRequest, 'idempotencyKey'> & { /** Without a login. */ email?: string }

export type QuoteResult =
  | { kind: 'ok'; quote: Quote }
  | { kind: 'unknown-offer' }
  | { kind: 'bad-voucher' }
  | { kind: 'too-many' }
  | { kind: 'unreachable'; isOffline: boolean }

/** Nothing was ordered, and that is certain. */
export type OrderRefusal =
  | 'ALREADY_SUBSCRIBED'
  | 'NO_PAYMENT'
  | 'TOO_MANY_ORDERS'
  | 'UNKNOWN_OFFER'
  | 'LOGIN_NEEDED'
  | 'EMAIL_NOT_VERIFIED'
  | 'REFUSED'

export type PlaceResult =
  | { kind: 'placed'; order: OrderView }
  | { kind: 'fields'; faults: OrderFaults }
  | { kind: 'price-changed' }
  | { kind: 'key-used' }
  | { kind: 'refused'; reason: OrderRefusal }
  | { kind: 'unanswered'; isOffline: boolean }

export type ReadResult =
  | { kind: 'ok'; order: OrderView }
  | { kind: 'missing' }
  | { kind: 'unreachable'; isOffline: boolean }

const PATHS = {
  quote: '/api/order/quote' satisfies (typeof PORTAL)['quoteOrder']['path'],
  place: '/api/order' satisfies (typeof PORTAL)['placeOrder']['path'],
  get: '/api/order/{number}' satisfies (typeof PORTAL)['getOrder']['path'],
} as const

const REFUSALS: ReadonlySet<unknown> = new Set<OrderRefusal>([
  'ALREADY_SUBSCRIBED',
  'NO_PAYMENT',
  'TOO_MANY_ORDERS',
  'UNKNOWN_OFFER',
  'LOGIN_NEEDED',
  'EMAIL_NOT_VERIFIED',
])
const FIELDS: ReadonlySet<string> = new Set(ORDER_FIELDS)
const TIMEOUT_MS = 20_000
/** A bank may take its time. */
const ORDER_TIMEOUT_MS = 60_000

type Answer = { status: number; body: unknown }

export type OrderClient = ReturnType<typeof createOrderClient>

/** `renew`: false when there is no session to renew. */
export function createOrderClient({
  fetcher,
  isOnline,
  renew,
}: {
  fetcher: typeof fetch
  isOnline: () => boolean
  renew: () => Promise<boolean>
}) {
  const unreachable = () => ({ kind: 'unreachable' as const, isOffline: !isOnline() })

  async function send(path: string, body: object | null, timeoutMs: number): Promise<Answer> {
    const response = await fetcher(path, {
      method: body === null ? 'GET' : 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      headers: { accept: 'application/json', ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    async quote(offerId: string, voucherCode: string | null): Promise<QuoteResult> {
      try {
        const { status, body } = await send(
          PATHS.quote,
          { offerId, ...(voucherCode === null ? {} : { voucherCode }) },
          TIMEOUT_MS,
        )
        if (status === 200) return { kind: 'ok', quote: body as Quote }
        if (status === 429) return { kind: 'too-many' }
        if (status === 404) return { kind: 'unknown-offer' }
        return status === 422 && voucherCode !== null ? { kind: 'bad-voucher' } : unreachable()
      } catch {
        return unreachable()
      }
    },

    async place(order: OrderBody & { idempotencyKey: string }): Promise<PlaceResult> {
      try {
        let answer = await send(PATHS.place, order, ORDER_TIMEOUT_MS)
        if (answer.status === 401 && order.email === undefined && (await renew()))
          answer = await send(PATHS.place, order, ORDER_TIMEOUT_MS)
        return toPlaceResult(answer) ?? { kind: 'unanswered', isOffline: !isOnline() }
      } catch {
        return { kind: 'unanswered', isOffline: !isOnline() }
      }
    },

    async read(number: string, token: string): Promise<ReadResult> {
      try {
        const { status, body } = await send(
          `${PATHS.get.replace('{number}', encodeURIComponent(number))}?${new URLSearchParams({ token })}`,
          null,
          TIMEOUT_MS,
        )
        if (status === 200) return { kind: 'ok', order: body as OrderView }
        return status === 404 || status === 422 || status === 400 ? { kind: 'missing' } : unreachable()
      } catch {
        return unreachable()
      }
    },
  }
}

/** Null: nobody can tell what became of it. */
function toPlaceResult({ status, body }: Answer): PlaceResult | null {
  if (status === 200) return { kind: 'placed', order: body as OrderView }
  if (status < 400 || status >= 500) return null
  const { code, fields } = (body ?? {}) as { code?: unknown; fields?: Record<string, string> }
  if (code === 'KEY_USED') return { kind: 'key-used' }
  if (code === 'PRICE_CHANGED') return { kind: 'price-changed' }
  if (code === 'INVALID_FIELDS') {
    const faults = Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => FIELDS.has(name))) as OrderFaults
    return Object.keys(faults).length > 0 ? { kind: 'fields', faults } : { kind: 'refused', reason: 'REFUSED' }
  }
  if (REFUSALS.has(code)) return { kind: 'refused', reason: code as OrderRefusal }
  return { kind: 'refused', reason: status === 401 ? 'LOGIN_NEEDED' : status === 429 ? 'TOO_MANY_ORDERS' : 'REFUSED' }
}
