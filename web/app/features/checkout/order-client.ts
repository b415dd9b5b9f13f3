/**
 * Calls of the checkout, for an offer or for a seller's basket. Promises: never throws; an expired session is renewed once and the call repeated (safe,
 * because a call without a session did nothing); an order without an answer is `unanswered`, never refused, because it
 * may have been placed. Imports only types from the contract, so that no schema reaches the browser.
 */
import type { OrderRequest, OrderView, Quote } from '@lokalteil/contracts/commerce/orders'
import type { PurchaseQuote, PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { ORDER_FIELDS, type OrderFaults } from '@lokalteil/domain/commerce/orders'
import type { Recipient } from '@lokalteil/domain/commerce/orders'
import type { PortalClient, PortalFailure, PortalResult } from '../../page/portal-client.ts'

export type OrderBody = Omit<OrderRequest, 'idempotencyKey'> & {
  /** For guests. */
  email?: string
  /** Of a basket: the recipient, if not the buyer. */
  recipient?: Recipient
}

/** The parts of a price that the checkout needs for any subject. */
export type CheckoutQuote = Pick<Quote, 'dueCents' | 'payments' | 'paymentsWithLogin'> & {
  voucher?: Quote['voucher']
  /** Of a basket, whose lines are known only with the price. */
  needsLapse?: boolean
  basket?: { delivery: { countries: readonly string[] } | null }
}
/** The parts of a placed order that the checkout needs. */
export type PlacedOrder = Pick<OrderView, 'number' | 'token' | 'state' | 'redirectUrl'> & { failure: string | null }

export type QuoteResult<Q = Quote> =
  | { kind: 'ok'; quote: Q }
  | { kind: 'unknown-offer' }
  | { kind: 'not-selling' }
  | { kind: 'bad-voucher' }
  | { kind: 'too-many' }
  | { kind: 'unreachable'; isOffline: boolean }

/** Certain that nothing was ordered. */
export type OrderRefusal =
  | 'ALREADY_SUBSCRIBED'
  | 'NO_PAYMENT'
  | 'NOT_SELLING'
  | 'TOO_MANY_ORDERS'
  | 'UNKNOWN_OFFER'
  | 'LOGIN_NEEDED'
  | 'EMAIL_NOT_VERIFIED'
  | 'NOT_AVAILABLE'
  | 'REFUSED'

export type PlaceResult<O = OrderView> =
  | { kind: 'placed'; order: O }
  | { kind: 'fields'; faults: OrderFaults }
  | { kind: 'price-changed' }
  | { kind: 'key-used' }
  | { kind: 'refused'; reason: OrderRefusal }
  | { kind: 'unanswered'; isOffline: boolean }

export type ReadResult<O = OrderView> =
  | { kind: 'ok'; order: O }
  | { kind: 'missing' }
  | { kind: 'unreachable'; isOffline: boolean }

const REFUSALS: ReadonlySet<string> = new Set<OrderRefusal>([
  'ALREADY_SUBSCRIBED',
  'NO_PAYMENT',
  'NOT_SELLING',
  'TOO_MANY_ORDERS',
  'UNKNOWN_OFFER',
  'LOGIN_NEEDED',
  'EMAIL_NOT_VERIFIED',
  'NOT_AVAILABLE',
])
const FIELDS: ReadonlySet<string> = new Set(ORDER_FIELDS)
const TIMEOUT_MS = 20_000
/** Milliseconds; banks may be slow. */
const ORDER_TIMEOUT_MS = 60_000

/** `id`: of an offer, or the reference of a basket. */
export type CheckoutCalls<Q extends CheckoutQuote = Quote, O extends PlacedOrder = OrderView> = {
  quote: (id: string, voucherCode: string | null) => Promise<QuoteResult<Q>>
  place: (body: OrderBody & { idempotencyKey: string }) => Promise<PlaceResult<O>>
  read: (number: string, token: string) => Promise<ReadResult<O>>
}

type Placing = OrderBody & { idempotencyKey: string }

export function createOrderClient(client: PortalClient): CheckoutCalls {
  return {
    async quote(offerId: string, voucherCode: string | null): Promise<QuoteResult> {
      const body = { offerId, ...(voucherCode === null ? {} : { voucherCode }) }
      const result = await client.call('POST /api/order/quote', { timeoutMs: TIMEOUT_MS, body })
      if (result.kind === 'ok') return { kind: 'ok', quote: result.data }
      const status = result.kind === 'refused' ? result.status : 0
      if (status === 429) return { kind: 'too-many' }
      if (status === 404) return { kind: 'unknown-offer' }
      if (status === 409) return { kind: 'not-selling' }
      return status === 422 && voucherCode !== null ? { kind: 'bad-voucher' } : toUnreachable(result)
    },

    place: async (body: Placing) => toPlaceResult(await client.call('POST /api/order', toPlacing(body))),
    read: async (number: string, token: string) =>
      toReadResult(await client.call('GET /api/order/{number}', toReading(number, token))),
  }
}

export function createPurchaseClient(client: PortalClient, seller: string): CheckoutCalls<PurchaseQuote, PurchaseView> {
  return {
    async quote(reference: string): Promise<QuoteResult<PurchaseQuote>> {
      const body = { seller, reference }
      const result = await client.call('POST /api/purchase/quote', { timeoutMs: TIMEOUT_MS, body })
      if (result.kind === 'ok') return { kind: 'ok', quote: result.data }
      if (result.kind !== 'refused') return toUnreachable(result)
      if (result.status === 404 || result.code === 'NOT_AVAILABLE') return { kind: 'unknown-offer' }
      return result.status === 409 ? { kind: 'not-selling' } : toUnreachable(result)
    },
    async place({ offerId: reference, voucherCode: _none, recipient = null, ...body }) {
      const asked = toPlacing({ ...body, recipient, seller, reference })
      return toPlaceResult(await client.call('POST /api/purchase', asked))
    },
    read: async (number: string, token: string) =>
      toReadResult(await client.call('GET /api/purchase/{number}', toReading(number, token))),
  }
}

/** Without a login there is no session to renew. */
function toPlacing<Body extends { email?: string }>(body: Body) {
  const as: 'reader' | 'anyone' = body.email === undefined ? 'reader' : 'anyone'
  return { as, timeoutMs: ORDER_TIMEOUT_MS, body }
}

function toReading(number: string, token: string) {
  return { timeoutMs: TIMEOUT_MS, params: { number }, query: { token } }
}

function toReadResult<O>(result: PortalResult<O>): ReadResult<O> {
  if (result.kind === 'ok') return { kind: 'ok', order: result.data }
  const isMissing = result.kind === 'refused' && [400, 404, 422].includes(result.status)
  return isMissing ? { kind: 'missing' } : toUnreachable(result)
}

function toUnreachable({ kind }: PortalFailure): { kind: 'unreachable'; isOffline: boolean } {
  return { kind: 'unreachable', isOffline: kind === 'offline' }
}

function toPlaceResult<O>(result: PortalResult<O>): PlaceResult<O> {
  if (result.kind === 'ok') return { kind: 'placed', order: result.data }
  // The result is unknown.
  if (result.kind !== 'refused' || result.status >= 500)
    return { kind: 'unanswered', isOffline: result.kind === 'offline' }
  const { status, code, fields } = result
  if (code === 'KEY_USED') return { kind: 'key-used' }
  if (code === 'PRICE_CHANGED') return { kind: 'price-changed' }
  if (code === 'INVALID_FIELDS') {
    const faults = Object.fromEntries(Object.entries(fields).filter(([name]) => FIELDS.has(name))) as OrderFaults
    return Object.keys(faults).length > 0 ? { kind: 'fields', faults } : { kind: 'refused', reason: 'REFUSED' }
  }
  if (REFUSALS.has(code)) return { kind: 'refused', reason: code as OrderRefusal }
  return { kind: 'refused', reason: status === 401 ? 'LOGIN_NEEDED' : status === 429 ? 'TOO_MANY_ORDERS' : 'REFUSED' }
}
