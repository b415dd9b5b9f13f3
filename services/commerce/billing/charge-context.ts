/** What charges need from outside, and who listens to them. */
import type { ChargeState } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Database } from '../../platform/database.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { Sealing } from '../payments/sealing.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { Charge, ChargeName } from './charge.ts'

/** Called in the transaction of the change, with the charge as it is after it. What one throws undoes the change. */
export type ChargeListener = Partial<{
  /** False: the money has to go back (it is a second one for the same thing). Asked before anything follows from it. */
  mayKeep: (charge: Charge, within: SubscriptionDb) => Promise<boolean>
  onPaid: (charge: Charge, within: SubscriptionDb) => Promise<void>
  /** The money comes later (direct debit, transfer); access begins. */
  onPromised: (charge: Charge, within: SubscriptionDb) => Promise<void>
  /** `before`: what it was; `paid` and `submitted` are return debits. */
  onFailed: (charge: Charge, before: ChargeState, within: SubscriptionDb) => Promise<void>
  /** Not kept: paid and going back, or given up before any money moved. */
  onRefused: (charge: Charge, within: SubscriptionDb) => Promise<void>
  /** Whole or in part: promised, and soon on its way. */
  onRefunded: (charge: Charge, refund: ChargeRefund, within: SubscriptionDb) => Promise<void>
}>

/** `refundId` null: what cost nothing is given back without money. */
export type ChargeRefund = { refundId: string | null; cents: number; isRest: boolean }

export type Settled = 'settled' | 'settled-before' | 'refused' | 'wrong-amount' | 'unknown'

/** `amountCents` and `currency` as the provider said them, where it did. */
export type Paid = {
  reference?: string | null
  methodReference?: string | undefined
  amountCents?: number
  currency?: string
}

export type ChargesOptions = {
  database: Database
  providers: readonly Provider[]
  sealing: Sealing
  now: () => Date
  /** Where a reader comes back to who pays for this order elsewhere. */
  toReturnUrl: (mandator: Mandator, orderNumber: string) => string
  onTrouble: (trouble: { at: string; code: string; chargeId?: string }) => void
  /** What was paid and is not kept. */
  payBack: (name: ChargeName) => Promise<unknown>
  onCardKept: (mandator: Mandator, methodId: string) => Promise<unknown>
  /** A refund that a provider had taken on came to nothing. */
  onRefundFailed: (
    refund: { mandator: Mandator; refundId: string },
    reason: string,
    within: SubscriptionDb,
  ) => Promise<unknown>
}

export type ChargeContext = Omit<ChargesOptions, 'database' | 'providers'> & {
  db: SubscriptionDb
  inTransaction: <T>(work: (within: SubscriptionDb) => Promise<T>) => Promise<T>
  providers: ReadonlyMap<string, Provider>
  /** In the order they were added. */
  listeners: ChargeListener[]
}
