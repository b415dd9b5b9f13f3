/**
 * Orders and payments of the subscription platform, called by the portal with the service key. Amounts sent by a client
 * are only compared; prices come from the catalogue. Promises: the same idempotency key with the same content is one
 * order; a full IBAN can be written but never read; the answer to a guest does not reveal whether the address has an
 * account. Same base address as `commerce.ts`. Source: specification 2.3; decisions S2.3-05, S2.3-07, S7.5-01, part D.
 */
import { z } from 'zod'
import { OFFER_KINDS } from '@lokalteil/domain/commerce/offers'
import { CHARGE_KINDS, CHARGE_STATES, ORDER_STATES, PAYMENT_KINDS } from '@lokalteil/domain/commerce/orders'
import { contractFor } from '../kernel/endpoint.ts'
import { OfferId, Sub } from '../commerce.ts'

const Text = (most: number) => z.string().max(most)
const Cents = z.number().int().min(0).max(1_000_000)
const Day = z.iso.date()
const Instant = z.iso.datetime()

/** An order is `A-2026-7Q4F-MX2D`. (`B-2026-…` is a receipt of coins, `K-`/`W-` a declaration.) */
export const OrderNumber = z.string().regex(/^A-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
export const ChargeId = z.string().regex(/^Z-[a-f0-9]{24}$/)
export const PAYMENT_PROVIDERS = ['test-bank', 'sepa', 'invoice', 'stripe'] as const
/** `none`: no provider, because nothing is left to pay. */
export const PaymentProvider = z.enum([...PAYMENT_PROVIDERS, 'none'])
export type PaymentProvider = z.infer<typeof PaymentProvider>
const PaymentKind = z.enum(PAYMENT_KINDS)

export const Voucher = z.object({
  kind: z.enum(['percent', 'cents']),
  value: z.number().int().min(1).max(1_000_000),
  periods: z.number().int().min(1).max(60),
})
export type Voucher = z.infer<typeof Voucher>

/** A way to pay that can be chosen. `hint` names the numbers that the test bank accepts. */
export const PaymentOption = z.object({
  kind: PaymentKind,
  provider: PaymentProvider,
  isTest: z.boolean(),
  leavesSite: z.boolean().describe('Paid at the provider’s own page'),
})
export type PaymentOption = z.infer<typeof PaymentOption>

/** Further ways to pay after a login; absent: none. */
export const PaymentsWithLogin = z.array(PaymentKind).optional()

/** The fields of `Quote` in the domain, and the ways to pay. */
export const Quote = z.object({
  offer: z.object({ id: OfferId, kind: z.enum(OFFER_KINDS), name: z.string() }),
  lines: z.array(
    z.object({
      kind: z.enum(['trial', 'period', 'once']),
      months: z.number().int().nullable(),
      listCents: Cents,
      discountCents: Cents,
      dueCents: Cents,
      vatPercent: z.number().int(),
      vatCents: Cents,
    }),
  ),
  dueCents: Cents.describe('To be paid for the order, tax included; what `confirmedCents` must say'),
  vatCents: Cents,
  period: z.object({ from: Day, to: Day.nullable() }),
  next: z.object({ on: Day, cents: Cents }).nullable(),
  regular: z.object({ cents: Cents, months: z.number().int() }).nullable(),
  earliestEnd: Day.nullable(),
  termMonths: z.number().int().nullable(),
  noticeMonths: z.number().int().nullable(),
  renewal: z.enum(['open-ended', 'none']),
  coins: z.number().int().nullable(),
  voucher: Voucher.nullable(),
  runsAfter: Day.optional().describe('Last day of given access that opens the same; the order begins after it'),
  payments: z.array(PaymentOption),
  paymentsWithLogin: PaymentsWithLogin,
})
export type Quote = z.infer<typeof Quote>

const Typed = Text(1000)
export const Buyer = z.object({
  salutation: Text(20).default(''),
  firstName: Typed,
  lastName: Typed,
  company: Typed.default(''),
  vatId: Typed.default(''),
  street: Typed,
  postcode: Text(40),
  city: Typed,
  country: Text(10).default('DE'),
})
/** Address of a parcel if it differs from the buyer’s. */
export const DeliveryAddress = z.object({
  name: Typed,
  street: Typed,
  postcode: Text(40),
  city: Typed,
  country: Text(10).default('DE'),
})
export const Payment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sepa'), iban: Text(100), holder: Typed, mandate: z.boolean() }),
  z.object({ kind: z.literal('card'), number: Text(40).optional().describe('Only for the built-in test bank') }),
  z.object({ kind: z.literal('invoice') }),
  z.object({ kind: z.literal('none') }).describe('Only where nothing is left to be paid'),
])
export const Consents = z.object({
  terms: z.boolean(),
  withdrawalLapses: z
    .boolean()
    .default(false)
    .describe('Needed for coins: the right of withdrawal ends with their use'),
})

