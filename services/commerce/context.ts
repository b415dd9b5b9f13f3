/** What the functions of the platform share: the database, the clock, and whom they ask. */
import type { Catalogue } from '@lokalteil/contracts/commerce'
import type { PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { NewLine, Seller } from '@lokalteil/domain/commerce/invoices'
import type { ChargeState } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Charge, PaymentMethod } from './payments/charge.ts'
import type { FindSeller } from './purchases/purchase-types.ts'
import type { KnownTopics } from './offers/known-topics.ts'
import type { JobRunner } from '../platform/jobs/job-runner.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { Provider, TestBank } from './payments/payment-providers.ts'
import type { Sealing } from './payments/sealing.ts'
import type { CommerceDb } from './schema.ts'

export type CommerceContext = {
  db: CommerceDb
  inTransaction: <T>(work: (within: CommerceDb) => Promise<T>) => Promise<T>
  /** Nothing is sold that the publication does not have. */
  topics: KnownTopics
  /** What a buyer could not learn of the seller; empty: orders may be placed. */
  listObstacles: (mandator: Mandator, selling: Selling) => readonly string[]
  /** In the order in which they are preferred. */
  providers: readonly Provider[]
  testBank: TestBank | null
  /** Ask the providers, one process at a time. */
  charges: JobRunner
  refunds: JobRunner
  /** Tells sellers what became of purchases. */
  steps: JobRunner
  findSeller: FindSeller
  sealing: Sealing
  /** The publication's own colour on white: head and lines of invoices. */
  colourOf: (mandator: Mandator) => string
  /** Canonical origin of each publication: where readers come back to. */
  originOf: (mandator: Mandator) => string
  limiter: Limiter
  /** Told in this order. */
  listeners: readonly ChargeListener[]
  /** Puts a mail into the outbox of the same database, within the transaction that makes it necessary. */
  queueMail: (message: MailMessageInput, within: CommerceDb) => Promise<unknown>
  onTrouble: (trouble: { at: string; code: string; chargeId?: string }) => void
  onError: (error: unknown, at: string) => void
  now: () => Date
  today: () => Day
}

/** What is for sale, and by whom; null: nobody has said. */
export type Selling = { catalogue: Catalogue; seller: Seller | null }

/** Called in the transaction of the change, with the charge as it is after it. What one throws undoes the change. */
type ChargeListener = Partial<{
  /** False: the money has to go back (it is a second one for the same thing). Asked before anything follows from it. */
  mayKeep: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<boolean>
  onPaid: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<void>
  /** The money comes later (direct debit, transfer); access begins. */
  onPromised: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<void>
  /** `before`: what it was; `paid` and `submitted` are return debits. */
  onFailed: (context: CommerceContext, charge: Charge, before: ChargeState, within: CommerceDb) => Promise<void>
  /** Not kept: paid and going back, or given up before any money moved. */
  onRefused: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<void>
  /** It goes into a file for the bank: the reader has to hear of it before. */
  onDebit: (context: CommerceContext, debit: AnnouncedDebit, within: CommerceDb) => Promise<void>
  /** Whole or in part: promised, and soon on its way. */
  onRefunded: (context: CommerceContext, charge: Charge, refund: ChargeRefund, within: CommerceDb) => Promise<void>
}>

export type AnnouncedDebit = Pick<Charge, 'mandator' | 'subscriptionId' | 'kind'> & {
  endToEndId: string
  on: Day
  cents: number
  method: PaymentMethod
  creditorId: string
}

/** `refundId` null: what cost nothing is given back without money. */
/** `lines`: what of the invoice it takes back; absent: its share of each. */
export type ChargeRefund = { refundId: string | null; cents: number; isRest: boolean; lines?: readonly NewLine[] }

export function findProvider({ providers }: CommerceContext, name: PaymentProvider | undefined): Provider | undefined {
  return providers.find((provider) => provider.name === name)
}
