/** Subscriptions with their possible actions and documents. */
import { z } from 'zod'
import { SUBSCRIPTION_KINDS, SUBSCRIPTION_STATES } from '@lokalteil/domain/commerce/subscriptions'
import { ContractView, DocumentView, PaymentChange } from '../commerce/billing.ts'
import { contract } from '../kernel/endpoint.ts'
import { Payment } from '../commerce/orders.ts'
import { AccountTab } from './account.ts'
import { Text } from './values.ts'

/** A subscription in the view of its owner today. */
export const SubscriptionView = z.object({
  id: z.string(),
  kind: z.enum(SUBSCRIPTION_KINDS),
  name: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  priceCents: z.number().int().nullable(),
  periodMonths: z.number().int().nullable(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
  resumesOn: z.iso.date().nullable(),
  period: z.object({ from: z.iso.date(), to: z.iso.date().nullable() }).nullable(),
  nextCharge: z.object({ on: z.iso.date(), cents: z.number().int() }).nullable(),
})
export type SubscriptionView = z.infer<typeof SubscriptionView>

/** The reader's contracts with possible actions, and their documents. */
export const ContractsView = z.object({ contracts: z.array(ContractView), documents: z.array(DocumentView) })
export type ContractsView = z.infer<typeof ContractsView>

/** Links from the settings; an empty one is not shown (S2.2-10). */
export const SubscriptionsView = z.object({
  tabs: z.array(AccountTab),
  customerId: z.string(),
  subscriptions: z.array(SubscriptionView),
  /** Null: the platform is unavailable. */
  billing: ContractsView.nullable(),
  links: z.object({
    subscription: z.string(),
    onlineService: z.string(),
    giveAway: z.string(),
    cancellation: z.string(),
  }),
})
export type SubscriptionsView = z.infer<typeof SubscriptionsView>

const OfContract = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) })

const CONTRACT_PROBLEMS = { 401: 'NOT_LOGGED_IN', 404: 'NOT_FOUND', 409: 'NOT_POSSIBLE', 503: 'UNAVAILABLE' } as const

export const CONTRACTS_ENDPOINTS = contract({
  listSubscriptions: {
    method: 'GET',
    path: '/api/mein/account/subscriptions',
    summary: 'The reader’s subscriptions',
    answer: SubscriptionsView,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'NO_ACCESS', 503: 'UNAVAILABLE' },
  },
  cancelContract: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/cancel',
    summary: 'End a contract on the day the page showed',
    params: OfContract,
    body: z.object({ confirmedEnd: z.iso.date() }),
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  undoCancellation: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/cancel/undo',
    summary: 'Let it run on',
    params: OfContract,
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  pauseContract: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/pause',
    summary: 'Let it rest from the next period on',
    params: OfContract,
    body: z.object({ months: z.number().int().min(1).max(3) }),
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  resumeContract: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/resume',
    summary: 'End a pause, or give it up',
    params: OfContract,
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  changePlan: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/plan',
    summary: 'Change the plan; `fields.dueCents` of PRICE_CHANGED is the right amount',
    params: OfContract,
    body: z.object({ offerId: Text(64), confirmedCents: z.number().int().min(0) }),
    answer: ContractsView,
    problems: { ...CONTRACT_PROBLEMS, 402: 'PAYMENT_FAILED' },
  },
  undoPlanChange: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/plan/undo',
    summary: 'Give up a change that waits',
    params: OfContract,
    answer: ContractsView,
    problems: CONTRACT_PROBLEMS,
  },
  changePayment: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/payment',
    summary: 'Pay in another way from now on; what failed is asked for at once',
    params: OfContract,
    body: z.object({ payment: Payment }),
    answer: ContractsView.extend(PaymentChange.omit({ contract: true }).shape),
    problems: { ...CONTRACT_PROBLEMS, 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ATTEMPTS' },
  },
  payOpen: {
    method: 'POST',
    path: '/api/mein/account/contracts/{id}/pay',
    summary: 'Ask once more for what failed',
    params: OfContract,
    answer: ContractsView.extend(PaymentChange.omit({ contract: true }).shape),
    problems: { ...CONTRACT_PROBLEMS, 429: 'TOO_MANY_ATTEMPTS' },
  },
})

/** A download by `GET`: an invoice or an order confirmation of the reader. */
export const DOCUMENT_PATH = '/api/mein/account/documents/{number}/{format}'
