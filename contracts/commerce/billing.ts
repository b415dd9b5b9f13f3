/**
 * Running contracts and their documents: a reader's actions on their own contracts, invoices, and the tasks of the
 * publisher's office (bank files, returned debits, the daily run). Amounts and days sent by a caller are only compared
 * with the platform's own. Same base address and key as `commerce.ts`. Source: decisions S2.2-10, S2.3-05.
 */
import { z } from 'zod'
import { CONTRACT_RIGHTS } from '@lokalteil/domain/commerce/contract-rights'
import { PAUSE, REFUND_REASONS, REFUND_STATES } from '@lokalteil/domain/commerce/billing'
import { FEDERAL_STATES } from '@lokalteil/domain/commerce/holidays'
import { ORDER_STATES, PAYMENT_KINDS } from '@lokalteil/domain/commerce/orders'
import { SUBSCRIPTION_KINDS, SUBSCRIPTION_STATES } from '@lokalteil/domain/commerce/subscriptions'
import { contractFor } from '../kernel/endpoint.ts'
import { DocumentFile, DocumentFormat, DocumentView, InvoiceNumber } from './invoices.ts'
import { OrderNumber, Payment, PaymentOption } from './orders.ts'
import { Seat } from './codes.ts'
import { Booking } from './coins.ts'
import { CustomerEntry, OfferId, Sub, Subscription } from '../commerce.ts'

const Day = z.iso.date()
const Cents = z.number().int()
const Text = (most: number) => z.string().min(1).max(most)

/** From the legal notice, with bank account and creditor id for direct debits. */
export const Seller = z.object({
  company: Text(70),
  street: Text(70),
  postcode: Text(12),
  town: Text(70),
  country: z.string().regex(/^[A-Z]{2}$/),
  directors: z.string().max(300),
  register: z.string().max(200),
  vatId: Text(20),
  phone: Text(40),
  email: z.email(),
  bank: Text(70),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9 ]{11,40}$/),
  bic: z.string().regex(/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/),
  creditorId: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/),
  federalState: z
    .enum(FEDERAL_STATES)
    .optional()
    .describe('Its holidays move the end of the time to withdraw; without it those of every state do'),
})

/** A possible change of plan: at once, crediting the rest of the paid period, or after it. */
export const PlanOption = z.object({
  offerId: OfferId,
  name: z.string(),
  periodMonths: z.number().int(),
  priceCents: Cents,
  kind: z.enum(['at-once', 'later']),
  from: Day,
  creditCents: Cents,
  dueCents: Cents.describe('To be paid today; what `confirmedCents` must say'),
})
export type PlanOption = z.infer<typeof PlanOption>

export const ContractView = z.object({
  id: Subscription.shape.id,
  kind: z.enum(SUBSCRIPTION_KINDS),
  name: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  priceCents: Cents.nullable(),
  periodMonths: z.number().int().nullable(),
  startsOn: Day,
  endsOn: Day.nullable(),
  resumesOn: Day.nullable(),
  period: z.object({ from: Day, to: Day.nullable() }).nullable(),
  nextCharge: z.object({ on: Day, cents: Cents }).nullable(),
  /** Last day and price of the running trial; null: no trial. */
  trial: z.object({ until: Day, cents: Cents }).nullable(),
  /** A declaration made without a login that has not been carried out yet; null: none. */
  declared: z.object({ right: z.enum(CONTRACT_RIGHTS), number: z.string(), receivedAt: z.iso.datetime() }).nullable(),
  /** False: the contract is free or paid elsewhere, and cannot be changed here. */
  isBilled: z.boolean(),
  /** Last day if it were cancelled today; null: it cannot be cancelled. */
  earliestEnd: Day.nullable(),
  isCancellationUndoable: z.boolean(),
  pause: z.object({ from: Day, resumesOn: Day }).nullable(),
  /** First possible day of a pause; null: no pause is possible. */
  pauseFrom: Day.nullable(),
  change: z.object({ name: z.string(), from: Day, priceCents: Cents }).nullable(),
  plans: z.array(PlanOption),
  payment: z.object({ kind: z.enum(PAYMENT_KINDS), label: z.string() }).nullable(),
  /** Ways to pay that can be chosen here. */
  payments: z.array(PaymentOption),
  /** A failed payment that can be paid now. `endsOn`: the contract ends then if it stays unpaid. */
  open: z.object({ cents: Cents, since: Day, endsOn: Day }).nullable(),
})
export type ContractView = z.infer<typeof ContractView>