export const OrderRequest = z.object({
  offerId: OfferId,
  voucherCode: Text(40).optional(),
  /** The amount shown on the page. If today's amount differs, the answer is 409 PRICE_CHANGED. */
  confirmedCents: Cents,
  idempotencyKey: z.string().regex(/^[\w-]{16,64}$/),
  buyer: Buyer,
  payment: Payment,
  consents: Consents,
})
export type OrderRequest = z.output<typeof OrderRequest>

/** Reasons of a failed payment or order, for the text shown to the reader. */
export const ORDER_FAILURES = [
  'CARD_DECLINED',
  'INSUFFICIENT_FUNDS',
  'ACCOUNT_CLOSED',
  'PAYMENT_CANCELLED',
  'PAYMENT_EXPIRED',
  'PAYMENT_REFUSED',
  'ALREADY_SUBSCRIBED',
  'TRIAL_USED',
  'VOUCHER_USED',
  /** The bank requires the reader's confirmation (3-D Secure). */
  'AUTHENTICATION_REQUIRED',
] as const
export type OrderFailure = (typeof ORDER_FAILURES)[number]

export const OrderView = z.object({
  number: OrderNumber,
  /** Opens the order again without a session. */
  token: z.string(),
  state: z.enum(ORDER_STATES),
  failure: z.enum(ORDER_FAILURES).nullable(),
  offer: z.object({ id: OfferId, kind: z.enum(OFFER_KINDS), name: z.string() }),
  quote: Quote.omit({ payments: true, paymentsWithLogin: true }),
  payment: z.object({
    kind: PaymentKind,
    provider: PaymentProvider,
    label: z.string().describe('‘DE •••• 3000’; never a whole number'),
  }),
  /** While pending: an address to which the browser must go, or null, which means to ask again later. */
  redirectUrl: z.string().nullable(),
  placedAt: Instant,
})
export type OrderView = z.infer<typeof OrderView>

export const PaymentMethodView = z.object({
  id: z.string(),
  kind: PaymentKind,
  provider: PaymentProvider,
  label: z.string(),
  mandateReference: z.string().nullable(),
  isActive: z.boolean(),
})
export type PaymentMethodView = z.infer<typeof PaymentMethodView>

export const ChargeView = z.object({
  id: ChargeId,
  subscriptionId: z.string(),
  orderNumber: OrderNumber.nullable(),
  kind: z.enum(CHARGE_KINDS),
  state: z.enum(CHARGE_STATES),
  amountCents: Cents,
  vatPercent: z.number().int(),
  description: z.string(),
  periodFrom: Day,
  periodTo: Day.nullable(),
  dueOn: Day,
  failure: z.string().nullable(),
  settledAt: Instant.nullable(),
})
export type ChargeView = z.infer<typeof ChargeView>

const ofReader = z.object({ sub: Sub })
/** A hash of the caller, for rate limits; never shown. */
const Requester = z.string().regex(/^[\w-]{16,64}$/)
const Check = OrderRequest.omit({ idempotencyKey: true }).extend({ email: Text(1000), requester: Requester })

