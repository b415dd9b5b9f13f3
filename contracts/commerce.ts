/**
 * The subscription platform: what a publication sells, who bought what, and the two declarations a reader may make without
 * a login. The catalogue is public and the same for everybody; all else is asked by the portal behind the service key.
 * Declarations: an answer says what was declared and when it arrived, never whether a contract exists. Customers: a reader
 * is named by the `sub` of single sign-on, which the caller has verified; roles come from here and from nowhere else.
 * Base address: `{SUBSCRIPTION_URL}/{mandator}`. Source: specification 2.2, 2.3, 6; decisions S2.2-04, S2.2-05, S2.2-11,
 * S2.3-02, S2.3-08, S7.1-02.
 */
import { z } from 'zod'
import { CANCELLATION_KINDS, CONTRACT_RIGHTS, DECLARATION_LENGTH } from '@lokalteil/domain/commerce/contract-rights'
import { MOST_SEATS } from '@lokalteil/domain/commerce/household'
import { GRANTS, OFFER_KINDS } from '@lokalteil/domain/commerce/offers'
import { ORDER_COUNTRIES } from '@lokalteil/domain/commerce/orders'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { SUBSCRIPTION_KINDS, SUBSCRIPTION_STATES } from '@lokalteil/domain/commerce/subscriptions'
import { CODES_INTERNAL } from './codes.ts'
import { contract } from './kernel/endpoint.ts'

export const OfferId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64)
const Cents = z.number().int().min(0).max(1_000_000)
const Months = z.number().int().min(1).max(24)
const Text = (most: number) => z.string().min(1).max(most)

