/** What billing needs from outside, and what a run reports. */
import type { ContractNotice, MailMessageInput } from '@lokalteil/contracts/mail'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Database } from '../../platform/database.ts'
import type { Ledger } from '../coins/ledger.ts'
import type { Invoices } from '../documents/invoices.ts'
import type { Refunds } from '../payments/refunds.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { Charges } from './charges.ts'

export type QueueMail = (message: MailMessageInput, within: SubscriptionDb) => Promise<unknown>

export type BillingOptions = {
  database: Database
  charges: Charges
  invoices: Invoices
  refunds: Pick<Refunds, 'open' | 'payDue'>
  /** Cards a provider keeps since, of which no message came. */
  lookForCards: () => Promise<void>
  ledger: Pick<Ledger, 'expire'>
  queueMail: QueueMail
  now: () => Date
  onError?: (error: unknown, at: string) => void
}

export type BillingReport = {
  opened: number
  collected: number
  failed: number
  reminded: number
  ended: number
  settled: number
  invoiced: number
  troubles: number
}

export type NewNotice = Partial<ContractNotice> & Pick<ContractNotice, 'kind'>

export type BillingContext = Omit<BillingOptions, 'database'> & {
  db: SubscriptionDb
  inTransaction: <T>(work: (within: SubscriptionDb) => Promise<T>) => Promise<T>
  today: () => Day
}
