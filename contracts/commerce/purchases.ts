/**
 * Purchases: baskets of sellers, bought once and paid like an order. The amount is the seller's at that moment; an
 * amount sent by a client is only compared. The same idempotency key with the same content is one purchase. Called with
 * the service key.
 */
import { z } from 'zod'
import { ORDER_STATES, PAYMENT_KINDS } from '@lokalteil/domain/commerce/orders'
import { contractFor } from '../kernel/endpoint.ts'
import {
  Buyer,
  Consents,
  DeliveryAddress,
  ORDER_FAILURES,
  Payment,
  PaymentOption,
  PaymentsWithLogin,
  PaymentProvider,
} from './orders.ts'
import { Basket, BasketReference, PurchaseNumber, SellerName } from './sellers.ts'
import { Sub } from './values.ts'

const Text = (most: number) => z.string().max(most)
const Cents = z.number().int().min(0).max(10_000_000)

const Totals = {
  dueCents: Cents.describe('To be paid, tax included; what `confirmedCents` must say'),
  vatCents: Cents,
  rates: z.array(
    z.object({
      vatPercent: z.number().int(),
      netCents: z.number().int(),
      vatCents: z.number().int(),
      grossCents: z.number().int(),
    }),
  ),
}

export const PurchaseQuote = z.object({
  basket: Basket,
  ...Totals,
  needsLapse: z.boolean().describe('The reader has to agree that the right of withdrawal lapses with the delivery'),
  payments: z.array(PaymentOption),
  paymentsWithLogin: PaymentsWithLogin,
})
export type PurchaseQuote = z.infer<typeof PurchaseQuote>

const Chosen = { seller: SellerName, reference: BasketReference }

export const PurchaseRequest = z.object({
  ...Chosen,
  confirmedCents: Cents,
  idempotencyKey: z.string().regex(/^[\w-]{16,64}$/),
  buyer: Buyer,
  recipient: DeliveryAddress.nullable().default(null).describe('Only where something is sent; null: to the buyer'),
  payment: Payment,
  consents: Consents,
})
export type PurchaseRequest = z.output<typeof PurchaseRequest>

export const PURCHASE_FAILURES = [...ORDER_FAILURES, 'SOLD_OUT', 'NOT_POSSIBLE'] as const

export const PurchaseView = z.object({
  number: PurchaseNumber,
  /** Opens the purchase again without a session. */
  token: z.string(),
  seller: SellerName,
  state: z.enum(ORDER_STATES),
  failure: z.enum(PURCHASE_FAILURES).nullable(),
  basket: Basket,
  ...Totals,
  payment: z.object({
    kind: z.enum(PAYMENT_KINDS),
    provider: PaymentProvider,
    label: z.string(),
    state: z.enum(['open', 'promised', 'paid', 'unpaid']),
  }),
  refundedCents: Cents,
  /** Keys of returned lines. */
  takenBack: z.array(z.string()),
  sentOn: z.iso.date().nullable(),
  /** Time of a withdrawal that names this purchase and is not yet processed. */
  declaredAt: z.iso.datetime().nullable(),
  invoice: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  placedAt: z.iso.datetime(),
})
export type PurchaseView = z.infer<typeof PurchaseView>

const Requester = z.string().regex(/^[\w-]{16,64}$/)
const REFUSALS = { 404: 'UNKNOWN_BASKET', 409: 'PRICE_CHANGED', 422: 'INVALID_FIELDS' } as const

export const PURCHASES_INTERNAL = contractFor('service-key', {
  quotePurchase: {
    method: 'POST',
    path: '/internal/purchases/quote',
    summary: 'The price of a basket now and the ways to pay; `sub` null: not logged in',
    body: z.object({ ...Chosen, sub: Sub.nullable() }),
    answer: PurchaseQuote,
    problems: { 404: 'UNKNOWN_BASKET', 409: 'NOT_AVAILABLE' },
  },
  checkGuestPurchase: {
    method: 'POST',
    path: '/internal/purchases/check',
    summary: 'Whether a guest’s purchase could be placed; writes nothing',
    body: PurchaseRequest.omit({ idempotencyKey: true }).extend({ email: Text(1000) }),
    answer: PurchaseQuote,
    problems: REFUSALS,
  },
  placePurchase: {
    method: 'POST',
    path: '/internal/customers/{sub}/purchases',
    summary:
      'Places a purchase, reserves its items at the seller and starts the payment; also 409 NOT_AVAILABLE, NO_PAYMENT, NOT_SELLING, KEY_USED',
    params: z.object({ sub: Sub }),
    body: PurchaseRequest.extend({ email: Text(254), isGuest: z.boolean(), requester: Requester }),
    answer: PurchaseView,
    problems: { ...REFUSALS, 429: 'TOO_MANY_ORDERS' },
  },
  getPurchase: {
    method: 'GET',
    path: '/internal/purchases/{number}',
    summary: 'A purchase, for its reader or the holder of its token; asks the provider while it is pending',
    params: z.object({ number: PurchaseNumber }),
    query: z.object({ sub: Sub.optional(), token: Text(64).optional() }),
    answer: PurchaseView,
    problems: { 404: 'NOT_FOUND' },
  },
  listPurchases: {
    method: 'GET',
    path: '/internal/customers/{sub}/purchases',
    summary: 'What the reader has bought, newest first; what came to nothing is left out',
    params: z.object({ sub: Sub }),
    answer: z.array(PurchaseView),
  },
  markSent: {
    method: 'PUT',
    path: '/internal/purchases/{number}/sent',
    summary:
      'Its goods were sent or handed over on this day: the right of withdrawal runs from their arrival. The first day stays',
    params: z.object({ number: PurchaseNumber }),
    body: z.object({ seller: SellerName, sentOn: z.iso.date(), isHandedOver: z.boolean().default(false) }),
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
  giveUpPurchase: {
    method: 'POST',
    path: '/internal/purchases/{number}/give-up',
    summary:
      'The seller cannot or will not do it: all that was paid goes back, the invoice is corrected, the seller is told to release it',
    params: z.object({ number: PurchaseNumber }),
    body: z.object({ seller: SellerName }),
    answer: null,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_POSSIBLE' },
  },
})
