/**
 * The daily billing run: charges new periods, retries failed payments and sends reminders (dunning), ends unpaid contracts,
 * begins and ends pauses, changes plans on their day, announces renewals, lets coins lapse. Promises: `runBillingDay` is
 * idempotent and may run at any time, in many processes and after any gap: each step is a small transaction that checks its
 * condition again under a lock, and its letter is in the same transaction. A contract that fails stops no other. Access
 * follows the payment: `contract-money.ts` listens to charges.
 */
import { addBankDays, toDunningStep } from '@lokalteil/domain/commerce/billing'
import { addDays, type Day, dayBefore } from '@lokalteil/domain/commerce/subscriptions'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, type Refusal } from '../../platform/serve.ts'
import { expireCoins } from '../coins/ledger.ts'
import type { CommerceContext } from '../context.ts'
import { endWithAccount } from '../contracts/contract-changes.ts'
import { payKept } from '../contracts/contract-payments.ts'
import { changeContract, lockCharges, lockContract } from '../contracts/contract-rows.ts'
import { getSeller } from '../documents/invoice-store.ts'
import { correctInvoice, issueInvoice } from '../documents/invoices.ts'
import { lookForCards } from '../contracts/card-setups.ts'
import { getPaymentMethod } from '../payments/payment-method-store.ts'
import type { ChargeRow, CommerceDb } from '../schema.ts'
import {
  BATCH,
  hasInvoice,
  listDueCharges,
  listEndless,
  listFailedCharges,
  listPromisedCharges,
  listToAdvance,
  listUninvoicedCharges,
  removeDeclarationsBefore,
} from './billing-store.ts'
import { collectCharge } from '../payments/charge-collection.ts'
import { cancelCharge, failCharge, settleCharge } from '../payments/charge-outcomes.ts'
import { getChargeRow, lockCharge, noteCharge, removePaymentEventsBefore } from '../payments/charge-store.ts'
import { type Charge, type ChargeName, toCharge } from '../payments/charge.ts'
import { advanceContract } from '../contracts/contract-calendar.ts'
import { nameOf } from './contract-money.ts'
import { notify } from '../contracts/contract-notices.ts'

/** Bank days after which an unreturned debit counts as paid, although a reader may return it for eight weeks. */
const RETURN_DAYS = 6

/** Days a transfer may be late. */
const GRACE_DAYS = 7

/** A declaration is kept for this many years after the year it was made in (§ 257 HGB, § 147 AO). */
const LETTER_YEARS = 6

/**
 * The id of a provider's message is kept for so many months, so that it counts once: twice the 13 in which a debit can be returned
 * (§ 676b BGB). The payment itself has its own record, and stays.
 */
const MESSAGE_MONTHS = 26

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

/** A run of one day: its clock, the publications it is for, and its report. */
type Run = { context: CommerceContext; publications: readonly PublicationCode[]; day: Day; report: BillingReport }

/** Does all work that is due on the present day of the clock. */
export async function runBillingDay(
  context: CommerceContext,
  publications: readonly PublicationCode[] = listPublicationCodes(),
): Promise<BillingReport> {
  const report: BillingReport = {
    opened: 0,
    collected: 0,
    failed: 0,
    reminded: 0,
    ended: 0,
    settled: 0,
    invoiced: 0,
    troubles: 0,
  }
  const run = { context, publications, day: context.today(), report }
  await payKept(context, await lookForCards(context))
  await endErased(run)
  await settlePromised(run)
  await advanceAll(run)
  await collectDue(run)
  await remindFailed(run)
  await issueMissing(run)
  await context.refunds.runDue()
  await removeExpired(run)
  return report
}

/** Calls `work` for each row of `find`, batch by batch; a row whose work throws is left for the next run. */
async function workThrough<T extends { key: string }>(
  { context, report }: Run,
  at: string,
  find: (skipped: readonly string[]) => Promise<T[]>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const skipped: string[] = []
  for (;;) {
    const found = await find(skipped)
    for (const one of found) {
      try {
        await work(one)
      } catch (error) {
        report.troubles++
        context.onError(error, `billing-${at}`)
      }
      skipped.push(one.key)
    }
    if (found.length < BATCH) return
  }
}

/** Ends contracts of erased readers: a payment after the erasure began one, or an older version erased the reader. */
function endErased(run: Run): Promise<void> {
  const { context, publications } = run
  return workThrough(
    run,
    'erased',
    async (skipped) => named(await listEndless(publications, skipped, context.db)),
    ({ row, publication, id }) => endWithAccount(context, { publication, customerId: row.customer_id }, id),
  )
}

function advanceAll(run: Run): Promise<void> {
  const { context, publications, day, report } = run
  return workThrough(
    run,
    'advance',
    async (skipped) => named(await listToAdvance(day, publications, skipped, context.db)),
    async ({ row, publication, id }) => {
      const isOver = row.ends_on !== null && (row.ends_on < day || row.ends_on < row.starts_on)
      report.opened += await context.inTransaction(async (within) => {
        // Lock the charges first: the end of the contract may refund them.
        if (isOver) await lockCharges({ publication, id }, within)
        return advanceContract(context, { publication, id }, day, within)
      })
    },
  )
}

function collectDue(run: Run): Promise<void> {
  const { context, publications, day, report } = run
  return workThrough(
    run,
    'collect',
    async (skipped) => keyed(await listDueCharges(day, publications, skipped, context.db)),
    async ({ charge }) => countOutcome(await collectCharge(context, charge), report),
  )
}

function countOutcome(outcome: Charge | Refusal, report: BillingReport): void {
  if (isRefusal(outcome)) return
  if (outcome.state === 'paid' || outcome.state === 'submitted') report.collected++
  else if (outcome.state === 'failed') report.failed++
}

