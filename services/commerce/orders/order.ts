/** Types and limits of orders. */
import type { OrderRequest, Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import type { Way } from '../payments/payment-methods.ts'

export type PlacedOrder = OrderRequest & { email: string; isGuest: boolean; requester: string }

/** `terms` may differ from the catalogue. */
export type FilledOrder = Pick<OrderRequest, 'buyer' | 'payment' | 'idempotencyKey'> & { terms: Offer; email: string }

export type GuestOrder = Omit<OrderRequest, 'idempotencyKey'> & { email: string; requester: string }

export type QuoteRequest = {
  sub: string | null
  offerId: string
  voucherCode?: string | undefined
  requester: string
}

/** Access to an order: by its reader, or by its token. */
export type OrderAccess = { sub?: string | undefined; token?: string | undefined }

export type Prepared = Way & { terms: Offer; quote: Omit<Quote, 'payments'> }

export const HOUR = 3_600_000

/** Rate limits. An office behind one IP address may have many readers; an account has one. */
export const LIMITS = {
  requester: { most: 20, windowMs: HOUR },
  account: { most: 10, windowMs: HOUR },
  voucher: { most: 20, windowMs: HOUR / 4 },
} as const
