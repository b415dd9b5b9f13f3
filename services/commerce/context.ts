/** The context that all functions of this service receive: database, clock, payment providers, callbacks. */
import type { Catalogue } from '@lokalteil/contracts/commerce'
import type { PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { NewLine, Seller } from '@lokalteil/domain/commerce/invoices'
import type { ChargeState } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Charge, PaymentMethod } from './payments/charge.ts'
import type { FindSeller } from './orders/lines/seller.ts'
import type { KnownTopics } from './offers/known-topics.ts'
import type { JobRunner } from '../platform/jobs/job-runner.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { Provider, TestBank } from './payments/payment-providers.ts'
import type { Sealing } from './payments/sealing.ts'
import type { CommerceDb } from './schema.ts'

export type CommerceContext = {
  db: CommerceDb
  inTransaction: <T>(work: (within: CommerceDb) => Promise<T>) => Promise<T>
  /** Topics of the content service; an offer of an unknown topic is not sold. */
  topics: KnownTopics
  /** Facts about the seller that the law requires and that are missing; empty: orders may be placed. */
  listObstacles: (publication: PublicationCode, selling: Selling) => readonly string[]
  /** The preferred one first. */
  providers: readonly Provider[]
  testBank: TestBank | null
  /** Job runners that ask the providers: one process at a time for each charge or refund. */
  charges: JobRunner
  refunds: JobRunner
  /** Reports the outcome of baskets to their sellers. */
  steps: JobRunner
  findSeller: FindSeller
  sealing: Sealing
  /** The publication's colour, readable on white: head and lines of invoices. */
  colourOf: (publication: PublicationCode) => string
  /** Canonical origin of a publication; payment providers send readers back to it. */
  originOf: (publication: PublicationCode) => string
  limiter: Limiter
  /** Called in this order. */
  listeners: readonly ChargeListener[]
  /** Transactional outbox: queues a mail in the same database, within the transaction that makes it necessary. */
  queueMail: (message: MailMessageInput, within: CommerceDb) => Promise<unknown>
  onTrouble: (trouble: { at: string; code: string; chargeId?: string }) => void
  onError: (error: unknown, at: string) => void
  now: () => Date
  today: () => Day
}

/** Offers and seller of a publication; `seller` null: the publisher has not named one. */
export type Selling = { catalogue: Catalogue; seller: Seller | null }

/** Called within the transaction that changes a charge, with the changed charge. An error rolls the change back. */
type ChargeListener = Partial<{
  /** Called before `onPaid`. False: refund the money, it is a second payment for the same thing. */
  mayKeep: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<boolean>
  onPaid: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<void>
  /** The money comes later (direct debit, transfer); access begins now. */
  onPromised: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<void>
  /** `before`: the previous state; `paid` or `submitted` means a return debit. */
  onFailed: (context: CommerceContext, charge: Charge, before: ChargeState, within: CommerceDb) => Promise<void>
  /** `mayKeep` was false: the payment is refunded, or was stopped before money moved. */
  onRefused: (context: CommerceContext, charge: Charge, within: CommerceDb) => Promise<void>
  /** The debit goes into the next file for the bank: the reader must be informed in advance. */
  onDebit: (context: CommerceContext, debit: AnnouncedDebit, within: CommerceDb) => Promise<void>
  /** A full or partial refund was decided; the money has not left yet. */
  onRefunded: (context: CommerceContext, charge: Charge, refund: ChargeRefund, within: CommerceDb) => Promise<void>
}>

export type AnnouncedDebit = Pick<Charge, 'publication' | 'subscriptionId' | 'kind'> & {
  endToEndId: string
  on: Day
  cents: number
  method: PaymentMethod
  creditorId: string
}

/**
 * `refundId` null: the purchase cost nothing, no money moves. `lines`: the lines of the invoice that are taken back; absent: a
 * proportional share of each.
 */
export type ChargeRefund = { refundId: string | null; cents: number; isRest: boolean; lines?: readonly NewLine[] }

export function findProvider({ providers }: CommerceContext, name: PaymentProvider | undefined): Provider | undefined {
  return providers.find((provider) => provider.name === name)
}
