/** The tables of the subscription platform, in the PostgreSQL schema `subscription`. */
import type { ColumnType, Generated, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type SubscriptionTables = {
  /** An offer left out of a new catalogue stays, inactive: contracts go on referring to it. */
  'subscription.offers': { mandator: string; id: string; position: number; is_active: boolean; data: Json<unknown>; changed_at: Date }
  'subscription.catalogues': { mandator: string; reader_service: Json<unknown> | null; changed_at: Date }
  'subscription.declarations': {
    sequence: Generated<number>
    mandator: string
    /** A `ContractRight`. */
    kind: string
    receipt_number: string
    token: string
    idempotency_key: string
    /** Of the declaration, so that one key with another content is another declaration. */
    digest: string
    declaration: Json<unknown>
    received_at: Date
  }
  /** How often somebody filed since `started_at`; unreadable names, forgotten after a day. */
  'subscription.counters': { bucket: string; started_at: Date; count: number }
  /** `sub` is null once the reader's account was erased: what must be kept names nobody. */
  'subscription.customers': { mandator: string; customer_id: string; sub: string | null; wallet_id: string; created_at: Date; erased_at: Date | null }
  /** Days as text, `2026-11-21`: the drivers disagree about dates. */
  'subscription.subscriptions': {
    mandator: string
    id: string
    customer_id: string
    kind: string
    product_name: string
    state: string
    roles: Json<unknown>
    coins: number | null
    price_cents: number | null
    period_months: number | null
    trial: Json<unknown> | null
    starts_on: string
    ends_on: string | null
    resumes_on: string | null
    created_at: ColumnType<Date, Date, never>
    changed_at: Date
  }
  'subscription.print_subscribers': {
    mandator: string
    customer_number: string
    postcode: string
    product_name: string
    roles: Json<unknown>
    is_active: boolean
    bound_customer_id: string | null
    bound_at: Date | null
  }
  /** The balance is the database's: entries change it, nothing else can. */
  'subscription.wallets': { mandator: string; customer_id: string; balance: ColumnType<number, number, never>; opened_at: Date }
  /** Only ever added to, like the entries: the database refuses a change. */
  'subscription.bookings': {
    sequence: Generated<number>
    receipt_number: string
    mandator: string
    customer_id: string
    /** A `BookingKind`. */
    kind: string
    subject: Json<unknown>
    reason: string
    /** Last day of the coins; null: for ever. */
    expires_on: string | null
    /** The booking this one takes back. */
    refunds: string | null
    idempotency_key: string
    digest: string
    booked_at: Date
  }
  'subscription.entries': { sequence: Generated<number>; receipt_number: string; mandator: string; account: string; customer_id: string | null; amount: number }
  /** What is open to a reader today; a refund takes the row away, the bookings stay. */
  'subscription.article_purchases': {
    mandator: string
    customer_id: string
    article_id: string
    receipt_number: string
    title: string
    path: string
    coins: number
    bought_at: Date
    credited_at: Date | null
  }
}

export type SubscriptionDb = Kysely<SubscriptionTables>
