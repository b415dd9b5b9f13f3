/** The wallet, and articles bought from it. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { ArticlePurchase, Booking, Customer, IssuePurchase, Wallet } from '../commerce.ts'
import { AccountTab } from './account.ts'
import { Text } from './values.ts'

export const CoinsView = z.object({
  tabs: z.array(AccountTab),
  /** Null: the platform is unavailable. */
  availableCoins: z.number().int().min(0).nullable(),
  purchases: z.array(ArticlePurchase),
  /** Bought issues of the e-paper. */
  issues: z.array(IssuePurchase.omit({ coins: true })),
  /** The latest bookings, newest first. */
  bookings: z.array(
    Booking.pick({ receiptNumber: true, kind: true, amount: true, bookedAt: true, expiresOn: true }).extend({
      about: z.string(),
    }),
  ),
})
export type CoinsView = z.infer<typeof CoinsView>

export const COINS_ENDPOINTS = contract({
  getCoins: {
    method: 'GET',
    path: '/api/mein/account/coins',
    summary: 'Coins and what was bought with them',
    answer: CoinsView,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'NO_ACCESS', 503: 'UNAVAILABLE' },
  },
  getCustomerSession: {
    method: 'GET',
    path: '/api/plenigo/session',
    summary: 'The reader’s customer at the subscription platform',
    answer: z.object({ customer: Customer.pick({ customerId: true }) }),
    problems: { 401: 'NOT_LOGGED_IN', 404: 'NO_CUSTOMER', 503: 'UNAVAILABLE' },
  },
  getWallet: {
    method: 'GET',
    path: '/api/plenigo/wallet/{customerId}',
    summary: 'The wallet of the session’s own customer (S7.5-04)',
    params: z.object({ customerId: Text(64) }),
    answer: Wallet,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'FORBIDDEN', 404: 'NO_WALLET', 503: 'UNAVAILABLE' },
  },
  listCreditPurchases: {
    method: 'GET',
    path: '/api/plenigo/credits/purchases',
    summary: 'Articles the reader has bought with coins, newest first',
    answer: z.array(z.object({ articleId: z.string() })),
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  useCredit: {
    method: 'POST',
    path: '/api/plenigo/credits/use',
    summary:
      'Buys one article with coins; answers how many are left. 409: bought before, nothing charged, the problem carries `availableCreditCount` (S7.5-03)',
    body: z.object({
      customerId: Text(64),
      uniqueId: Text(64),
      reason: Text(200).describe('‘Artikel gekauft’'),
      userId: Text(255),
      articleId: z.string().regex(/^\d{1,20}$/),
      coinsAmount: z.number().int().min(1).max(1000).describe('Must be what the server asks for the article'),
      idempotencyKey: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .optional()
        .describe('A retry with the same key gets the answer of the first call instead of 409'),
    }),
    answer: z.number().int().min(0),
    problems: {
      400: 'WRONG_AMOUNT',
      401: 'NOT_LOGGED_IN',
      402: 'NO_CREDITS',
      403: 'FORBIDDEN',
      404: 'UNKNOWN_ARTICLE',
      409: 'ALREADY_BOUGHT',
      503: 'UNAVAILABLE',
    },
  },
})

/** A download by `GET`: the receipt of one coin booking. */
export const RECEIPT_PATH = '/api/mein/account/coins/receipts/{receiptNumber}'
