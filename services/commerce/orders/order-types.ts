/** What orders are made of. */
import type { OrderRequest, Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import type { Way } from '../payments/payment-methods.ts'

export type PlacedOrder = OrderRequest & { email: string; isGuest: boolean; requester: string }

/** `terms` need not be the catalogue's. */
export type FilledOrder = Pick<OrderRequest, 'buyer' | 'payment' | 'idempotencyKey'> & { terms: Offer; email: string }

export type GuestOrder = Omit<OrderRequest, 'idempotencyKey'> & { email: string; requester: string }

export type QuoteRequest = {
  sub: string | null
  offerId: string
  voucherCode?: string | undefined
  requester: string
}

/** Of this reader, or for whoever holds the token. */
export type OrderAccess = { sub?: string | undefined; token?: string | undefined }

export type Prepared = Way & { terms: Offer; quote: Omit<Quote, 'payments'> }

export const HOUR = 3_600_000

/** An office behind one address may have many readers; an account has one. */
export const LIMITS = {
  requester: { most: 20, windowMs: HOUR },
  account: { most: 10, windowMs: HOUR },
  voucher: { most: 20, windowMs: HOUR / 4 },
} as const
