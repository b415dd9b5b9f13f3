/**
 * The tables of commerce, in the PostgreSQL schema `subscription`, its name since the first version. Nearly every file here needs
 * this one: one payment changes charge, order, contract and wallet in one transaction, which every query is handed.
 */
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type CommerceTables = {
  /** An offer left out of a new catalogue stays, inactive: contracts go on referring to it. */
  'subscription.offers': {
    mandator: string
    id: string
    position: number
    is_active: boolean
    data: Json<unknown>
    changed_at: Date
  }
  'subscription.catalogues': { mandator: string; reader_service: Json<unknown> | null; changed_at: Date }
  /** Offers and seller of a publication's folder, as they were last saved. */
  'subscription.folders': {
    mandator: string
    version: number
    catalogue: Json<unknown>
    seller: Json<unknown> | null
    applied_at: Date
  }
  'subscription.declarations': {
    sequence: Generated<number>
    mandator: string
    /** A `ContractRight`. */
    kind: string
    receipt_number: string
    token: string
    idempotency_key: string
    /** Hash of the declaration: the same idempotency key with another content is another declaration. */
    digest: string
    declaration: Json<unknown>
    received_at: Date
    /** When the office handled it; `note` says how. Null: it waits. */
    handled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    note: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Rate limits: attempts since `started_at`. `bucket` is a hash; rows are deleted after a day. */
  'subscription.counters': { bucket: string; started_at: Date; count: number }
  /** `sub` is null once the reader's account was erased: the rows that must be kept name no person. */
  'subscription.customers': {
    mandator: string
    customer_id: string
    sub: string | null
    wallet_id: string
    created_at: Date
    erased_at: Date | null
    /** The reader wants the contracts to go on without the account. */
    keeps_contracts: ColumnType<boolean, boolean | undefined, boolean>
  }
  /** Days are text (`2026-11-21`), because the two drivers parse dates differently. */
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
    /** The agreed terms of the order; null for subscriptions without one. */
    vat_percent: ColumnType<number | null, number | null | undefined, number | null>
    term_months: ColumnType<number | null, number | null | undefined, number | null>
    notice_months: ColumnType<number | null, number | null | undefined, number | null>
    renewal: ColumnType<string | null, string | null | undefined, string | null>
    payment_method_id: ColumnType<string | null, string | null | undefined, string | null>
    offer_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Full periods are counted from this day, after a pause or a change; null: from the start, or the end of the trial. */
    counted_from: ColumnType<string | null, string | null | undefined, string | null>
    /** First day of an agreed or running pause; `resumes_on` is the first day after it. */
    pause_from: ColumnType<string | null, string | null | undefined, string | null>
    last_paused_on: ColumnType<string | null, string | null | undefined, string | null>
    /** Last day of a term that began with a change of plan. */
    bound_until: ColumnType<string | null, string | null | undefined, string | null>
    /** A `PlannedChange` that waits for its day or its payment. */
    change: ColumnType<unknown, string | null | undefined, string | null>
    cancelled_on: ColumnType<string | null, string | null | undefined, string | null>
    /** Day on which the billing run last checked this contract. */
    looked_on: ColumnType<string | null, string | null | undefined, string | null>
    /** Cancelled because the reader asked for the erasure of the account. */
    ended_by_erasure: ColumnType<boolean, boolean | undefined, boolean>
  }
  /** `sealed_account`: the IBAN, encrypted; `label`: the part of it that may be shown. */
  'subscription.payment_methods': {
    mandator: string
    id: string
    customer_id: string
    /** A `PaymentKind`. */
    kind: string
    provider: string
    holder: string
    label: string
    sealed_account: string | null
    mandate_reference: string | null
    mandate_signed_on: string | null
    provider_reference: string | null
    is_active: boolean
    /** The contract that is paid with this method once the provider has confirmed it; null: none waits. */
    for_subscription: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Date
  }
  /**
   * Orders. Their lines are those of an offer of the publication (a contract, or coins), where `seller` is null, or of a seller's
   * basket (goods, tickets, vouchers …). Columns of the other kind are null.
   */
  'subscription.all_orders': {
    mandator: string
    order_number: string
    customer_id: string
    idempotency_key: string
    digest: string
    /** `placed`: the seller has not reserved the basket yet. */
    state: string
    failure: string | null
    buyer: Json<unknown>
    consents: Json<unknown>
    /** Where letters go; null once the account was erased and nothing is under way. */
    email: string | null
    is_guest: ColumnType<boolean, boolean | undefined, boolean>
    payment_method_id: string
    placed_at: Date
    changed_at: Date
    /** A copy of the offer at the time of the order. */
    offer: ColumnType<unknown, string | null | undefined, string | null>
    quote: ColumnType<unknown, string | null | undefined, string | null>
    /** The contract; coins have one, too. */
    subscription_id: ColumnType<string | null, string | null | undefined, string | null>
    voucher_code: ColumnType<string | null, string | null | undefined, string | null>
    /** Reason known when the order was placed, shown to the account's owner only: any payment is refunded at once. */
    refusal: ColumnType<string | null, string | null | undefined, string | null>
    seller: ColumnType<string | null, string | null | undefined, string | null>
    reference: ColumnType<string | null, string | null | undefined, string | null>
    /** A copy of the basket at the time of the order. */
    basket: ColumnType<unknown, string | null | undefined, string | null>
    due_cents: ColumnType<number | null, number | null | undefined, number | null>
    /** Delivery address, where it differs from the buyer's. */
    recipient: ColumnType<unknown, string | null | undefined, string | null>
    payment: ColumnType<string, string | undefined, string>
    /** Keys of the lines that were returned. */
    taken_back: ColumnType<unknown, string | undefined, string>
    sent_on: ColumnType<string | null, string | null | undefined, string | null>
    arrived_on: ColumnType<string | null, string | null | undefined, string | null>
    /** The next message to the seller; the queue's columns belong to it. */
    step: ColumnType<string | null, string | null | undefined, string | null>
    step_reason: ColumnType<string | null, string | null | undefined, string | null>
    step_attempts: ColumnType<number, number | undefined, number>
    step_by: ColumnType<string | null, string | null | undefined, string | null>
    step_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    step_error: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Contracts of another system, by the id they had there; for an erased reader by a hash of that id. */
  'subscription.imported_contracts': {
    mandator: string
    external_id: string
    customer_id: string
    subscription_id: string
    /** A SEPA mandate that was in use there; null: the contract is not paid through this service. */
    payment_method_id: string | null
    /** Keyed hash of each column. */
    digests: Json<unknown>
    imported_at: Date
  }
  /** An amount to be paid: one row for each period of a subscription, each change of plan and each purchase. */
  'subscription.charges': {
    mandator: string
    charge_id: string
    customer_id: string
    subscription_id: string
    order_number: string | null
    payment_method_id: string
    kind: string
    period_from: string
    period_to: string | null
    amount_cents: number
    vat_percent: number
    description: string
    state: string
    due_on: string
    attempts: ColumnType<number, number | undefined, number>
    next_attempt_on: string | null
    reminders: ColumnType<number, number | undefined, number>
    failure: string | null
    provider_reference: string | null
    /** The provider's page where the reader pays, while the charge is submitted. */
    redirect_url: ColumnType<string | null, string | null | undefined, string | null>
    /** Lease: the process that is asking the provider, and until when it excludes others. */
    lease: ColumnType<string | null, string | null | undefined, string | null>
    leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    looked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Date
    changed_at: Date
    settled_at: Date | null
    /** Lines of the invoice, where there is more than one. */
    lines: ColumnType<unknown, string | null | undefined, string | null>
    /** Day of the first failure; null: it has not failed. */
    failed_on: ColumnType<string | null, string | null | undefined, string | null>
    /** The file for the bank that contains it. */
    collection_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Kept by a database trigger on refunds; cannot be written. */
    refunded_cents: ColumnType<number, never, never>
  }
  /** Money that goes back; `state`: a `RefundState`. */
  'subscription.refunds': {
    mandator: string
    refund_id: string
    charge_id: string
    customer_id: string
    amount_cents: number
    reason: string
    state: string
    idempotency_key: string
    failure: ColumnType<string | null, string | null | undefined, string | null>
    collection_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Number of requests to the provider. */
    attempts: ColumnType<number, number | undefined, number>
    /** Lease: until then no other process asks the provider. */
    leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Date
    changed_at: Date
    settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** As in the legal notice, with the bank account. */
  'subscription.sellers': { mandator: string; data: Json<unknown>; changed_at: Date }
  /** A letter that was sent, or is queued by the same transaction. */
  'subscription.notices': { mandator: string; subscription_id: string; notice: string; sent_at: Date }
  'subscription.payment_events': { provider: string; event_id: string; received_at: Date }
  /** A file for the bank: debits of charges, or transfers of refunds; `charge_ids` has the ids of either. */
  'subscription.collections': {
    mandator: string
    collection_id: string
    kind: ColumnType<string, string | undefined, string>
    created_at: Date
    collect_on: string
    charge_ids: Json<unknown>
    document: string
  }
  'subscription.invoice_numbers': { mandator: string; year: number; last: number }
  'subscription.invoices': {
    mandator: string
    invoice_number: string
    kind: string
    customer_id: string
    charge_id: string
    issued_on: string
    corrects: string | null
    /** On a correction: the refund that caused it. */
    refund_id: ColumnType<string | null, string | null | undefined, never>
    data: Json<unknown>
    created_at: Date
  }
  /** `grants`: a copy of the `CodeGrant` at the time the codes were made. */
  'subscription.code_batches': {
    mandator: string
    batch: string
    kind: string
    grants: Json<unknown>
    uses: number
    valid_until: string | null
    created_at: Date
  }
  /** `code`: letters and digits without hyphens. */
  'subscription.codes': { mandator: string; code: string; batch: string; uses_left: number; revoked_at: Date | null }
  'subscription.redemptions': {
    mandator: string
    code: string
    customer_id: string
    idempotency_key: string | null
    subscription_id: string | null
    order_number: string | null
    redeemed_at: Date
  }
  'subscription.invites': { mandator: string; token: string; customer_id: string; created_at: Date }
  'subscription.invited': {
    mandator: string
    customer_id: string
    invited_by: string
    accepted_at: Date
    rewarded_at: Date | null
  }
  'subscription.seats': {
    mandator: string
    seat_id: string
    subscription_id: string
    owner_id: string
    token_digest: string
    /** The owner's name for the member; no address is stored. */
    label: string
    member_id: string | null
    offered_at: Date
    accepted_at: Date | null
    ended_at: Date | null
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
  /** `balance` is kept by a database trigger on entries; nothing else can change it. */
  'subscription.wallets': {
    mandator: string
    customer_id: string
    balance: ColumnType<number, number, never>
    opened_at: Date
  }
  /** Append-only, like the entries: the database refuses changes. */
  'subscription.bookings': {
    sequence: Generated<number>
    receipt_number: string
    mandator: string
    customer_id: string
    /** A `BookingKind`. */
    kind: string
    subject: Json<unknown>
    reason: string
    /** Last day of the coins; null: they do not expire. */
    expires_on: string | null
    /** The booking that this one reverses. */
    refunds: string | null
    idempotency_key: string
    digest: string
    booked_at: Date
  }
  'subscription.entries': {
    sequence: Generated<number>
    receipt_number: string
    mandator: string
    account: string
    customer_id: string | null
    amount: number
  }
  /**
   * Articles and issues that a reader bought with coins; a refund deletes the row, the bookings stay. `key`: the id of an
   * article, or `edition/day` of an issue of the e-paper.
   */
  'subscription.bought': {
    mandator: string
    customer_id: string
    /** A `BoughtKind`. */
    kind: string
    key: string
    receipt_number: string
    title: string
    path: string
    coins: number
    bought_at: Date
    /** When its coins were credited to a new subscription; null: they were not. */
    credited_at: Date | null
  }
}

export type CommerceDb = Kysely<CommerceTables>

export type ChargeRow = Selectable<CommerceTables['subscription.charges']>
export type RefundRow = Selectable<CommerceTables['subscription.refunds']>
export type ContractRow = Selectable<CommerceTables['subscription.subscriptions']>
export type MethodRow = Selectable<CommerceTables['subscription.payment_methods']>
type AnyOrderRow = Selectable<CommerceTables['subscription.all_orders']>
/** Of an offer of the publication. */
export type OfferOrder = AnyOrderRow & { seller: null; subscription_id: string }
/** Of a seller's basket. */
export type BasketOrder = AnyOrderRow & { seller: string; reference: string; due_cents: number }
export type OrderRow = OfferOrder | BasketOrder