/** One attempt and one letter for each step of dunning, also with concurrent runs. */
function remindFailed(run: Run): Promise<void> {
  const { context, publications, day, report } = run
  return workThrough(
    run,
    'remind',
    async (skipped) => keyed(await listFailedCharges(day, publications, skipped, context.db)),
    async ({ row, charge }) => {
      const step = toDunningStep({ failedOn: row.failed_on!, reminders: row.reminders }, day)
      if (step.kind === 'wait') return
      if (step.kind === 'end')
        return void (
          (await context.inTransaction((within) => endUnpaid(context, charge, day, within))) && report.ended++
        )
      const isMine = await context.inTransaction(async (within) => {
        const current = await lockCharge(charge, within)
        if (current?.state !== 'failed' || current.reminders !== charge.reminders || current.nextAttemptOn === day)
          return false
        await noteCharge(charge, { next_attempt_on: day }, within)
        return true
      })
      if (!isMine) return
      // No retry for debits and invoices: a repeated debit would give access again. The reader must name another account.
      const method = await getPaymentMethod(charge.publication, charge.paymentMethodId, context.db)
      if (method !== null && method.provider !== 'sepa' && method.provider !== 'invoice') {
        const outcome = await collectCharge(context, charge)
        countOutcome(outcome, report)
        if (isRefusal(outcome) || outcome.state !== 'failed') return
      }
      await context.inTransaction(async (within) => {
        const current = await lockCharge(charge, within)
        if (current?.state !== 'failed' || current.reminders >= step.number) return
        await noteCharge(charge, { reminders: step.number }, within)
        const contract = await lockContract(nameOf(charge), within)
        if (contract === null) return
        await notify(
          context,
          contract,
          `reminder ${charge.chargeId} ${row.failed_on} ${step.number}`,
          { kind: 'payment-reminder', cents: charge.amountCents, until: step.endsOn },
          within,
        )
        report.reminded++
      })
    },
  )
}

/** Cancels the charge of a period without access; a period that was used before a return debit stays owed, without reminders. */
async function endUnpaid(context: CommerceContext, charge: ChargeName, day: Day, within: CommerceDb): Promise<boolean> {
  const current = await lockCharge(charge, within)
  if (current?.state !== 'failed') return false
  const row = await getChargeRow(charge, within)
  const wasGiven = await hasInvoice(charge, within)
  if (wasGiven) await noteCharge(charge, { failed_on: null }, within)
  else await cancelCharge(context, charge, within)
  const contract = await lockContract(nameOf(current), within)
  if (contract === null || contract.state === 'ended') return false
  const endsOn = contract.ends_on !== null && contract.ends_on < day ? contract.ends_on : dayBefore(day)
  await changeContract(
    nameOf(current),
    { state: 'ended', ends_on: endsOn, change: null, pause_from: null, resumes_on: null },
    context.now(),
    within,
  )
  await notify(
    context,
    contract,
    `ended-unpaid ${charge.chargeId} ${row.failed_on}`,
    { kind: 'ended-unpaid', on: day, cents: current.amountCents, path: '/order/abo' },
    within,
  )
  return true
}

/** Settles unreturned debits as paid, and fails late transfers. */
function settlePromised(run: Run): Promise<void> {
  const { context, publications, day, report } = run
  return workThrough(
    run,
    'settle',
    async (skipped) => keyed(await listPromisedCharges(day, publications, skipped, context.db)),
    async ({ charge, row: { provider } }) => {
      if (
        provider === 'sepa' &&
        addBankDays(charge.dueOn, RETURN_DAYS) <= day &&
        (await context.inTransaction((within) => settleCharge(context, charge, {}, within))) === 'settled'
      )
        report.settled++
      if (
        provider === 'invoice' &&
        addDays(charge.dueOn, GRACE_DAYS) < day &&
        (await context.inTransaction((within) => failCharge(context, charge, 'OVERDUE', within))) !== null
      )
        report.failed++
    },
  )
}

/** Writes invoices for payments from before the publisher had named the seller. */
async function issueMissing(run: Run): Promise<void> {
  const { context, publications, report } = run
  const known: PublicationCode[] = []
  for (const publication of publications)
    if ((await getSeller(publication, context.db)) !== null) known.push(publication)
  if (known.length === 0) return
  await workThrough(
    run,
    'invoice',
    async (skipped) => keyed(await listUninvoicedCharges(known, skipped, context.db)),
    async ({ row }) => {
      const invoice = await context.inTransaction(async (within) => {
        const issued = await issueInvoice(context, row, within)
        if (issued !== null && row.refunded_cents > 0)
          await correctInvoice(context, row, { refundId: null, cents: row.refunded_cents }, within)
        return issued
      })
      if (invoice !== null) report.invoiced++
    },
  )
}

/** Charges with their rows. */
function keyed<Row extends ChargeRow>(rows: readonly Row[]) {
  return rows.map((row) => ({ key: row.charge_id, row, charge: toCharge(row) }))
}

/** Contracts by their names. */
function named<Row extends { mandator: string; id: string }>(rows: readonly Row[]) {
  return rows.map((row) => ({
    key: `${row.mandator} ${row.id}`,
    publication: row.mandator as PublicationCode,
    id: row.id,
    row,
  }))
}

async function removeExpired({ context, day, publications }: Run): Promise<void> {
  for (const publication of publications) await expireCoins(context, publication)
  const year = Number(day.slice(0, 4)) - LETTER_YEARS
  await removeDeclarationsBefore(new Date(`${year}-01-01T00:00:00Z`), publications, context.db)
  const before = new Date(`${day}T00:00:00Z`)
  before.setUTCMonth(before.getUTCMonth() - MESSAGE_MONTHS)
  await removePaymentEventsBefore(before, context.db)
}
