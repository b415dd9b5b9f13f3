/**
 * The contract of a seller: a service that sells single items through the common checkout (`/order/kauf`). The seller
 * decides the content of a basket and its price; the platform takes the money and reports the result. The platform
 * calls from a queue, outside of transactions, with the seller's service key, and repeats calls after failures and
 * crashes (at-least-once delivery). So every call about a purchase is idempotent by its number, and a released purchase
 * stays released, whatever call comes later. See docs/purchases.md.
 */
import { z } from 'zod'
import { PURCHASE_KINDS } from '@lokalteil/domain/commerce/purchases'
import { contractFor } from '../kernel/endpoint.ts'
import { Sub } from './values.ts'

/** The name of a seller in the table of sellers. */
export const SellerName = z.string().regex(/^[a-z][a-z-]{1,30}$/)
/** Unguessable: its holder may see the basket and buy it. */
export const BasketReference = z.string().regex(/^[\w-]{16,64}$/)
export const PurchaseNumber = z.string().regex(/^A-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)

/** No control characters: the text becomes one line of an invoice, a mail and a bank file. */
const Line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u)
const ReturnPath = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[\w\-.~%/?=&]*$/)

export const BasketLine = z.object({
  key: z.string().regex(/^[\w.:-]{1,64}$/),
  kind: z.enum(PURCHASE_KINDS),
  title: Line(160).min(1),
  detail: Line(160).default(''),
  quantity: z.number().int().min(1).max(999),
  unitCents: z
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .describe('Value added tax included; below nought: taken off'),
  vatPercent: z.number().int().min(0).max(30),
  on: z.iso.date().nullable().default(null).describe('The day of a ticket or of a service'),
})
export type BasketLine = z.infer<typeof BasketLine>

export const Basket = z.object({
  lines: z.array(BasketLine).min(1).max(60),
  delivery: z
    .object({
      title: Line(120).min(1),
      cents: z.number().int().min(0).max(100_000),
      vatPercent: z.number().int().min(0).max(30),
      countries: z
        .array(z.string().regex(/^[A-Z]{2}$/))
        .min(1)
        .max(30),
    })
    .nullable()
    .describe('Null: nothing is sent, and no address is handed on'),
  /** Short description for bank statement and account: 'Laden: 3 Artikel'. */
  about: Line(80).min(1),
  /** The next step in one or two sentences, shown before and after the purchase. */
  note: Line(400).default(''),
  /** Page to continue on after the purchase, or to change the basket. */
  returnPath: ReturnPath,
  returnLabel: Line(60).min(1),
})
export type Basket = z.infer<typeof Basket>

/** Set only if something is delivered. */
export const Recipient = z.object({
  name: Line(200),
  company: Line(200),
  street: Line(200),
  postcode: Line(40),
  city: Line(120),
  country: z.string().max(10),
})
export type Recipient = z.infer<typeof Recipient>

/** `promised`: a debit or transfer is on its way (goods only); `unpaid`: it did not arrive, or was returned. */
export const PURCHASE_PAYMENTS = ['paid', 'promised', 'unpaid'] as const

/** `failed`: it was never paid; `withdrawn`, `refunded`: it was paid and then undone. */
export const RELEASE_REASONS = ['failed', 'withdrawn', 'refunded'] as const
export type ReleaseReason = (typeof RELEASE_REASONS)[number]

const ofPurchase = z.object({ number: PurchaseNumber })

export const SELLER = contractFor('service-key', {
  getBasket: {
    method: 'GET',
    path: '/internal/baskets/{reference}',
    summary:
      'The basket as it would be sold now. `sub`: who asks, absent for a guest; a basket that is only for one reader is 404 for others. NOT_AVAILABLE: something of it cannot be had any more',
    params: z.object({ reference: BasketReference }),
    query: z.object({ sub: Sub.optional() }),
    answer: Basket,
    problems: { 404: 'UNKNOWN_BASKET', 409: 'NOT_AVAILABLE' },
  },
  reserveBasket: {
    method: 'PUT',
    path: '/internal/purchases/{number}/reservation',
    summary:
      'Reserves the items of the basket for this purchase until it is settled or released; answers the reserved basket. The payment starts only after this',
    params: ofPurchase,
    body: z.object({ reference: BasketReference, sub: Sub }),
    answer: Basket,
    problems: { 404: 'UNKNOWN_BASKET', 409: 'NOT_AVAILABLE' },
  },
  settlePurchase: {
    method: 'PUT',
    path: '/internal/purchases/{number}/settlement',
    summary:
      'It is sold: the money is there, or promised. Comes again when the payment changes. NOT_POSSIBLE: what was paid goes back',
    params: ofPurchase,
    body: z.object({
      payment: z.enum(PURCHASE_PAYMENTS),
      sub: Sub,
      /** For the seller's own mails. */
      email: z.string().max(254),
      recipient: Recipient.nullable(),
    }),
    answer: null,
    problems: { 404: 'UNKNOWN_PURCHASE', 409: 'NOT_POSSIBLE' },
  },
  holdPurchase: {
    method: 'PUT',
    path: '/internal/purchases/{number}/hold',
    summary:
      'Before a withdrawal is paid back: from now on nothing of these lines can be used (a voucher, a ticket without a day); answers those that were used already and stay sold. A release follows',
    params: ofPurchase,
    body: z.object({ lines: z.array(z.string().max(64)).max(61) }),
    answer: z.object({ spent: z.array(z.string().max(64)).max(61) }),
    problems: { 404: 'UNKNOWN_PURCHASE' },
  },
  releasePurchase: {
    method: 'PUT',
    path: '/internal/purchases/{number}/release',
    summary:
      'It came to nothing, or all or some of its lines were taken back (`lines` null: all); an unknown number is done with, too',
    params: ofPurchase,
    body: z.object({ reason: z.enum(RELEASE_REASONS), lines: z.array(z.string().max(64)).max(61).nullable() }),
    answer: null,
  },
})
