/** Paying in another way, and paying what failed. */
import type { PaymentChange } from '@lokalteil/contracts/billing'
import type { Offer } from '@lokalteil/contracts/commerce'
import type { PaymentInput } from '@lokalteil/domain/commerce/orders'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { toCharge } from '../billing/charges.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { Kept } from '../payments/card-setups.ts'
import { lockOwn } from './contract-changes.ts'
import { isBilled, payWith } from './contract-rows.ts'
import { viewContract } from './contract-view.ts'
import { notFound, notPossible, type ReaderContext } from './reader-context.ts'
import { listContractsOf, listFailingOf } from './reader-contract-store.ts'

const HOUR = 3_600_000

/** Attempts to pay: enough for a typing error, too few to try cards out. */
const PAYMENT_LIMIT = { count: 6, windowMs: HOUR } as const

export async function changePayment(
  context: ReaderContext,
  owner: CoinOwner,
  id: string,
  payment: PaymentInput,
): Promise<PaymentChange | Refusal> {
  const limited = await mayPay(context, owner)
  if (limited !== null) return limited
  const row = (await listContractsOf(owner, context.db)).find((one) => one.id === id)
  if (row === undefined) return notFound()
  if (!isBilled(row) || context.billing.stateOf(row) === 'ended') return notPossible('The contract is not paid here')
  const checked = context.orders.checkPayment({ kind: row.kind as Offer['kind'] }, payment)
  if (isRefusal(checked)) return checked
  if (checked.provider.leavesSite) {
    const opened = await context.setups.open(owner, row, checked)
    if (isRefusal(opened)) return opened
    const contract = await viewContract(context, owner, id)
    return isRefusal(contract) ? contract : { contract, outcome: 'leave', redirectUrl: opened.url }
  }
  await context.inTransaction(async (within) => {
    const own = await lockOwn(owner, id, within)
    if (own === null) throw new Error('A contract has vanished')
    const method = await context.orders.addMethod(owner, checked, within)
    await payWith(own, method.id, context.now(), within)
  })
  return payNow(context, owner, id)
}

export async function payOpen(context: ReaderContext, owner: CoinOwner, id: string): Promise<PaymentChange | Refusal> {
  return (await mayPay(context, owner)) ?? payNow(context, owner, id)
}

async function mayPay(context: ReaderContext, { mandator, customerId }: CoinOwner): Promise<Refusal | null> {
  const { windowMs, count } = PAYMENT_LIMIT
  return (await context.store.count(`pay ${mandator} ${customerId}`, context.now(), windowMs, count))
    ? null
    : problem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts to pay', { 'retry-after': '3600' })
}

/** Asks for everything that failed; access comes back with the last of it. */
async function payNow(context: ReaderContext, owner: CoinOwner, id: string): Promise<PaymentChange | Refusal> {
  const failing = await listFailingOf(owner, id, context.db)
  let hasFailed = false
  for (const row of failing) {
    const charge = await context.charges.collect(toCharge(row))
    if (isRefusal(charge) || charge.state === 'failed') hasFailed = true
  }
  if (failing.length > 0 && !hasFailed) await context.billing.advanceNow({ mandator: owner.mandator, id })
  const contract = await viewContract(context, owner, id)
  return isRefusal(contract)
    ? contract
    : { contract, outcome: failing.length === 0 ? 'saved' : hasFailed ? 'failed' : 'paid', redirectUrl: null }
}

/** What failed is asked for with the card that was waited for. */
export async function payKept(context: ReaderContext, kept: readonly Kept[]): Promise<void> {
  for (const { subscriptionId, ...owner } of kept) await payNow(context, owner, subscriptionId)
}
