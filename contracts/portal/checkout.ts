/** The checkout: quotes, orders of offers, purchases of sellers' baskets, and the return from a payment. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { SoldCatalogue } from '../commerce/offers.ts'
import { OrderNumber, OrderRequest, OrderView, Quote } from '../commerce/orders.ts'
import { PurchaseQuote, PurchaseRequest, PurchaseView } from '../commerce/purchases.ts'
import { BasketReference, PurchaseNumber, SellerName } from '../commerce/sellers.ts'
import { OfferId } from '../commerce.ts'
import { Text } from './values.ts'

export const CHECKOUT_ENDPOINTS = contract({
  listOffers: {
    method: 'GET',
    path: '/api/plenigo/offers',
    summary: 'What the publication sells, in its order; the same for all, stored for a minute',
    answer: SoldCatalogue,
    problems: { 503: 'UNAVAILABLE' },
  },
  quoteOrder: {
    method: 'POST',
    path: '/api/order/quote',
    summary: 'What an offer costs this reader today, what follows, and how it can be paid (S2.3-05)',
    body: z.object({ offerId: OfferId, voucherCode: Text(40).optional() }),
    answer: Quote,
    problems: {
      404: 'UNKNOWN_OFFER',
      409: 'NOT_SELLING',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'UNAVAILABLE',
    },
  },
  placeOrder: {
    method: 'POST',
    path: '/api/order',
    summary:
      'Order with obligation to pay. Logged in, or as a guest with `email`; the answer to a guest is the same whether the address is known. INVALID_FIELDS: code by field; PRICE_CHANGED carries `dueCents`; also 409 KEY_USED, ALREADY_SUBSCRIBED, NO_PAYMENT, NOT_SELLING. 403: the reader’s own address is not confirmed yet',
    body: OrderRequest.extend({ email: Text(1000).optional() }),
    answer: OrderView,
    problems: {
      401: 'LOGIN_NEEDED',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'UNKNOWN_OFFER',
      409: 'PRICE_CHANGED',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ORDERS',
      503: 'UNAVAILABLE',
    },
  },
  getOrder: {
    method: 'GET',
    path: '/api/order/{number}',
    summary:
      'The order again, for a page that waits for its payment: the session’s own, or with the `token` of its answer',
    params: z.object({ number: OrderNumber }),
    query: z.object({ token: Text(64).optional() }),
    answer: OrderView,
    problems: { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  quotePurchase: {
    method: 'POST',
    path: '/api/purchase/quote',
    summary: 'What is in a basket, what it costs now, and how it can be paid',
    body: z.object({ seller: SellerName, reference: BasketReference }),
    answer: PurchaseQuote,
    problems: { 404: 'UNKNOWN_BASKET', 409: 'NOT_AVAILABLE', 503: 'UNAVAILABLE' },
  },
  placePurchase: {
    method: 'POST',
    path: '/api/purchase',
    summary:
      'Buy with obligation to pay. Logged in, or as a guest with `email`. INVALID_FIELDS: code by field; PRICE_CHANGED carries `dueCents`; also 409 KEY_USED, NOT_AVAILABLE, NO_PAYMENT, NOT_SELLING',
    body: PurchaseRequest.extend({ email: Text(1000).optional() }),
    answer: PurchaseView,
    problems: {
      401: 'LOGIN_NEEDED',
      403: 'EMAIL_NOT_VERIFIED',
      404: 'UNKNOWN_BASKET',
      409: 'PRICE_CHANGED',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ORDERS',
      503: 'UNAVAILABLE',
    },
  },
  getPurchase: {
    method: 'GET',
    path: '/api/purchase/{number}',
    summary: 'The purchase again: the session’s own, or with the `token` of its answer',
    params: z.object({ number: PurchaseNumber }),
    query: z.object({ token: Text(64).optional() }),
    answer: PurchaseView,
    problems: { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' },
  },
  listPurchases: {
    method: 'GET',
    path: '/api/mein/account/purchases',
    summary: 'What the reader has bought, newest first',
    answer: z.array(PurchaseView),
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
})

/** Webhook of a payment provider, signed by it: POST, from any origin, without a session. */
export const PAYMENT_WEBHOOK = '/api/payments/{provider}/webhook'

/** The page on which a reader confirms or refuses a payment of the built-in test bank: `?reference=`. */
export const TEST_BANK_STEP = '/api/payments/test-bank/step'

/** The page to which a provider sends the reader back: `?order={number}&token={token}`. */
export const ORDER_RETURN = '/order/checkout'

/** The same for single purchases. With `?seller={name}&basket={reference}` a seller sends a reader to the checkout. */
export const PURCHASE_RETURN = '/order/kauf'
