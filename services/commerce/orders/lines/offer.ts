/** Input for an order of an offer. */
import type { OrderRequest, Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import type { Way } from '../../payments/payment-methods.ts'

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

export type Prepared = Way & { terms: Offer; quote: Omit<Quote, 'payments'> }
