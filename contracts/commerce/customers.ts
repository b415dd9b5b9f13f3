/** Readers as customers. A reader is identified by the `sub` of single sign-on, which the caller has verified. */
import { z } from 'zod'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { ORDER_COUNTRIES } from '@lokalteil/domain/commerce/orders'
import { SUBSCRIPTION_KINDS, SUBSCRIPTION_STATES } from '@lokalteil/domain/commerce/subscriptions'
import { contractFor } from '../kernel/endpoint.ts'
import { Cents, Day, Months, Role, Sub, Text } from './values.ts'

const CustomerNumber = z.string().regex(/^[A-Z0-9]{3,20}$/)

export const Customer = z.object({ customerId: z.string().min(1).max(64), createdAt: z.iso.datetime() })
export type Customer = z.infer<typeof Customer>

/**
 * Customer data for telephone support. Name and address come from the last order and are deleted with the account and
 * the contracts.
 */
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
    email: z.string().max(254).refine(isEmail, 'must be an e-mail address').describe('Where letters go'),
  })
  .partial()
export type BuyerCorrection = z.infer<typeof BuyerCorrection>

/** The fields of `Subscription` in the domain. `state` is as stored; it may be out of date by some days. */
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

/** A subscriber of the printed paper whose subscription includes digital access. */
export const PrintSubscriber = z.object({
  customerNumber: CustomerNumber,
  postcode: z.string().regex(/^\d{4,5}$/),
  productName: Text(120),
  roles: z.array(Role).min(1).max(12).default(['PLUS_USER']),
})
export type PrintSubscriber = z.infer<typeof PrintSubscriber>

/** A row of the list of the printed paper, which holds neither name nor address. */
export const PrintSubscription = PrintSubscriber.extend({
  isActive: z.boolean().describe('False: the list no longer has it, or the office has ended its digital access'),
  customerId: z.string().nullable().describe('The customer whose account is connected; null: none, or it was erased'),
})
export type PrintSubscription = z.infer<typeof PrintSubscription>

export const CUSTOMER_ENDPOINTS = contractFor('service-key', {
  findCustomers: {
    method: 'GET',
    path: '/internal/customers',
    summary:
      'Customers by number (of the customer, an order, a contract, an invoice, a refund, a declaration, the printed paper, a system before), or a part of name or address; 50 at most, newest first',
    query: z.object({ q: z.string().trim().min(3).max(200) }),
    answer: z.array(CustomerEntry),
  },
  correctBuyer: {
    method: 'PUT',
    path: '/internal/customer-numbers/{customerId}/buyer',
    summary: 'Name and address for future invoices, e-mail address for letters; omitted fields stay',
    params: z.object({ customerId: z.string().regex(/^\d{9}$/) }),
    body: BuyerCorrection,
    answer: z.object({ orders: z.number().int() }),
    problems: { 404: 'NO_CUSTOMER' },
  },
  openCustomer: {
    method: 'PUT',
    path: '/internal/customers/{sub}',
    summary: 'The reader’s customer, made when there was none (S2.2-04)',
    params: z.object({ sub: Sub }),
    answer: Customer,
    problems: { 404: 'NO_CUSTOMER' },
  },
  changeAddress: {
    method: 'PUT',
    path: '/internal/customers/{sub}/email',
    summary:
      'The reader’s account has another confirmed address: letters about contracts and new documents go there. Issued documents stay as they are; a second call changes nothing, and a reader nobody knows is no error',
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
    summary: 'The current roles, for the reader’s next token; none for an unknown reader',
    params: z.object({ sub: Sub }),
    answer: z.array(Role),
  },
  listSubscriptions: {
    method: 'GET',
    path: '/internal/customers/{sub}/subscriptions',
    summary: 'What the reader has and had, newest first',
    params: z.object({ sub: Sub }),
    answer: z.array(Subscription),
  },
  saveSubscription: {
    method: 'PUT',
    path: '/internal/customers/{sub}/subscriptions/{id}',
    summary: 'Adds a subscription or changes one of this reader, e.g. its state',
    params: z.object({ sub: Sub, id: Subscription.shape.id }),
    body: Subscription.omit({ id: true }),
    answer: null,
    problems: { 409: 'OTHER_CUSTOMER' },
  },
  findReader: {
    method: 'GET',
    path: '/internal/customer-numbers/{customerId}',
    summary: 'The reader behind a customer number, for the reader service',
    params: z.object({ customerId: z.string().regex(/^\d{9}$/) }),
    answer: z.object({ sub: Sub }),
    problems: { 404: 'NO_CUSTOMER' },
  },
  savePrintSubscribers: {
    method: 'PUT',
    path: '/internal/print-subscribers',
    summary: 'Replaces the list of the printed paper’s subscribers; the digital access of those left out ends',
    body: z.object({ subscribers: z.array(PrintSubscriber).max(200_000) }),
    answer: null,
    problems: { 422: 'NUMBER_TWICE' },
  },
  showPrintSubscriber: {
    method: 'GET',
    path: '/internal/print-subscribers/{customerNumber}',
    summary: 'A subscriber of the printed paper by number, with or without an account',
    params: z.object({ customerNumber: CustomerNumber }),
    answer: PrintSubscription,
    problems: { 404: 'NOT_FOUND' },
  },
  endPrintSubscriber: {
    method: 'DELETE',
    path: '/internal/print-subscribers/{customerNumber}',
    summary:
      'Ends the digital access of a subscriber of the printed paper, with or without an account; the next list that has the number opens it again. A second call changes nothing',
    params: z.object({ customerNumber: CustomerNumber }),
    answer: PrintSubscription,
    problems: { 404: 'NOT_FOUND' },
  },
  verifyPrintSubscriber: {
    method: 'POST',
    path: '/internal/customers/{sub}/plus-verification',
    summary: 'Connects a subscriber of the printed paper with one account, once; the refusal never says what was wrong',
    params: z.object({ sub: Sub }),
    body: z.object({ customerNumber: z.string().max(100), postcode: z.string().max(40) }),
    answer: z.object({ roles: z.array(Role), productName: z.string() }),
    problems: { 422: 'NO_MATCH', 429: 'TOO_MANY_ATTEMPTS' },
  },
})
