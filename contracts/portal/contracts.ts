/** Subscriptions with their possible actions and documents. */
import { z } from 'zod'
import { SUBSCRIPTION_KINDS, SUBSCRIPTION_STATES } from '@lokalteil/domain/commerce/subscriptions'
import { BILLING_INTERNAL, ContractView, PaymentChange } from '../commerce/billing.ts'
import { Receipt, TypedDeclaration } from '../commerce/declarations.ts'
import { DocumentView } from '../commerce/invoices.ts'
import { contract } from '../kernel/endpoint.ts'
import { relayed } from '../kernel/relayed.ts'
import { AccountTab } from './account.ts'

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

/** All contracts again, because one change may show in several places. */
const CHANGED = { as: 'reader', given: ['sub'], answer: ContractsView } as const
const PAID = { ...CHANGED, answer: ContractsView.extend(PaymentChange.omit({ contract: true }).shape) } as const
const AT = '/api/mein/account/contracts/{id}'
const DECLARED = {
  method: 'POST',
  body: z.object({ key: z.string().regex(/^[\w-]{16,64}$/), values: TypedDeclaration }),
  answer: z.object({ receipt: Receipt }),
  problems: { 422: 'INCOMPLETE_DECLARATION', 429: 'TOO_MANY_DECLARATIONS', 503: 'UNAVAILABLE' },
} as const

export const CONTRACTS_ENDPOINTS = contract({
  declareCancellation: {
    ...DECLARED,
    path: '/api/contracts/cancellation',
    summary: 'Declares the end of a contract without a login; the same key again changes nothing',
  },
  declareWithdrawal: {
    ...DECLARED,
    path: '/api/contracts/withdrawal',
    summary: 'Declares the withdrawal from a contract without a login; the same key again changes nothing',
  },
  listSubscriptions: {
    method: 'GET',
    path: '/api/mein/account/subscriptions',
    summary: 'The reader’s subscriptions',
    answer: SubscriptionsView,
    problems: { 401: 'NOT_LOGGED_IN', 403: 'NO_ACCESS', 503: 'UNAVAILABLE' },
  },
  cancelContract: relayed(BILLING_INTERNAL, 'cancelContract', `POST ${AT}/cancel`, {
    ...CHANGED,
    sent: ['id', 'confirmedEnd'],
    summary: 'End a contract on the day the page showed',
  }),
  undoCancellation: relayed(BILLING_INTERNAL, 'undoCancellation', `POST ${AT}/cancel/undo`, {
    ...CHANGED,
    sent: ['id'],
  }),
  pauseContract: relayed(BILLING_INTERNAL, 'pauseContract', `POST ${AT}/pause`, { ...CHANGED, sent: ['id', 'months'] }),
  resumeContract: relayed(BILLING_INTERNAL, 'resumeContract', `POST ${AT}/resume`, { ...CHANGED, sent: ['id'] }),
  changePlan: relayed(BILLING_INTERNAL, 'changePlan', `POST ${AT}/plan`, {
    ...CHANGED,
    sent: ['id', 'offerId', 'confirmedCents'],
  }),
  undoPlanChange: relayed(BILLING_INTERNAL, 'undoPlanChange', `POST ${AT}/plan/undo`, { ...CHANGED, sent: ['id'] }),
  changePayment: relayed(BILLING_INTERNAL, 'changePayment', `POST ${AT}/payment`, { ...PAID, sent: ['id', 'payment'] }),
  payOpen: relayed(BILLING_INTERNAL, 'payOpen', `POST ${AT}/pay`, { ...PAID, sent: ['id'] }),
})

/** A download by `GET`: an invoice or an order confirmation of the reader. */
export const DOCUMENT_PATH = '/api/mein/account/documents/{number}/{format}'
