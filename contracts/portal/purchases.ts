/** Baskets of sellers, bought in the checkout. */
import { z } from 'zod'
import { PurchaseQuote, PurchaseRequest, PurchaseView } from '../commerce/purchases.ts'
import { contract } from '../kernel/endpoint.ts'
import { BasketReference, PurchaseNumber, SellerName } from '../commerce/sellers.ts'
import { Text } from './values.ts'

export const PURCHASES_ENDPOINTS = contract({
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
