/** Coins: wallets, bookings, and the articles and issues they opened. */
import { z } from 'zod'
import { parseIssueKey } from '@lokalteil/domain/commerce/issues'
import { contractFor } from '../kernel/endpoint.ts'
import { Day, Sub, Text } from './values.ts'

export const Wallet = z.object({ uniqueId: z.string().min(1).max(64), availableCreditCount: z.number().int().min(0) })
export type Wallet = z.infer<typeof Wallet>

const ReceiptNumber = z.string().regex(/^B-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
const ArticleNumber = z.string().regex(/^\d{1,20}$/)
const IssueKey = z.string().refine((key) => parseIssueKey(key) !== null, 'must be an issue, like haupt/2026-11-23')
const Reason = Text(200)
const IdempotencyKey = z.string().regex(/^[\w:.-]{8,100}$/)

/**
 * `purchase`: coins bought; `grant`: coins given; `article`: one article; `issue`: one issue of the e-paper; `refund`:
 * one of these taken back; `expiry`: coins that expired; `credit`: coins returned to a reader who subscribed.
 */
const BOOKING_KINDS = ['purchase', 'grant', 'article', 'issue', 'refund', 'expiry', 'credit'] as const
export type BookingKind = (typeof BOOKING_KINDS)[number]

/** One entry of a reader's wallet. The opposite entry of the double-entry booking follows from the kind. */
export const Booking = z.object({
  receiptNumber: ReceiptNumber,
  kind: z.enum(BOOKING_KINDS),
  subject: z.object({
    articleId: z.string().optional(),
    issueKey: z.string().optional(),
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
  /** Title at the time of the purchase. */
  title: z.string(),
  path: z.string(),
  coins: z.number().int().min(1),
  receiptNumber: ReceiptNumber,
  boughtAt: z.iso.datetime(),
})
export type ArticlePurchase = z.infer<typeof ArticlePurchase>

export const IssuePurchase = z.object({
  ...ArticlePurchase.omit({ articleId: true }).shape,
  /** `edition/day` */
  issueKey: z.string(),
})
export type IssuePurchase = z.infer<typeof IssuePurchase>

/** `isNew` false: nothing was booked, because it was bought before or the call is a retry. */
const Bought = z.object({
  availableCreditCount: z.number().int().min(0),
  boughtAt: z.iso.datetime(),
  receiptNumber: ReceiptNumber,
  isNew: z.boolean(),
})
const Price = z.number().int().min(1).max(1000).describe('Coins, as the publication asks; never as a client says')

const ofReader = z.object({ sub: Sub })
const payment = { title: Text(300), path: Text(500), price: Price, idempotencyKey: IdempotencyKey.optional() }
const buying = {
  method: 'POST',
  params: ofReader,
  answer: Bought,
  problems: { 402: 'NO_CREDITS', 404: 'NO_WALLET', 409: 'KEY_USED' },
} as const
const listing = {
  method: 'GET',
  params: ofReader,
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(500) }),
} as const
const finding = { method: 'POST', params: ofReader, answer: z.record(z.string(), z.iso.datetime()) } as const

export const COIN_ENDPOINTS = contractFor('service-key', {
  getWallet: {
    method: 'GET',
    path: '/internal/customers/{sub}/wallet',
    summary: 'Coins of a reader who ever bought some',
    params: ofReader,
    answer: Wallet,
    problems: { 404: 'NO_WALLET' },
  },
  buyArticle: {
    ...buying,
    path: '/internal/customers/{sub}/article-purchases',
    summary:
      'Pays one article with coins, once for each reader: a second call books nothing and says isNew false. NOT_SELLING (409) while nothing can be ordered',
    body: z.object({ articleId: ArticleNumber, ...payment }),
  },
  listArticlePurchases: {
    ...listing,
    path: '/internal/customers/{sub}/article-purchases',
    summary: 'Articles the reader has bought, newest first',
    answer: z.array(ArticlePurchase),
  },
  findArticlePurchases: {
    ...finding,
    path: '/internal/customers/{sub}/article-purchases/find',
    summary: 'When these articles were bought; what was not is absent',
    body: z.array(ArticleNumber).max(100),
  },
  buyIssue: {
    ...buying,
    path: '/internal/customers/{sub}/issue-purchases',
    summary: 'Pays one issue of the e-paper with coins, once for each reader, as an article is paid',
    body: z.object({ issueKey: IssueKey, ...payment }),
  },
  listIssuePurchases: {
    ...listing,
    path: '/internal/customers/{sub}/issue-purchases',
    summary: 'Issues the reader has bought, newest first',
    answer: z.array(IssuePurchase),
  },
  findIssuePurchases: {
    ...finding,
    path: '/internal/customers/{sub}/issue-purchases/find',
    summary: 'When these issues were bought; what was not is absent',
    body: z.array(IssueKey).max(100),
  },
  grantCoins: {
    method: 'POST',
    path: '/internal/customers/{sub}/coins',
    summary: 'Gives coins: bought ones, or for nothing; the same key books once',
    params: ofReader,
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
    params: ofReader,
    answer: z.array(Booking),
  },
  getBooking: {
    method: 'GET',
    path: '/internal/customers/{sub}/bookings/{receiptNumber}',
    summary: 'One booking of this reader, for the receipt',
    params: z.object({ sub: Sub, receiptNumber: ReceiptNumber }),
    answer: Booking,
    problems: { 404: 'NOT_FOUND' },
  },
  refundBooking: {
    method: 'POST',
    path: '/internal/bookings/{receiptNumber}/refund',
    summary:
      'Takes a booking back, once: coins of an article or issue return and it is locked again; bought coins leave if they are still there',
    params: z.object({ receiptNumber: ReceiptNumber }),
    body: z.object({ reason: Reason }),
    answer: Booking,
    problems: { 404: 'NOT_FOUND', 409: 'SPENT' },
  },
  expireCoins: {
    method: 'POST',
    path: '/internal/coins/expire',
    summary: 'Takes coins whose last day is over out of all wallets',
    answer: z.object({ wallets: z.number().int(), coins: z.number().int() }),
  },
  checkLedger: {
    method: 'GET',
    path: '/internal/ledger',
    summary: 'The books as they stand; faults name what must never be',
    answer: z.object({
      bookings: z.number().int(),
      accounts: z.record(z.string(), z.number().int()),
      faults: z.array(z.string()),
    }),
  },
})
