/** Same-origin calls of the shop’s pages. */
import { z } from 'zod'
import { CartRequest, CartView, ShopView } from './shop.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'

export const SHOP_CALLS = contract({
  getShop: {
    method: 'GET',
    path: '/api/shop',
    summary: 'What is sold; the same for all',
    answer: ShopView,
    problems: { 404: 'NOT_FOUND' },
  },
})

/** The cart stored in the browser. */
export const CART_CALLS = contract({
  priceCart: {
    method: 'POST',
    path: '/api/shop/cart',
    summary: 'What a cart comes to now: a cart names variants and counts, never a price',
    body: CartRequest,
    answer: CartView,
    problems: { 404: 'NOT_FOUND', 429: 'TOO_MANY_ATTEMPTS', 503: 'UNAVAILABLE' },
  },
  createBasket: {
    method: 'POST',
    path: '/api/shop/baskets',
    summary: 'The cart for the checkout, at the sum the page showed; CART_CHANGED: count it again',
    body: CartRequest.extend({ confirmedCents: z.number().int() }),
    answer: z.object({ reference: z.string() }),
    problems: {
      404: 'NOT_FOUND',
      409: 'CART_CHANGED',
      422: 'EMPTY',
      429: 'TOO_MANY_ATTEMPTS',
      503: 'UNAVAILABLE',
    },
  },
})

/** A download by `GET`: tickets and value codes of a purchase, for every holder of the mail's link. */
export const SHOP_PAPERS = '/api/shop/papers/{number}/{token}'