export const PaymentChange = z.object({
  contract: ContractView,
  /**
   * `saved`: no payment was open; `paid`: paid or promised; `failed`: refused; `leave`: the reader continues at the
   * provider's page, and nothing has changed yet.
   */
  outcome: z.enum(['saved', 'paid', 'failed', 'leave']),
  /** Address of the provider's page. */
  redirectUrl: z.url().nullable(),
})
export type PaymentChange = z.infer<typeof PaymentChange>

const CollectionView = z.object({
  id: z.string(),
  collectOn: Day,
  count: z.number().int(),
  cents: Cents,
  createdAt: z.iso.datetime(),
})

export const RefundId = z.string().regex(/^R-[a-f0-9]{24}$/)
/**
 * `due`: its provider must be called; `transfer`: waits for the next bank file; `by-hand`: the office transfers it;
 * `sent`: in a bank file.
 */
export const RefundView = z.object({
  id: RefundId,
  customerId: z.string(),
  cents: Cents,
  reason: z.enum(REFUND_REASONS),
  state: z.enum(REFUND_STATES),
  failure: z.string().nullable(),
  openedAt: z.iso.datetime(),
})
export type RefundView = z.infer<typeof RefundView>

/** Everything of one customer that the office can act on. The account may be erased. */
export const CustomerHoldings = z.object({
  customer: CustomerEntry,
  /** Null: the customer never had any. */
  coins: z.number().int().nullable(),
  contracts: z.array(ContractView),
  seats: z.array(Seat.extend({ subscriptionId: Subscription.shape.id })),
  /** Refunds not paid out yet. */
  refunds: z.array(RefundView),
  printSubscriptions: z.array(z.object({ customerNumber: z.string(), productName: z.string() })),
  /** Declarations that wait for the office. */
  declarations: z.array(z.object({ right: z.enum(CONTRACT_RIGHTS), number: z.string(), receivedAt: z.iso.datetime() })),
  documents: z.array(DocumentView),
})
export type CustomerHoldings = z.infer<typeof CustomerHoldings>

const ofReader = z.object({ sub: Sub })
const ofContract = z.object({ sub: Sub, id: Subscription.shape.id })
const ofCustomer = z.object({ customerId: z.string().regex(/^\d{9}$/) })
const ofCustomersContract = ofCustomer.extend({ id: Subscription.shape.id })
const REFUSED = { 404: 'NOT_FOUND', 409: 'NOT_POSSIBLE' } as const

