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
  /** What a publication's folder said when it was taken over last. */
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
    /** Of the declaration, so that one key with another content is another declaration. */
    digest: string
    declaration: Json<unknown>
    received_at: Date
    /** When the office was done with it, and what it did; null: it waits. */
    handled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    note: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** How often somebody filed since `started_at`; unreadable names, forgotten after a day. */
  'subscription.counters': { bucket: string; started_at: Date; count: number }
  /** `sub` is null once the reader's account was erased: what must be kept names nobody. */
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
    /** The terms of an order, as they were agreed; null for what came another way. */
    vat_percent: ColumnType<number | null, number | null | undefined, number | null>
    term_months: ColumnType<number | null, number | null | undefined, number | null>
    notice_months: ColumnType<number | null, number | null | undefined, number | null>
    renewal: ColumnType<string | null, string | null | undefined, string | null>
    payment_method_id: ColumnType<string | null, string | null | undefined, string | null>
    offer_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Since when full periods are counted, after a pause or a change; null: since the start, or the end of the trial. */
    counted_from: ColumnType<string | null, string | null | undefined, string | null>
    /** First day of the pause that is agreed or runs; `resumes_on` is the first one after it. */
    pause_from: ColumnType<string | null, string | null | undefined, string | null>
    last_paused_on: ColumnType<string | null, string | null | undefined, string | null>
    /** Last day of a term that began with a change of plan. */
    bound_until: ColumnType<string | null, string | null | undefined, string | null>
    /** A `PlannedChange`: waits for its day, or for its payment. */
    change: ColumnType<unknown, string | null | undefined, string | null>
    cancelled_on: ColumnType<string | null, string | null | undefined, string | null>
    /** Day of the last look at what is due. */
    looked_on: ColumnType<string | null, string | null | undefined, string | null>
    /** Cancelled because the reader asked for the erasure of the account. */
    ended_by_erasure: ColumnType<boolean, boolean | undefined, boolean>
  }
  /** `sealed_account`: the IBAN, encrypted; `label`: what may be shown of it. */
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
    /** The contract that will be paid with it once its provider has confirmed it; null: nothing waits. */
    for_subscription: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Date
  }
  'subscription.orders': {
    mandator: string
    order_number: string
    customer_id: string
    idempotency_key: string
    digest: string
    state: string
    /** As it was sold. */
    offer: Json<unknown>
    quote: Json<unknown>
    buyer: Json<unknown>
    consents: Json<unknown>
    payment_method_id: string
    subscription_id: string
    voucher_code: string | null
    /** Where letters go; null once the account was erased and the contract is over. */
    email: string | null
    is_guest: ColumnType<boolean, boolean | undefined, boolean>
    /** Known when it was placed, told to nobody but the account's owner: the money goes back as soon as it comes. */
    refusal: ColumnType<string | null, string | null | undefined, string | null>
    failure: string | null
    placed_at: Date
    changed_at: Date
  }
  /** A basket of a seller, bought once; `step`: what the seller has to be told next. */
  'subscription.purchases': {
    mandator: string
    purchase_number: string
    customer_id: string
    idempotency_key: string
    digest: string
    seller: string
    reference: string
    state: string
    failure: string | null
    /** As it was sold. */
    basket: Json<unknown>
    due_cents: number
    buyer: Json<unknown>
    /** Where it is sent to, when that is another address. */
    recipient: ColumnType<unknown, string | null | undefined, string | null>
    consents: Json<unknown>
    /** Null once the account was erased and no money is on its way. */
    email: string | null
    is_guest: boolean
    payment_method_id: string
    payment: ColumnType<string, string | undefined, string>
    /** Keys of lines. */
    taken_back: ColumnType<unknown, string | undefined, string>
    sent_on: ColumnType<string | null, string | null | undefined, string | null>
    arrived_on: ColumnType<string | null, string | null | undefined, string | null>
    step: string | null
    step_reason: ColumnType<string | null, string | null | undefined, string | null>
    step_attempts: ColumnType<number, number | undefined, number>
    step_by: ColumnType<string | null, string | null | undefined, string | null>
    step_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    step_error: ColumnType<string | null, string | null | undefined, string | null>
    placed_at: Date
    changed_at: Date
  }
  /** Contracts of another system, by the id they had there; of an erased reader by a digest of it. */
  'subscription.imported_contracts': {
    mandator: string
    external_id: string
    customer_id: string
    subscription_id: string
    /** A mandate that was used before; null: nobody pays. */
    payment_method_id: string | null
    /** By column, made with a secret. */
    digests: Json<unknown>
    imported_at: Date
  }
  /** An amount that is asked for, once for each period of a subscription. */
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
    /** Where the reader has to go for it, while it is submitted. */
    redirect_url: ColumnType<string | null, string | null | undefined, string | null>
    /** Who is asking the provider about it, and until when nobody else may. */
    lease: ColumnType<string | null, string | null | undefined, string | null>
    leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    looked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Date
    changed_at: Date
    settled_at: Date | null
    /** What the invoice lists, where it is more than the one amount. */
    lines: ColumnType<unknown, string | null | undefined, string | null>
    /** Since when it has been failing; null: it is not. */
    failed_on: ColumnType<string | null, string | null | undefined, string | null>
    /** The file for the bank it is in. */
    collection_id: ColumnType<string | null, string | null | undefined, string | null>
    /** The database's: refunds change it, nothing else can. */
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
    /** How often the provider was asked. */
    attempts: ColumnType<number, number | undefined, number>
    /** Until when nobody else may ask the provider. */
    leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Date
    changed_at: Date
    settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  /** As in the legal notice, with the bank account. */
  'subscription.sellers': { mandator: string; data: Json<unknown>; changed_at: Date }
  /** A letter that went out, or is being queued by the same transaction. */
  'subscription.notices': { mandator: string; subscription_id: string; notice: string; sent_at: Date }
  'subscription.payment_events': { provider: string; event_id: string; received_at: Date }
  /** A file that was made for the bank: debits of charges, or transfers of refunds, whose ids `charge_ids` then has. */
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
    /** Of a correction: the refund that made it necessary. */
    refund_id: ColumnType<string | null, string | null | undefined, never>
    data: Json<unknown>
    created_at: Date
  }
  /** `grants`: a `CodeGrant`, as it was when the codes were made. */
  'subscription.code_batches': {
    mandator: string
    batch: string
    kind: string
    grants: Json<unknown>
    uses: number
    valid_until: string | null
    created_at: Date
  }
  /** Letters and digits without hyphens. */
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
    /** What the owner calls the member; no address is kept. */
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
  /** The balance is the database's: entries change it, nothing else can. */
  'subscription.wallets': {
    mandator: string
    customer_id: string
    balance: ColumnType<number, number, never>
    opened_at: Date
  }
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
  'subscription.entries': {
    sequence: Generated<number>
    receipt_number: string
    mandator: string
    account: string
    customer_id: string | null
    amount: number
  }
  /**
   * What is open to a reader today; a refund takes the row away, the bookings stay. `key`: the id of an article, or
   * `edition/day` of an issue of the e-paper.
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
    /** When its coins were given back with a subscription; null: they were not. */
    credited_at: Date | null
  }
}

export type CommerceDb = Kysely<CommerceTables>

export type ChargeRow = Selectable<CommerceTables['subscription.charges']>
export type RefundRow = Selectable<CommerceTables['subscription.refunds']>
export type ContractRow = Selectable<CommerceTables['subscription.subscriptions']>
export type MethodRow = Selectable<CommerceTables['subscription.payment_methods']>
export type PurchaseRow = Selectable<CommerceTables['subscription.purchases']>
export type OrderRow = Selectable<CommerceTables['subscription.orders']>
