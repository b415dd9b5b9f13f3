/**
 * The shop: goods beside subscriptions, and their delivery. Catalogue and stock are the publisher's data (`shop.yaml`,
 * or `saveCatalogue`). Payment belongs to the subscription platform (`contracts/commerce/sellers.ts`), which calls the
 * shop as one of its sellers. Base address: `/__services/shop/{publication}`.
 */
import { z } from 'zod'
import { MOST_LINES, MOST_OF_ONE, PRODUCT_KINDS, SKU } from '../domain/cart.ts'
import { Picture } from '@lokalteil/contracts/content/pictures'
import { contract, contractFor } from '@lokalteil/contracts/kernel/endpoint'
import { PurchaseNumber } from '@lokalteil/contracts/commerce/sellers'

const Text = (most: number) => z.string().max(most)
const Id = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)
const Cents = z.number().int().min(0).max(1_000_000)
export const Sku = z.string().regex(SKU)

/** The public view of a variant. The stock is shown only if it is low. */
export const ShopVariant = z.object({
  sku: Sku,
  name: z.string(),
  cents: Cents,
  /** Most pieces of one order now; 0: sold out. */
  mostQuantity: z.number().int(),
  left: z.number().int().nullable().describe('Named when few are left'),
})

export const ShopProduct = z.object({
  id: Id,
  kind: z.enum(PRODUCT_KINDS),
  category: Id.nullable(),
  name: z.string(),
  teaser: z.string(),
  description: z.string(),
  vatPercent: z.number().int(),
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The event of a ticket. */
  event: z.object({ on: z.iso.date(), at: z.string(), place: z.string() }).nullable(),
  picture: Picture.nullable(),
  variants: z.array(ShopVariant).min(1),
})
export type ShopProduct = z.infer<typeof ShopProduct>

const ShippingView = z.object({ id: Id, name: z.string(), cents: Cents, freeFromCents: Cents.nullable() })
const PickupView = z.object({ id: Id, name: z.string(), address: z.string(), hours: z.string() })

export const ShopView = z.object({
  intro: z.string(),
  categories: z.array(z.object({ id: Id, name: z.string() })),
  products: z.array(ShopProduct),
  shipping: z.array(ShippingView),
  pickups: z.array(PickupView),
})
export type ShopView = z.infer<typeof ShopView>

export const CartRequest = z.object({
  items: z.array(z.object({ sku: Sku, quantity: z.number().int().min(1).max(MOST_OF_ONE) })).max(MOST_LINES),
  /** Id in `shipping` or `pickups`; null: the first one. */
  delivery: Id.nullable().default(null),
  voucher: Text(40).nullable().default(null),
})
export type CartRequest = z.output<typeof CartRequest>

export const CartView = z.object({
  lines: z.array(
    z.object({
      sku: Sku,
      product: Id,
      title: z.string(),
      detail: z.string(),
      kind: z.enum(PRODUCT_KINDS),
      quantity: z.number().int(),
      mostQuantity: z.number().int(),
      unitCents: Cents,
      sumCents: z.number().int(),
      state: z.enum(['ok', 'reduced', 'gone']).describe('`reduced`: fewer are left than were wanted'),
      picture: Picture.nullable(),
    }),
  ),
  itemsCents: z.number().int(),
  /** Empty: nothing has to be sent. */
  deliveries: z.array(
    z.object({
      id: Id,
      name: z.string(),
      text: z.string(),
      cents: Cents,
      isPickup: z.boolean(),
      freeFromCents: Cents.nullable(),
    }),
  ),
  chosen: Id.nullable(),
  voucher: z.object({ cents: z.number().int(), leftCents: z.number().int() }).nullable(),
  /** The code is unknown or has no balance left. */
  isVoucherRefused: z.boolean(),
  dueCents: z.number().int(),
})
export type CartView = z.infer<typeof CartView>

export const SHOP = contract({
  getShop: {
    method: 'GET',
    path: '/shop',
    summary: 'What is sold, in the publisher’s order, with what can be had of it now',
    answer: ShopView,
    problems: { 404: 'NOT_FOUND' },
  },
})

const Requester = z.string().regex(/^[\w-]{16,64}$/)

// --- The publisher's data