/** The fields of `Offer` in the domain; a catalogue with an offer the law does not allow is refused as a whole. */
export const Offer = z.object({
  id: OfferId,
  kind: z.enum(OFFER_KINDS),
  name: Text(80),
  description: z.string().max(300),
  priceCents: Cents.describe('Cents for each period, value added tax included'),
  vatPercent: z.number().int().min(0).max(30),
  periodMonths: Months.nullable().describe('Months one price pays for; null: paid once'),
  trial: z.object({ months: Months, priceCents: Cents }).nullable(),
  termMonths: Months.nullable().describe('Months the reader is bound after a trial'),
  renewal: z.enum(['open-ended', 'none']),
  noticeMonths: z.number().int().min(0).max(12).nullable(),
  benefits: z.array(Text(160)).max(12),
  roles: z.array(z.string().regex(/^[A-Z][A-Z0-9-_]{1,63}$/)).max(12),
  coins: z.number().int().min(1).max(1000).nullable(),
  seats: z
    .number()
    .int()
    .min(0)
    .max(MOST_SEATS)
    .optional()
    .describe('Further members of the household; absent: as the kind has'),
  isRecommended: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

/** Where people answer who know about orders and contracts. */
export const ReaderService = z.object({
  phone: Text(40).regex(/^\+?[\d /()-]+$/),
  hours: z.string().max(120),
  email: z.email().max(254),
})
export type ReaderService = z.infer<typeof ReaderService>

export const Catalogue = z.object({ offers: z.array(Offer).max(60), readerService: ReaderService.nullable() })
export type Catalogue = z.infer<typeof Catalogue>

/** What can be ordered now. */
export const SoldCatalogue = Catalogue.extend({
  isClosed: z
    .boolean()
    .optional()
    .describe('Nothing can be ordered, because data or documents of the seller are incomplete'),
})
export type SoldCatalogue = z.infer<typeof SoldCatalogue>

export const SavedCatalogue = z.object({
  offers: z.array(Offer.and(z.object({ missing: z.array(z.enum(GRANTS)).describe('Empty: it is sold') }))),
  readerService: ReaderService.nullable(),
  obstacles: z
    .array(z.string())
    .optional()
    .describe('Why nothing of it can be ordered: what is missing of the seller’s data and documents'),
})
export type SavedCatalogue = z.infer<typeof SavedCatalogue>

const Person = {
  name: Text(DECLARATION_LENGTH.name * 2),
  email: Text(254),
  contract: Text(DECLARATION_LENGTH.contract * 2),
}
export const WithdrawalDeclaration = z.object(Person)
export const CancellationDeclaration = z.object({
  ...Person,
  kind: z.enum(CANCELLATION_KINDS),
  /** '' unless extraordinary. */
  reason: z.string().max(DECLARATION_LENGTH.reason * 2),
  /** `2026-12-31`; null: as early as possible. */
  endDate: z.iso.date().nullable(),
})

const Received = {
  /** For telephone and letter: `K-2026-7Q4F-MX2D`. */
  number: z.string().regex(/^[KW]-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
  receivedAt: z.iso.datetime(),
  /** Opens the receipt again; whoever has it may read it. */
  token: z.string().regex(/^[\w-]{22,64}$/),
}
export const Receipt = z.discriminatedUnion('right', [
  z.object({ ...Received, right: z.literal('cancellation'), declaration: CancellationDeclaration }),
  z.object({ ...Received, right: z.literal('withdrawal'), declaration: WithdrawalDeclaration }),
])
export type Receipt = z.infer<typeof Receipt>

/** As the office sees it. */
export const Declared = Receipt.and(
  z.object({
    sequence: z.number().int(),
    handledAt: z.iso.datetime().nullable().describe('When the office was done with it; null: it waits'),
    note: z.string().nullable(),
  }),
)
export type Declared = z.infer<typeof Declared>

export const Sub = z.string().regex(/^[\w.:|@-]{1,255}$/)
const Role = z.string().regex(/^[A-Z][A-Z0-9-_]{1,63}$/)
const CustomerNumber = z.string().regex(/^[A-Z0-9]{3,20}$/)
const Day = z.iso.date()

export const Customer = z.object({ customerId: z.string().min(1).max(64), createdAt: z.iso.datetime() })
export type Customer = z.infer<typeof Customer>

/** What of a customer is said on the telephone; name and address are of the last order, and gone with the account. */
export const CustomerEntry = z.object({
  customerId: z.string(),
  sub: Sub.nullable(),
  since: z.iso.datetime(),
  email: z.string().nullable(),
  name: z.string(),
  company: z.string(),
  address: z.string(),
})
export type CustomerEntry = z.infer<typeof CustomerEntry>

export const BuyerCorrection = z
  .strictObject({
    firstName: Text(80),
    lastName: Text(80),
    company: z.string().max(120),
    street: Text(120),
    postcode: Text(12),
    city: Text(80),
    country: z.enum(ORDER_COUNTRIES),
  })
  .partial()
export type BuyerCorrection = z.infer<typeof BuyerCorrection>

/** The fields of `Subscription` in the domain; `state` as kept, days may have passed since. */
export const Subscription = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  kind: z.enum(SUBSCRIPTION_KINDS),
  productName: Text(120),
  state: z.enum(SUBSCRIPTION_STATES),
  roles: z.array(Role).max(12),
  coins: z.number().int().min(1).max(1000).nullable(),
  priceCents: Cents.nullable().describe(
    'Cents for each period, value added tax included; null: paid with another contract',
  ),
  periodMonths: Months.nullable(),
  trial: z.object({ months: Months, priceCents: Cents }).nullable(),
  startsOn: Day,
  endsOn: Day.nullable().describe('Last day; null: open-ended'),
  resumesOn: Day.nullable(),
})
export type Subscription = z.infer<typeof Subscription>

export const Wallet = z.object({ uniqueId: z.string().min(1).max(64), availableCreditCount: z.number().int().min(0) })
export type Wallet = z.infer<typeof Wallet>

const ReceiptNumber = z.string().regex(/^B-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
const ArticleNumber = z.string().regex(/^\d{1,20}$/)
const Reason = Text(200)
const IdempotencyKey = z.string().regex(/^[\w:.-]{8,100}$/)

/**
 * `purchase`: coins bought; `grant`: coins given; `article`: one article; `refund`: one of these taken back; `expiry`:
 * coins that lapsed; `credit`: coins given back to a reader who subscribed.
 */
export const BOOKING_KINDS = ['purchase', 'grant', 'article', 'refund', 'expiry', 'credit'] as const
export type BookingKind = (typeof BOOKING_KINDS)[number]

/** One entry of a reader's wallet; the other side of the double entry follows from the kind. */
export const Booking = z.object({
  receiptNumber: ReceiptNumber,
  kind: z.enum(BOOKING_KINDS),
  subject: z.object({
    articleId: z.string().optional(),
    title: z.string().optional(),
    path: z.string().optional(),
    subscriptionId: z.string().optional(),
    name: z.string().optional(),
  }),
  reason: z.string(),
  amount: z.number().int().describe('Coins into the wallet; below nought: out of it'),
  expiresOn: Day.nullable(),
  refunds: ReceiptNumber.nullable().describe('The booking this one takes back'),
  bookedAt: z.iso.datetime(),
})
export type Booking = z.infer<typeof Booking>

export const ArticlePurchase = z.object({
  articleId: z.string(),
  /** As it was called when it was bought. */
  title: z.string(),
  path: z.string(),
  coins: z.number().int().min(1),
  receiptNumber: ReceiptNumber,
  boughtAt: z.iso.datetime(),
})
export type ArticlePurchase = z.infer<typeof ArticlePurchase>

/** One subscriber of the printed paper whose digital access is included. */
export const PrintSubscriber = z.object({
  customerNumber: CustomerNumber,
  postcode: z.string().regex(/^\d{4,5}$/),
  productName: Text(120),
  roles: z.array(Role).min(1).max(12).default(['PLUS_USER']),
})
export type PrintSubscriber = z.infer<typeof PrintSubscriber>

const Typed = z.string().max(8000).optional()
/** As typed by the reader; the platform checks it and answers 422 with a code for each field that is wrong. */
const Input = z.strictObject({
  name: Typed,
  email: Typed,
  contract: Typed,
  kind: Typed,
  reason: Typed,
  end: Typed,
  endDate: Typed,
})
const Filing = z.object({
  /** The same key with the same input is filed once, however often it is sent. */
  idempotencyKey: z.string().regex(/^[\w-]{16,64}$/),
  /** Who asks, unreadable: counted, never shown. */
  requester: z.string().regex(/^[\w-]{16,64}$/),
  input: Input,
})

export const SUBSCRIPTION = contract({
  listOffers: {
    method: 'GET',
    path: '/offers',
    summary: 'What the publication sells, in its order',
    answer: SoldCatalogue,
  },
  getOffer: {
    method: 'GET',
    path: '/offers/{id}',
    summary: 'One offer that can be ordered now',
    params: z.object({ id: OfferId }),
    answer: Offer,
    problems: { 404: 'NOT_FOUND' },
  },
})

export const SUBSCRIPTION_INTERNAL = contract({
  ...CODES_INTERNAL,
  saveCatalogue: {
    method: 'PUT',
    path: '/internal/catalogue',
    summary: 'Replaces the catalogue; offers left out can no longer be ordered',
    security: 'service-key',
    body: Catalogue,
    answer: null,
    problems: { 422: 'UNLAWFUL_OFFER' },
  },
  getSavedCatalogue: {
    method: 'GET',
    path: '/internal/catalogue',
    summary: 'The catalogue as it was saved, with what waits until the publication has what it grants',
    security: 'service-key',
    answer: SavedCatalogue,
  },
  fileCancellation: {
    method: 'POST',
    path: '/internal/cancellations',
    summary: 'Files the end of a contract and mails the receipt',
    security: 'service-key',
    body: Filing,
    answer: Receipt,
    problems: { 422: 'INCOMPLETE_DECLARATION', 429: 'TOO_MANY_DECLARATIONS' },
  },
  fileWithdrawal: {
    method: 'POST',
    path: '/internal/withdrawals',
    summary: 'Files a withdrawal from a contract and mails the receipt',
    security: 'service-key',
    body: Filing,
    answer: Receipt,
    problems: { 422: 'INCOMPLETE_DECLARATION', 429: 'TOO_MANY_DECLARATIONS' },
  },
  getReceipt: {
    method: 'GET',
    path: '/internal/receipts/{token}',
    summary: 'A receipt again, for 30 days',
    security: 'service-key',
    params: z.object({ token: z.string().max(64) }),
    answer: Receipt,
    problems: { 404: 'NOT_FOUND' },
  },
  listDeclarations: {
    method: 'GET',
    path: '/internal/declarations',
    summary: 'What was declared, oldest first, for the people who carry it out',
    security: 'service-key',
    query: z.object({
      right: z.enum(CONTRACT_RIGHTS).optional(),
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      open: z.enum(['true', 'false']).optional().describe('true: only what waits'),
    }),
    answer: z.array(Declared),
  },
  handleDeclaration: {
    method: 'POST',
    path: '/internal/declarations/{number}/handled',
    summary: 'The office is done with a declaration; said twice, the first note stays',
    security: 'service-key',
    params: z.object({ number: Received.number }),
    body: z.object({ note: Text(500) }),
    answer: Declared,
    problems: { 404: 'NOT_FOUND' },
  },
  findCustomers: {
    method: 'GET',
    path: '/internal/customers',
    summary: 'Customers by number, order, invoice, or a part of name or address; 50 at most, newest first',
    security: 'service-key',
    query: z.object({ q: z.string().trim().min(3).max(200) }),
    answer: z.array(CustomerEntry),
  },
  correctBuyer: {
    method: 'PUT',
    path: '/internal/customer-numbers/{customerId}/buyer',
    summary: 'Name and address for the invoices to come; what is left out stays',
    security: 'service-key',
    params: z.object({ customerId: z.string().regex(/^\d{9}$/) }),
    body: BuyerCorrection,
    answer: z.object({ orders: z.number().int() }),
    problems: { 404: 'NO_CUSTOMER' },
  },
  openCustomer: {
    method: 'PUT',
    path: '/internal/customers/{sub}',
    summary: 'The reader’s customer, made when there was none (S2.2-04)',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    answer: Customer,
    problems: { 404: 'NO_CUSTOMER' },
  },
  changeAddress: {
    method: 'PUT',
    path: '/internal/customers/{sub}/email',
    summary:
      'The reader’s account has another confirmed address: letters about contracts and new papers go there. What was issued stays as it is; a second time changes nothing, and a reader nobody knows is no error',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    body: z.object({
      from: z.string().max(254).refine(isEmail, 'must be an e-mail address'),
      to: z.string().max(254).refine(isEmail, 'must be an e-mail address'),
    }),
    answer: null,
  },
  listRoles: {
    method: 'GET',
    path: '/internal/customers/{sub}/roles',
    summary: 'The roles of today, for the reader’s next token; none for a reader nobody knows',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    answer: z.array(Role),
  },
  listSubscriptions: {
    method: 'GET',
    path: '/internal/customers/{sub}/subscriptions',
    summary: 'What the reader has and had, newest first',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    answer: z.array(Subscription),
  },
  saveSubscription: {
    method: 'PUT',
    path: '/internal/customers/{sub}/subscriptions/{id}',
    summary: 'Adds a subscription or changes one of this reader, e.g. its state',
    security: 'service-key',
    params: z.object({ sub: Sub, id: Subscription.shape.id }),
    body: Subscription.omit({ id: true }),
    answer: null,
    problems: { 409: 'OTHER_CUSTOMER' },
  },
  getWallet: {
    method: 'GET',
    path: '/internal/customers/{sub}/wallet',
    summary: 'Coins of a reader who ever bought some',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    answer: Wallet,
    problems: { 404: 'NO_WALLET' },
  },
  buyArticle: {
    method: 'POST',
    path: '/internal/customers/{sub}/article-purchases',
    summary: 'Pays one article with coins, once for each reader: a second call books nothing and says isNew false',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    body: z.object({
      articleId: ArticleNumber,
      title: Text(300),
      path: Text(500),
      price: z.number().int().min(1).max(1000).describe('Coins, as the publication asks; never as a client says'),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: z.object({
      availableCreditCount: z.number().int().min(0),
      boughtAt: z.iso.datetime(),
      receiptNumber: ReceiptNumber,
      isNew: z.boolean(),
    }),
    problems: { 402: 'NO_CREDITS', 404: 'NO_WALLET', 409: 'KEY_USED' },
  },
  listArticlePurchases: {
    method: 'GET',
    path: '/internal/customers/{sub}/article-purchases',
    summary: 'Articles the reader has bought, newest first',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(500) }),
    answer: z.array(ArticlePurchase),
  },
  findArticlePurchases: {
    method: 'POST',
    path: '/internal/customers/{sub}/article-purchases/find',
    summary: 'When these articles were bought; what was not is absent',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    body: z.array(ArticleNumber).max(100),
    answer: z.record(z.string(), z.iso.datetime()),
  },
  grantCoins: {
    method: 'POST',
    path: '/internal/customers/{sub}/coins',
    summary: 'Gives coins: bought ones, or for nothing; the same key books once',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    body: z.object({
      kind: z.enum(['purchase', 'grant']).default('grant'),
      count: z.number().int().min(1).max(1000),
      reason: Reason,
      idempotencyKey: IdempotencyKey,
      expiresOn: Day.nullable().default(null),
    }),
    answer: Booking,
    problems: { 409: 'KEY_USED' },
  },
  listBookings: {
    method: 'GET',
    path: '/internal/customers/{sub}/bookings',
    summary: 'What was booked in the reader’s wallet, newest first',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    answer: z.array(Booking),
  },
  getBooking: {
    method: 'GET',
    path: '/internal/customers/{sub}/bookings/{receiptNumber}',
    summary: 'One booking of this reader, for the receipt',
    security: 'service-key',
    params: z.object({ sub: Sub, receiptNumber: ReceiptNumber }),
    answer: Booking,
    problems: { 404: 'NOT_FOUND' },
  },
  refundBooking: {
    method: 'POST',
    path: '/internal/bookings/{receiptNumber}/refund',
    summary:
      'Takes a booking back, once: coins of an article return and it is locked again; bought coins leave if they are still there',
    security: 'service-key',
    params: z.object({ receiptNumber: ReceiptNumber }),
    body: z.object({ reason: Reason }),
    answer: Booking,
    problems: { 404: 'NOT_FOUND', 409: 'SPENT' },
  },
  expireCoins: {
    method: 'POST',
    path: '/internal/coins/expire',
    summary: 'Takes coins whose last day is over out of all wallets',
    security: 'service-key',
    answer: z.object({ wallets: z.number().int(), coins: z.number().int() }),
  },
  checkLedger: {
    method: 'GET',
    path: '/internal/ledger',
    summary: 'The books as they stand; faults name what must never be',
    security: 'service-key',
    answer: z.object({
      bookings: z.number().int(),
      accounts: z.record(z.string(), z.number().int()),
      faults: z.array(z.string()),
    }),
  },
  findReader: {
    method: 'GET',
    path: '/internal/customer-numbers/{customerId}',
    summary: 'The reader behind a customer number, for the reader service',
    security: 'service-key',
    params: z.object({ customerId: z.string().regex(/^\d{9}$/) }),
    answer: z.object({ sub: Sub }),
    problems: { 404: 'NO_CUSTOMER' },
  },
  savePrintSubscribers: {
    method: 'PUT',
    path: '/internal/print-subscribers',
    summary: 'Replaces the list of the printed paper’s subscribers; the digital access of those left out ends',
    security: 'service-key',
    body: z.object({ subscribers: z.array(PrintSubscriber).max(200_000) }),
    answer: null,
    problems: { 422: 'NUMBER_TWICE' },
  },
  verifyPrintSubscriber: {
    method: 'POST',
    path: '/internal/customers/{sub}/plus-verification',
    summary: 'Connects a subscriber of the printed paper with one account, once; the refusal never says what was wrong',
    security: 'service-key',
    params: z.object({ sub: Sub }),
    body: z.object({ customerNumber: z.string().max(100), postcode: z.string().max(40) }),
    answer: z.object({ roles: z.array(Role), productName: z.string() }),
    problems: { 422: 'NO_MATCH', 429: 'TOO_MANY_ATTEMPTS' },
  },
})