export const BILLING_INTERNAL = contractFor('service-key', {
  listContracts: {
    method: 'GET',
    path: '/internal/customers/{sub}/contracts',
    summary: 'The reader’s contracts with what can be done about each, newest first',
    params: ofReader,
    answer: z.array(ContractView),
  },
  listDocuments: {
    method: 'GET',
    path: '/internal/customers/{sub}/documents',
    summary: 'Invoices, corrections and order confirmations, newest first',
    params: ofReader,
    answer: z.array(DocumentView),
  },
  getDocument: {
    method: 'GET',
    path: '/internal/customers/{sub}/documents/{number}/{format}',
    summary: 'One of them as a file',
    params: z.object({ sub: Sub, number: z.union([InvoiceNumber, OrderNumber]), format: DocumentFormat }),
    answer: DocumentFile,
    problems: { 404: 'NOT_FOUND' },
  },
  cancelContract: {
    method: 'POST',
    path: '/internal/customers/{sub}/contracts/{id}/cancellation',
    summary:
      'Ends a contract on the day the reader was shown; another day is refused with the right one in `fields.endsOn`',
    params: ofContract,
    body: z.object({ confirmedEnd: Day }),
    answer: ContractView,
    problems: REFUSED,
  },
  undoCancellation: {
    method: 'DELETE',
    path: '/internal/customers/{sub}/contracts/{id}/cancellation',
    summary: 'Lets it run on',
    params: ofContract,
    answer: ContractView,
    problems: REFUSED,
  },
  pauseContract: {
    method: 'POST',
    path: '/internal/customers/{sub}/contracts/{id}/pause',
    summary: 'Lets it rest from the next period on',
    params: ofContract,
    body: z.object({ months: z.number().int().min(1).max(PAUSE.mostMonths) }),
    answer: ContractView,
    problems: REFUSED,
  },
  resumeContract: {
    method: 'DELETE',
    path: '/internal/customers/{sub}/contracts/{id}/pause',
    summary: 'Ends a pause today, or gives one up that has not begun',
    params: ofContract,
    answer: ContractView,
    problems: REFUSED,
  },
  changePlan: {
    method: 'POST',
    path: '/internal/customers/{sub}/contracts/{id}/plan',
    summary:
      'Changes the plan; a due amount is charged at once. `fields.dueCents` of PRICE_CHANGED is the right amount',
    params: ofContract,
    body: z.object({ offerId: OfferId, confirmedCents: Cents.min(0) }),
    answer: ContractView,
    problems: { ...REFUSED, 402: 'PAYMENT_FAILED' },
  },
  undoPlanChange: {
    method: 'DELETE',
    path: '/internal/customers/{sub}/contracts/{id}/plan',
    summary: 'Gives up a change that waits for its day',
    params: ofContract,
    answer: ContractView,
    problems: REFUSED,
  },
  changePayment: {
    method: 'PUT',
    path: '/internal/customers/{sub}/contracts/{id}/payment',
    summary: 'What the contract is paid with from now on; what failed is asked for at once',
    params: ofContract,
    body: z.object({ payment: Payment }),
    answer: PaymentChange,
    problems: { ...REFUSED, 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS' },
  },
  payOpen: {
    method: 'POST',
    path: '/internal/customers/{sub}/contracts/{id}/payment',
    summary: 'Asks once more for what failed',
    params: ofContract,
    answer: PaymentChange,
    problems: { ...REFUSED, 429: 'TOO_MANY_ATTEMPTS' },
  },
  showCustomer: {
    method: 'GET',
    path: '/internal/customer-numbers/{customerId}/holdings',
    summary: 'All that is there under a customer number, with or without an account',
    params: ofCustomer,
    answer: CustomerHoldings,
    problems: { 404: 'NO_CUSTOMER' },
  },
  listCustomerBookings: {
    method: 'GET',
    path: '/internal/customer-numbers/{customerId}/bookings',
    summary: 'What was booked in the wallet under a customer number, newest first, with or without an account',
    params: ofCustomer,
    answer: z.array(Booking),
    problems: { 404: 'NO_CUSTOMER' },
  },
  getCustomerDocument: {
    method: 'GET',
    path: '/internal/customer-numbers/{customerId}/documents/{number}/{format}',
    summary: 'One of the customer’s papers as a file',
    params: ofCustomer.extend({ number: z.union([InvoiceNumber, OrderNumber]), format: DocumentFormat }),
    answer: DocumentFile,
    problems: { 404: 'NOT_FOUND' },
  },
  endContract: {
    method: 'POST',
    path: '/internal/customer-numbers/{customerId}/contracts/{id}/cancellation',
    summary: '`cancelContract` by the office, with or without an account',
    params: ofCustomersContract,
    body: z.object({ confirmedEnd: Day }),
    answer: ContractView,
    problems: REFUSED,
  },
  keepContract: {
    method: 'DELETE',
    path: '/internal/customer-numbers/{customerId}/contracts/{id}/cancellation',
    summary: '`undoCancellation` by the office, with or without an account',
    params: ofCustomersContract,
    answer: ContractView,
    problems: REFUSED,
  },
  endCustomerSeat: {
    method: 'DELETE',
    path: '/internal/customer-numbers/{customerId}/seats/{seatId}',
    summary: 'Ends a seat that this customer gave',
    params: ofCustomer.extend({ seatId: z.string().max(64) }),
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
  saveSeller: {
    method: 'PUT',
    path: '/internal/seller',
    summary: 'Who writes the invoices and collects the money',
    body: Seller,
    answer: null,
  },
  getSeller: {
    method: 'GET',
    path: '/internal/seller',
    summary: 'The same',
    answer: Seller,
    problems: { 404: 'NO_SELLER' },
  },
  runBilling: {
    method: 'POST',
    path: '/internal/billing/run',
    summary: 'Runs the billing of today; the platform also runs it itself',
    answer: z.object({
      opened: z.number(),
      collected: z.number(),
      failed: z.number(),
      reminded: z.number(),
      ended: z.number(),
      settled: z.number(),
      invoiced: z.number(),
      troubles: z.number(),
    }),
  },
  getBillingStatus: {
    method: 'GET',
    path: '/internal/billing',
    summary: 'What is open: charges by state, what waits for the bank, money that has not gone back yet, files',
    answer: z.object({
      charges: z.record(z.string(), z.object({ count: z.number().int(), cents: Cents })),
      contracts: z.record(z.string(), z.number().int()),
      waitingForBank: z.number().int(),
      /**
       * Charges that cannot go into a bank file, with the reason: the customer needs another account, or a name in
       * Latin letters.
       */
      unfitForBank: z.array(
        z.object({ chargeId: z.string(), customerId: z.string(), reason: z.enum(['HOLDER', 'ACCOUNT', 'MANDATE']) }),
      ),
      refunds: z.array(RefundView),
      collections: z.array(CollectionView),
      purchases: z.array(
        z.object({ seller: z.string(), state: z.enum(ORDER_STATES), count: z.number().int(), cents: Cents }),
      ),
    }),
  },
  collectDebits: {
    method: 'POST',
    path: '/internal/billing/collections',
    summary: 'A pain.008 file of what was promised and is in none yet; null: there is nothing',
    answer: z.object({ collection: CollectionView, document: z.string() }).nullable(),
    problems: { 409: 'NO_SELLER' },
  },
  getCollection: {
    method: 'GET',
    path: '/internal/billing/collections/{collectionId}',
    summary: 'A file again',
    params: z.object({ collectionId: z.string().regex(/^[A-Z][A-Z0-9]{1,15}-\d{8}-[A-F0-9]{8}$/) }),
    answer: z.object({ collection: CollectionView, document: z.string() }),
    problems: { 404: 'NOT_FOUND' },
  },
  bookReturns: {
    method: 'POST',
    path: '/internal/billing/returns',
    summary:
      'Books debits and transfers that came back, each once; of a file, or a block of it, that the bank rejected whole (its id): its payments wait for the next file',
    body: z.object({
      returns: z.array(z.object({ endToEndId: z.string().max(35), reason: z.string().max(10) })).max(5000),
    }),
    answer: z.array(z.object({ endToEndId: z.string(), outcome: z.enum(['booked', 'known', 'unknown']) })),
  },
  refundInvoice: {
    method: 'POST',
    path: '/internal/billing/refunds',
    summary:
      'Refunds a paid invoice, wholly (`cents` null: everything left) or in part; the same key is one refund. `fields.leftCents` is the rest',
    body: z.object({
      invoice: InvoiceNumber,
      cents: Cents.min(1).nullable(),
      idempotencyKey: z.string().regex(/^[\w .:/-]{1,80}$/),
      reason: z.enum(REFUND_REASONS).default('goodwill'),
    }),
    answer: RefundView,
    problems: { 404: 'NOT_FOUND', 409: 'TOO_MUCH' },
  },
  withdrawOrder: {
    method: 'POST',
    path: '/internal/billing/withdrawals',
    summary:
      'Ends a contract by withdrawal and gives back all that was paid; `fields.lastDay` of TOO_LATE is the last day to declare it',
    body: z.object({ order: OrderNumber, declaredOn: Day }),
    answer: z.array(RefundView),
    problems: { 404: 'NOT_FOUND', 409: 'TOO_LATE' },
  },
  payRefunds: {
    method: 'POST',
    path: '/internal/billing/refund-transfers',
    summary: 'A pain.001 file of refunds that are in none yet; null: there is nothing',
    answer: z.object({ collection: CollectionView, document: z.string() }).nullable(),
    problems: { 409: 'NO_SELLER' },
  },
  bookRefunds: {
    method: 'POST',
    path: '/internal/billing/refunds/done',
    summary: 'Books refunds that were transferred by hand, each once',
    body: z.object({ refunds: z.array(RefundId).max(1000) }),
    answer: z.array(z.object({ refund: RefundId, outcome: z.enum(['booked', 'known', 'unknown']) })),
  },
  bookTransfers: {
    method: 'POST',
    path: '/internal/billing/transfers',
    summary: 'Books transfers that came for invoices, each once',
    body: z.object({ invoices: z.array(InvoiceNumber).max(1000) }),
    answer: z.array(z.object({ invoice: InvoiceNumber, outcome: z.enum(['booked', 'known', 'unknown']) })),
  },
})
