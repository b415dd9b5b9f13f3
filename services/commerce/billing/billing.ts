/**
 * What has to be done about contracts as days go by: ask for periods that begin, ask again and remind where a payment
 * failed, end what nobody pays, begin and end pauses, change plans on their day, announce renewals, let coins lapse.
 * Promises: `run` may be called at any time, by any number of processes, and after any gap: every step is one small
 * transaction that looks again under a lock, and a letter goes out with the step that makes it necessary or not at all.
 * A contract that cannot be looked at stops no other. Access follows the money: this file listens to charges.
 */
import { getEarliestEnd, listPeriods } from '@lokalteil/domain/commerce/billing'
import type { Day, SubscriptionState } from '@lokalteil/domain/commerce/subscriptions'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createSchedule } from '../../platform/schedule.ts'
import { type ContractName, type ContractRow, stateOf, toTerms } from '../contracts/contract-rows.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { BillingContext, BillingOptions, NewNotice } from './billing-context.ts'
import { runBillingDay } from './billing-run.ts'
import { advanceNow } from './contract-calendar.ts'
import { onFailed, onMoney, onRefunded } from './contract-money.ts'
import { type Notified, notify } from './contract-notices.ts'

const EVERY_MS = 15 * 60_000

export type Billing = ReturnType<typeof createBilling>

export function createBilling({ database, ...options }: BillingOptions) {
  const db = database.db as SubscriptionDb
  const today = (): Day => toDayKey(options.now())
  const context: BillingContext = {
    ...options,
    db,
    inTransaction: (work) => db.transaction().execute(work),
    today,
  }
  const run = (mandators?: readonly Mandator[]) => runBillingDay(context, mandators)
  const schedule = createSchedule(EVERY_MS, run, (error) => options.onError?.(error, 'run'))
  options.charges.listen({
    onPaid: (charge, within) => onMoney(context, charge, within),
    onPromised: (charge, within) => onMoney(context, charge, within),
    onFailed: (charge, before, within) => onFailed(context, charge, before, within),
    onRefunded: (charge, refund, within) => onRefunded(context, charge, refund, within),
  })

  return {
    run,
    notify: (row: Notified, key: string, notice: NewNotice, within: SubscriptionDb) =>
      notify(context, row, key, notice, within),
    advanceNow: (name: ContractName) => advanceNow(context, name),
    stateOf: (row: ContractRow): SubscriptionState => stateOf(row, today()),
    earliestEndOf: (row: ContractRow): Day | null => getEarliestEnd(toTerms(row), today()),
    periodsOf: (row: ContractRow, upTo: Day) => listPeriods(toTerms(row), upTo),

    start: () => schedule.start(),
    close: () => schedule.close(),
  }
}
