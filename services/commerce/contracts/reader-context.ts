/** What readers' dealings with their contracts need from outside, and how they are refused. */
import type { ContractView } from '@lokalteil/contracts/billing'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Database } from '../../platform/database.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { Billing } from '../billing/billing.ts'
import type { Charges } from '../billing/charges.ts'
import type { Invoices } from '../documents/invoices.ts'
import type { Orders } from '../orders/orders.ts'
import type { CardSetups } from '../payments/card-setups.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { SubscriptionStore } from '../store.ts'

export type ReaderContractsOptions = {
  database: Database
  store: SubscriptionStore
  charges: Charges
  invoices: Invoices
  billing: Billing
  setups: CardSetups
  orders: Pick<Orders, 'addMethod' | 'checkPayment'>
  providers: readonly Provider[]
  now: () => Date
}

export type ReaderContext = Omit<ReaderContractsOptions, 'database' | 'providers'> & {
  db: SubscriptionDb
  inTransaction: <T>(work: (within: SubscriptionDb) => Promise<T>) => Promise<T>
  today: () => Day
  /** The first provider of each kind, as in an order; one at whose page nothing but an order can be paid is left out. */
  payments: ContractView['payments']
}

export function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'The reader has no such contract')
}

export function notPossible(text: string): Refusal {
  return problem(409, 'NOT_POSSIBLE', text)
}