export const ORDERS_INTERNAL = contractFor('service-key', {
  quoteOrder: {
    method: 'POST',
    path: '/internal/orders/quote',
    summary: 'The price of an offer for this reader today, and the later charges; null: not logged in',
    body: z.object({ sub: Sub.nullable(), offerId: OfferId, voucherCode: Text(40).optional(), requester: Requester }),
    answer: Quote,
    problems: { 404: 'UNKNOWN_OFFER', 409: 'NOT_SELLING', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS' },
  },
  checkGuestOrder: {
    method: 'POST',
    path: '/internal/orders/check',
    summary: 'Whether a guest’s order could be placed; writes nothing, so that an account is made for good orders only',
    body: Check,
    answer: Quote,
    problems: { 404: 'UNKNOWN_OFFER', 409: 'PRICE_CHANGED', 422: 'INVALID_FIELDS' },
  },
  placeOrder: {
    method: 'POST',
    path: '/internal/customers/{sub}/orders',
    summary: 'Places an order and asks for its money; `fields.dueCents` of PRICE_CHANGED is the right amount',
    params: ofReader,
    body: OrderRequest.extend({
      /** Address for confirmation and documents. */
      email: Text(254),
      /** Ordered without a login. Refusals that would reveal an account go to its owner by mail. */
      isGuest: z.boolean(),
      requester: Requester,
    }),
    answer: OrderView,
    problems: { 404: 'UNKNOWN_OFFER', 409: 'PRICE_CHANGED', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ORDERS' },
  },
  getOrder: {
    method: 'GET',
    path: '/internal/orders/{number}',
    summary: 'An order, for its reader or the holder of its token; asks the provider while it is pending',
    params: z.object({ number: OrderNumber }),
    query: z.object({ sub: Sub.optional(), token: Text(64).optional() }),
    answer: OrderView,
    problems: { 404: 'NOT_FOUND' },
  },
  listOrders: {
    method: 'GET',
    path: '/internal/customers/{sub}/orders',
    summary: 'Orders of the reader, newest first',
    params: ofReader,
    answer: z.array(OrderView),
  },
  listPaymentMethods: {
    method: 'GET',
    path: '/internal/customers/{sub}/payment-methods',
    summary: 'What the reader pays with',
    params: ofReader,
    answer: z.array(PaymentMethodView),
  },
  listCharges: {
    method: 'GET',
    path: '/internal/customers/{sub}/charges',
    summary: 'What the reader was asked to pay, newest first',
    params: ofReader,
    answer: z.array(ChargeView),
  },
  receivePaymentEvent: {
    method: 'POST',
    path: '/internal/payment-events/{provider}',
    summary: 'A provider’s message as it came; its signature is verified here, the same message is acted on once',
    params: z.object({ provider: PaymentProvider }),
    body: z.object({ payload: z.string().max(300_000), signature: Text(2000) }),
    answer: z.object({ outcome: z.enum(['acted', 'known', 'ignored']) }),
    problems: { 400: 'BAD_SIGNATURE', 404: 'NOT_FOUND' },
  },
  decideTestPayment: {
    method: 'POST',
    path: '/internal/test-bank/decisions',
    summary: 'What the reader pressed on the test bank’s own page; answers where to go on',
    body: z.object({ reference: Text(200), isConfirmed: z.boolean() }),
    answer: z.object({ returnPath: z.string() }),
    problems: { 404: 'NOT_FOUND' },
  },
  collectCharge: {
    method: 'POST',
    path: '/internal/charges/{chargeId}/collect',
    summary: 'Asks for an amount that is due, or once more for one that failed',
    params: z.object({ chargeId: ChargeId }),
    answer: ChargeView,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_DUE' },
  },
  refundCharge: {
    method: 'POST',
    path: '/internal/charges/{chargeId}/refund',
    summary: 'Gives the money back, once',
    params: z.object({ chargeId: ChargeId }),
    answer: ChargeView,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_PAID' },
  },
})
