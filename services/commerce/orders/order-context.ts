/** What orders are made of and what their functions share. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { OrderRequest, Quote, Voucher } from '@lokalteil/contracts/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import type { PaymentInput } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Charges } from '../billing/charges.ts'
import type { Customers } from '../customers/customers.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { Refunds } from '../payments/refunds.ts'
import type { Sealing } from '../payments/sealing.ts'
import type { SubscriptionDb, SubscriptionTables } from '../schema.ts'
import type { SubscriptionStore } from '../store.ts'

export type Vouchers = {
  getVoucher: (mandator: Mandator, code: string) => Promise<Voucher | null>
  useVoucher: (
    mandator: Mandator,
    code: string,
    customerId: string,
    orderNumber: string,
    within: SubscriptionDb,
  ) => Promise<Voucher | null>
  releaseVoucher: (mandator: Mandator, orderNumber: string, within: SubscriptionDb) => Promise<void>
}

export type OrdersOptions = {
  database: Database
  store: SubscriptionStore
  customers: Pick<Customers, 'open' | 'saveWithin'>
  charges: Charges
  refunds: Pick<Refunds, 'payBack' | 'payDue'>
  /** In the order in which they are preferred. */
  providers: readonly Provider[]
  sealing: Sealing
  vouchers: Vouchers
  /** A friend's first paid order. */
  rewardFirstOrder: (mandator: Mandator, customerId: string, within: SubscriptionDb) => Promise<void>
  queueMail: (message: MailMessageInput, within: SubscriptionDb) => Promise<unknown>
  now: () => Date
  onError: (error: unknown) => void
}

export type OrderContext = Omit<OrdersOptions, 'database' | 'onError'> & { db: SubscriptionDb; today: () => Day }

export type PlacedOrder = OrderRequest & { email: string; isGuest: boolean; requester: string }

/** `terms` need not be the catalogue's. */
export type FilledOrder = Pick<OrderRequest, 'buyer' | 'payment' | 'idempotencyKey'> & { terms: Offer; email: string }

export type GuestOrder = Omit<OrderRequest, 'idempotencyKey'> & { email: string; requester: string }

export type QuoteRequest = {
  sub: string | null
  offerId: string
  voucherCode?: string | undefined
  requester: string
}

/** Of this reader, or for whoever holds the token. */
export type OrderAccess = { sub?: string | undefined; token?: string | undefined }

export type OrderRow = Selectable<SubscriptionTables['subscription.orders']>

export type Prepared = {
  terms: Offer
  quote: Omit<Quote, 'payments'>
  provider: Provider
  payment: PaymentInput
  iban: string | null
  label: string
  methodReference: string | null
}

/** A way to pay, checked and labelled. */
export type Way = Pick<Prepared, 'provider' | 'payment' | 'iban' | 'label' | 'methodReference'>

export const HOUR = 3_600_000

/** An office behind one address may have many readers; an account has one. */
export const LIMITS = {
  requester: { count: 20, windowMs: HOUR },
  account: { count: 10, windowMs: HOUR },
  voucher: { count: 20, windowMs: HOUR / 4 },
} as const