/** As in `shop.yaml`, with pictures in the store. */
export const SavedProduct = z.object({
  id: Id,
  kind: z.enum(PRODUCT_KINDS),
  category: Id.nullable(),
  name: Text(120).min(1),
  teaser: Text(200),
  description: Text(4000),
  vatPercent: z.number().int().min(0).max(30),
  mostPerOrder: z.number().int().min(1).max(MOST_OF_ONE),
  details: z.array(z.object({ label: Text(60).min(1), value: Text(300).min(1) })).max(12),
  event: z.object({ on: z.iso.date(), at: Text(20), place: Text(160) }).nullable(),
  picture: Picture.nullable(),
  variants: z
    .array(
      z.object({
        id: Id,
        name: Text(80),
        cents: z.number().int().min(1).max(100_000),
        stock: z.number().int().min(0).max(1_000_000).nullable().describe('Put in altogether; null: never counted'),
      }),
    )
    .min(1)
    .max(20),
})
export const SavedShop = z.object({
  intro: Text(400),
  categories: z.array(z.object({ id: Id, name: Text(60).min(1) })).max(20),
  products: z.array(SavedProduct).max(200),
  shipping: z
    .array(
      ShippingView.extend({
        name: Text(80).min(1),
        countries: z
          .array(z.string().regex(/^[A-Z]{2}$/))
          .min(1)
          .max(30),
      }),
    )
    .max(6),
  pickups: z.array(z.object({ id: Id, name: Text(80).min(1), address: Text(200), hours: Text(160) })).max(10),
  voucherYears: z.number().int().min(3).max(10),
})
export type SavedShop = z.infer<typeof SavedShop>

export const ShopOrder = z.object({
  number: PurchaseNumber,
  state: z.enum(['reserved', 'sold', 'released']),
  payment: z.enum(['open', 'promised', 'paid', 'unpaid']),
  items: z.array(
    z.object({ key: z.string(), sku: Sku, title: z.string(), quantity: z.number().int(), kind: z.enum(PRODUCT_KINDS) }),
  ),
  delivery: z.object({ id: z.string(), name: z.string(), isPickup: z.boolean() }).nullable(),
  /** Null after it is no longer needed. */
  recipient: z
    .object({
      name: z.string(),
      company: z.string(),
      street: z.string(),
      postcode: z.string(),
      city: z.string(),
      country: z.string(),
    })
    .nullable(),
  returned: z.array(z.string()),
  sentOn: z.iso.date().nullable(),
  orderedAt: z.iso.datetime(),
})
export type ShopOrder = z.infer<typeof ShopOrder>

export const TicketCode = z.string().regex(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)

export const SHOP_INTERNAL = contractFor('service-key', {
  priceCart: {
    method: 'POST',
    path: '/internal/carts/price',
    summary: 'What a cart comes to now',
    body: CartRequest.extend({ requester: Requester }),
    answer: CartView,
    problems: { 429: 'TOO_MANY_ATTEMPTS' },
  },
  createBasket: {
    method: 'POST',
    path: '/internal/baskets',
    summary: 'Keeps a cart for the checkout for a day; CART_CHANGED: something of it cannot be had as it was shown',
    body: CartRequest.extend({ requester: Requester, confirmedCents: z.number().int() }),
    answer: z.object({ reference: z.string() }),
    problems: { 409: 'CART_CHANGED', 422: 'EMPTY', 429: 'TOO_MANY_ATTEMPTS' },
  },
  getPapers: {
    method: 'GET',
    path: '/internal/papers/{number}/{token}',
    summary: 'Tickets and vouchers of a purchase as one PDF, for every holder of the mail’s link',
    params: z.object({ number: PurchaseNumber, token: Text(64) }),
    answer: z.object({ fileName: z.string(), base64: z.string() }),
    problems: { 404: 'NOT_FOUND' },
  },
  saveCatalogue: {
    method: 'PUT',
    path: '/internal/catalogue',
    summary: 'Replaces the catalogue; `stock` is the total ever put in, sold pieces are subtracted',
    body: SavedShop,
    answer: null,
    problems: { 422: 'UNSOUND_CATALOGUE' },
  },
  listOrders: {
    method: 'GET',
    path: '/internal/orders',
    summary: 'Orders, oldest first; `open`: what has to be sent or handed over',
    query: z.object({
      open: z.enum(['true', 'false']).default('true'),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answer: z.array(ShopOrder),
  },
  markSent: {
    method: 'PUT',
    path: '/internal/orders/{number}/sent',
    summary:
      'It left the house, or was handed over: the reader gets a mail, the right of withdrawal runs from its arrival',
    params: z.object({ number: PurchaseNumber }),
    body: z.object({
      on: z.iso.date(),
      /** Tracking address of the parcel. */
      parcelUrl: z
        .url({ protocol: /^https$/ })
        .max(400)
        .nullable()
        .default(null),
    }),
    answer: ShopOrder,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_SOLD' },
  },
  redeemTicket: {
    method: 'POST',
    path: '/internal/tickets/{code}/redeem',
    summary: 'At the entrance: valid once. `isNew` false: it was used at that time already',
    params: z.object({ code: TicketCode }),
    answer: z.object({ isNew: z.boolean(), title: z.string(), on: z.iso.date().nullable(), usedAt: z.iso.datetime() }),
    problems: { 404: 'NOT_FOUND', 409: 'NOT_VALID' },
  },
})

export const SHOP_INFO = {
  title: 'Shop',
  description: 'What a publication sells beside its subscriptions: catalogue, stock, orders, tickets, vouchers.',
  version: '1',
  base: '/shop/{publication}',
} as const
