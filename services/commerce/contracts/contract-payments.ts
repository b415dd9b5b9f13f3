/** Changes the payment method of a contract, and pays failed charges. */
import type { PaymentChange } from '@lokalteil/contracts/commerce/billing'
import type { OrderFailure } from '@lokalteil/contracts/commerce/orders'
import type { PaymentInput } from '@lokalteil/domain/commerce/orders'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { collectCharge, collectWithReader, lookAtCharge } from '../payments/charge-collection.ts'
import { toCharge } from '../payments/charge.ts'
import { advanceNow } from './contract-calendar.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { addMethod, readWay, type Way } from '../payments/payment-methods.ts'
import { listWays } from '../payments/payment-ways.ts'
import { CONTRACTS_PAGE, type CardSetup, openCardSetup } from './card-setups.ts'
import { lockOwn } from './contract-changes.ts'
import { isBilled, payWith, stateOf } from './contract-rows.ts'
import { viewContract } from './contract-view.ts'
import type { ChargeRow, ContractRow } from '../schema.ts'
import { listContractsOf, listFailingOf, listOnPage } from './reader-contract-store.ts'
import { notFound, notPossible, refuseFields } from './refusals.ts'

const HOUR = 3_600_000
/** Failure of a charge whose bank asks for 3-D Secure. */
const WANTS_READER: OrderFailure = 'AUTHENTICATION_REQUIRED'

/** Rate limit of attempts to pay: enough for typing errors, too few to test stolen cards. */
const PAYMENT_LIMIT = { most: 6, windowMs: HOUR } as const

export async function changePayment(
  context: CommerceContext,
  owner: Owner,
  id: string,
  payment: PaymentInput,
): Promise<PaymentChange | Refusal> {
  const limited = await mayPay(context, owner)
  if (limited !== null) return limited
  const row = (await listContractsOf(owner, context.db)).find((one) => one.id === id)
  if (row === undefined) return notFound()
  if (!isBilled(row) || stateOf(row, context.today()) === 'ended') return notPossible('The contract is not paid here')
  const checked = checkPayment(context, row, payment)
  if (isRefusal(checked)) return checked
  if (checked.provider.leavesSite) {
    const opened = await openCardSetup(context, owner, row, checked)
    if (isRefusal(opened)) return opened
    const contract = await viewContract(context, owner, id)
    return isRefusal(contract) ? contract : { contract, outcome: 'leave', redirectUrl: opened.url }
  }
  await context.inTransaction(async (within) => {
    const own = await lockOwn(owner, id, within)
    if (own === null) throw new Error('A contract has vanished')
    const method = await addMethod(context, owner, checked, within)
    await payWith(own, method.id, context.now(), within)
  })
  return payNow(context, owner, id, true)
}

/** Checks a payment method without saving it. Coins cannot be paid later, because they can be spent at once. */
function checkPayment(
  { providers }: CommerceContext,
  { kind: sold }: Pick<ContractRow, 'kind'>,
  payment: PaymentInput,
): Way | Refusal {
  const found = listWays(providers, { mayPromise: sold !== 'coins', isGuest: false }).find(
    ({ kind }) => kind === payment.kind,
  )
  if (found === undefined) return problem(409, 'NO_PAYMENT', 'This cannot be paid in this way')
  const { way, faults } = readWay(found.provider, payment)
  if (payment.kind === 'sepa' && !payment.mandate) faults.mandate = 'REQUIRED'
  if (payment.kind === 'sepa' && payment.holder.trim() === '') faults.holder = 'REQUIRED'
  return way === null || Object.keys(faults).length > 0 ? refuseFields(faults) : way
}

export async function payOpen(context: CommerceContext, owner: Owner, id: string): Promise<PaymentChange | Refusal> {
  return (await mayPay(context, owner)) ?? payNow(context, owner, id, true)
}

async function mayPay(context: CommerceContext, { publication, customerId }: Owner): Promise<Refusal | null> {
  return (await context.limiter.take([{ key: `pay ${publication} ${customerId}`, budget: PAYMENT_LIMIT }])) === null
    ? null
    : problem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts to pay', { 'retry-after': '3600' })
}

/**
 * Collects all failed charges; access returns with the last one. If the bank asks for 3-D Secure and the reader is there, the
 * answer has the URL of the provider's page.
 */
async function payNow(
  context: CommerceContext,
  owner: Owner,
  id: string,
  isReaderThere: boolean,
): Promise<PaymentChange | Refusal> {
  // An open page may have been paid or have expired meanwhile.
  if (isReaderThere) await lookForPayments(context, owner)
  const failing = await listFailingOf(owner, id, context.db)
  let hasFailed = false
  for (const row of failing) {
    const url = isReaderThere ? await findPage(context, row) : null
    if (url !== null) return leaveTo(context, owner, id, url)
    if (row.state !== 'failed') continue
    const charge = await collectCharge(context, toCharge(row))
    if (!isRefusal(charge) && charge.state !== 'failed') continue
    hasFailed = true
    if (isRefusal(charge) || charge.failure !== WANTS_READER || !isReaderThere) continue
    const page = await collectWithReader(context, charge, CONTRACTS_PAGE)
    if (page !== null) return leaveTo(context, owner, id, page)
  }
  if (failing.length > 0 && !hasFailed) await advanceNow(context, { publication: owner.publication, id })
  const contract = await viewContract(context, owner, id)
  return isRefusal(contract)
    ? contract
    : { contract, outcome: failing.length === 0 ? 'saved' : hasFailed ? 'failed' : 'paid', redirectUrl: null }
}

/** URL of the open page, or of a new one if the bank asks for 3-D Secure; null: charge the card without the reader. */
async function findPage(context: CommerceContext, row: ChargeRow): Promise<string | null> {
  if (row.state === 'submitted') return row.redirect_url
  return row.failure === WANTS_READER ? collectWithReader(context, toCharge(row), CONTRACTS_PAGE) : null
}

async function leaveTo(
  context: CommerceContext,
  owner: Owner,
  id: string,
  redirectUrl: string,
): Promise<PaymentChange | Refusal> {
  const contract = await viewContract(context, owner, id)
  return isRefusal(contract) ? contract : { contract, outcome: 'leave', redirectUrl }
}

/** Asks the provider at once when a reader returns: the message may come later. */
export async function lookForPayments(context: CommerceContext, owner: Owner): Promise<void> {
  for (const row of await listOnPage(owner, context.db)) await lookAtCharge(context, toCharge(row))
}

/** Collects failed charges with cards that were just confirmed. */
export async function payKept(context: CommerceContext, kept: readonly CardSetup[]): Promise<void> {
  for (const { subscriptionId, ...owner } of kept) await payNow(context, owner, subscriptionId, false)
}
