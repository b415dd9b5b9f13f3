/**
 * What has to be done about contracts as days go by: ask for periods that begin, ask again and remind where a payment
 * failed, end what nobody pays, begin and end pauses, change plans on their day, announce renewals, let coins lapse.
 * Promises: `run` may be called at any time, by any number of processes, and after any gap: every step is one small
 * transaction that looks again under a lock, and a letter goes out with the step that makes it necessary or not at all.
 * A contract that cannot be looked at stops no other. Access follows the money: this file listens to charges.
 */
import {
  addBankDays,
  DUNNING,
  getAnnouncement,
  getEarliestEnd,
  listOwed,
  listPeriods,
  toDunningStep,
  toUnusedCents,
} from '@lokalteil/domain/commerce/billing'
import type { ContractNotice, MailMessageInput } from '@lokalteil/contracts/mail'
import { toDayKey } from '@lokalteil/domain/german'
import { toChargeCents, type Voucher } from '@lokalteil/domain/commerce/orders'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import { addDays, dayBefore, type Day, type SubscriptionState } from '@lokalteil/domain/commerce/subscriptions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { createSchedule } from '../../platform/schedule.ts'
import { isRefusal } from '../../platform/serve.ts'
import { toCharge, type Charge, type ChargeName, type Charges } from './charges.ts'
import {
  applyChange,
  changeContract,
  getPaidPeriod,
  isBilled,
  listCharged,
  lockCharges,
  lockContract,
  stateOf,
  toChange,
  toTerms,
  type ContractName,
  type ContractRow,
} from '../contracts/contract-rows.ts'
import type { ChargeRow, Invoices } from '../documents/invoices.ts'
import type { Ledger } from '../coins/ledger.ts'
import type { Refunds } from '../payments/refunds.ts'
import type { SubscriptionDb } from '../schema.ts'

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
export type Billing = ReturnType<typeof createBilling>

/** Rows of one look; the run goes on until there are none. */
const BATCH = 200
/** Bank days after which a debit that did not come back is taken for paid; a reader may still return it for weeks. */
const RETURN_DAYS = 6
/** Days a transfer may be late. */
const GRACE_DAYS = 7
/** Years after the one a declaration was made in (§ 257 HGB, § 147 AO). */
const LETTER_YEARS = 6
const EVERY_MS = 15 * 60_000

export function createBilling({
  database,
  charges,
  invoices,
  refunds,
  lookForCards,
  ledger,
  queueMail,
  now,
  onError,
}: BillingOptions) {
  const db = database.db as SubscriptionDb
  const inTransaction = <T>(work: (within: SubscriptionDb) => Promise<T>): Promise<T> => db.transaction().execute(work)
  const today = (): Day => toDayKey(now())

  // --- Letters

  /** Queues a letter unless it went out before; no address any more, no letter. `key` '' : whenever it is asked for. */
  async function notify(
    row: Pick<ContractRow, 'mandator' | 'id' | 'customer_id' | 'product_name'>,
    key: string,
    notice: NewNotice,
    within: SubscriptionDb,
  ): Promise<boolean> {
    if (key !== '') {
      const added = await within
        .insertInto('subscription.notices')
        .values({ mandator: row.mandator, subscription_id: row.id, notice: key, sent_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('notice')
        .executeTakeFirst()
      if (added === undefined) return false
    }
    const order = await within
      .selectFrom('subscription.orders as o')
      .innerJoin('subscription.customers as c', (join) =>
        join.onRef('c.mandator', '=', 'o.mandator').onRef('c.customer_id', '=', 'o.customer_id'),
      )
      .select(['o.email'])
      .where('o.mandator', '=', row.mandator)
      .where('o.customer_id', '=', row.customer_id)
      .where('o.email', 'is not', null)
      .where('c.sub', 'is not', null)
      .orderBy(sql`o.subscription_id = ${row.id}`, 'desc')
      .orderBy('o.placed_at', 'desc')
      .executeTakeFirst()
    if (order === undefined || order.email === null) return false
    await queueMail(
      {
        mandator: row.mandator as Mandator,
        to: { address: order.email },
        template: 'contract-notice',
        data: { contract: row.product_name, ...notice },
      },
      within,
    )
    return true
  }

  // --- One contract, today

  /** Everything the calendar asks of it; answers how many amounts were asked for. */
  async function advance(name: ContractName, day: Day, within: SubscriptionDb): Promise<number> {
    let row = await lockContract(name, within)
    if (row === null || !isBilled(row)) return 0
    const change = (values: Parameters<typeof changeContract>[1]) => changeContract(name, values, now(), within)
    row = await change({ looked_on: day })
    if (row.state === 'ended' || row.state === 'ordered') return 0
    if (row.ends_on !== null && row.ends_on < day) {
      const endedOn = row.ends_on
      await creditUnused(row, endedOn, within)
      row = await change({ state: 'ended', change: null, pause_from: null, resumes_on: null })
      await notify(row, `ended ${endedOn}`, { kind: 'ended', on: endedOn }, within)
      return 0
    }
    // A pause that came and went while nobody looked is over, too.
    if (row.pause_from !== null && row.resumes_on !== null) {
      if (row.resumes_on <= day) {
        const resumedOn = row.resumes_on
        row = await change({
          state: row.state === 'paused' ? 'active' : row.state,
          counted_from: resumedOn,
          last_paused_on: row.pause_from,
          pause_from: null,
          resumes_on: null,
        })
        await notify(row, `resumed ${resumedOn}`, { kind: 'resumed', on: resumedOn }, within)
      } else if (row.pause_from <= day && row.state === 'active') {
        row = await change({ state: 'paused', last_paused_on: row.pause_from })
      }
    }
    const planned = toChange(row)
    if (planned?.kind === 'later' && planned.from <= day && row.state === 'active')
      row = await applyChange(row, planned, now(), within)
    if (row.state !== 'active' && row.state !== 'cancelled') return 0
    const opened = await openOwed(row, day, within)
    await announce(row, day, within)
    return opened
  }

  async function openOwed(row: ContractRow, day: Day, within: SubscriptionDb): Promise<number> {
    const terms = toTerms(row)
    const charged = await listCharged({ mandator: row.mandator as Mandator, id: row.id }, within)
    const owed = listOwed(terms, charged, day)
    if (owed.length === 0) return 0
    const voucher = await readVoucher(row, within)
    // The order's own charge is number 0; a plan that was changed has used its voucher up.
    const isAsOrdered = row.counted_from === null || row.bound_until === null
    for (const [index, { from, to, cents }] of owed.entries()) {
      const off =
        voucher === null || !isAsOrdered
          ? 0
          : terms.priceCents - toChargeCents({ ...terms, trial: terms.trial }, charged.length + index, voucher)
      await charges.open(
        {
          mandator: row.mandator as Mandator,
          customerId: row.customer_id,
          subscriptionId: row.id,
          orderNumber: null,
          paymentMethodId: row.payment_method_id!,
          kind: 'renewal',
          periodFrom: from,
          periodTo: to,
          amountCents: Math.max(0, cents - (from === terms.startsOn ? 0 : off)),
          vatPercent: row.vat_percent ?? 19,
          description: row.product_name,
          dueOn: from,
        },
        within,
      )
    }
    return owed.length
  }

  /** What was paid for days after the last one goes back: the notice ran out within a long period. */
  async function creditUnused(row: ContractRow, endedOn: Day, within: SubscriptionDb): Promise<void> {
    if (row.state !== 'cancelled') return
    const paid = await getPaidPeriod({ ...row, ends_on: null }, endedOn, within)
    const cents = paid === null || paid.state !== 'paid' ? 0 : toUnusedCents(paid, endedOn)
    if (paid === null || cents === 0) return
    await refunds.open(
      { mandator: row.mandator as Mandator, chargeId: paid.chargeId },
      { cents, reason: 'unused', key: 'unused' },
      within,
    )
  }

  async function readVoucher(row: ContractRow, within: SubscriptionDb): Promise<Voucher | null> {
    const order = await within
      .selectFrom('subscription.orders')
      .select('quote')
      .where('mandator', '=', row.mandator)
      .where('subscription_id', '=', row.id)
      .where('customer_id', '=', row.customer_id)
      .where('state', '=', 'completed')
      .executeTakeFirst()
    return (order?.quote as { voucher?: Voucher | null } | undefined)?.voucher ?? null
  }

  async function announce(row: ContractRow, day: Day, within: SubscriptionDb): Promise<void> {
    const terms = toTerms(row)
    const found = getAnnouncement(terms, day)
    if (found === null) return
    const { period, daysBefore } = found
    await notify(
      row,
      `renewal ${period.from} ${daysBefore}`,
      { kind: 'renewal', on: period.from, until: dayBefore(period.from), cents: period.cents },
      within,
    )
  }

  // --- What money does to a contract

  const nameOf = (charge: Charge): ContractName => ({ mandator: charge.mandator, id: charge.subscriptionId })
  const readRow = (charge: ChargeName, within: SubscriptionDb): Promise<ChargeRow> =>
    within
      .selectFrom('subscription.charges')
      .selectAll()
      .where('mandator', '=', charge.mandator)
      .where('charge_id', '=', charge.chargeId)
      .executeTakeFirstOrThrow()
  const markCharge = (
    charge: ChargeName,
    values: { failed_on?: Day | null; reminders?: number; next_attempt_on?: Day | null },
    within: SubscriptionDb,
  ) =>
    within
      .updateTable('subscription.charges')
      .set(values)
      .where('mandator', '=', charge.mandator)
      .where('charge_id', '=', charge.chargeId)
      .execute()

  async function onMoney(charge: Charge, within: SubscriptionDb): Promise<void> {
    const before = await readRow(charge, within)
    await invoices.issue(before, within)
    await markCharge(charge, { failed_on: null, reminders: 0, next_attempt_on: null }, within)
    const row = await lockContract(nameOf(charge), within)
    if (row === null) return
    const planned = toChange(row)
    if (charge.kind === 'change' && planned?.kind === 'at-once') {
      const changed = await applyChange(row, planned, now(), within)
      await notify(
        { ...changed, product_name: row.product_name },
        `switched ${charge.chargeId}`,
        { kind: 'switched', on: planned.from, cents: charge.amountCents, other: planned.plan.name },
        within,
      )
    }
    if (before.failed_on !== null && row.state !== 'ended' && !(await hasFailing(row, within))) {
      await changeContract(
        nameOf(charge),
        { state: row.ends_on === null ? 'active' : 'cancelled', looked_on: null },
        now(),
        within,
      )
      await notify(
        row,
        `recovered ${charge.chargeId} ${before.failed_on ?? ''}`,
        { kind: 'payment-recovered', cents: charge.amountCents },
        within,
      )
    }
  }

  async function hasFailing(row: ContractRow, within: SubscriptionDb): Promise<boolean> {
    const found = await within
      .selectFrom('subscription.charges')
      .select('charge_id')
      .where('mandator', '=', row.mandator)
      .where('subscription_id', '=', row.id)
      .where('state', '=', 'failed')
      .where('failed_on', 'is not', null)
      .executeTakeFirst()
    return found !== undefined
  }

  async function onFailed(charge: Charge, before: Charge['state'], within: SubscriptionDb): Promise<void> {
    const row = await lockContract(nameOf(charge), within)
    if (row === null) return
    // An order that was never paid is the order's business, a change that was not paid does not happen.
    if (charge.kind === 'first' && before !== 'submitted' && before !== 'paid' && row.state !== 'payment_failed') return
    if (charge.kind === 'change' && toChange(row)?.kind === 'at-once' && before !== 'paid') {
      await charges.cancel(charge, within)
      await changeContract(nameOf(charge), { change: null }, now(), within)
      await notify(
        row,
        `switch-failed ${charge.chargeId} ${charge.attempts}`,
        { kind: 'switch-failed', other: toChange(row)!.plan.name },
        within,
      )
      return
    }
    if (row.state === 'ended') return
    const { failed_on: since } = await readRow(charge, within)
    if (since !== null) return
    await markCharge(charge, { failed_on: today(), reminders: 0, next_attempt_on: null }, within)
    await changeContract(nameOf(charge), { state: 'payment_failed' }, now(), within)
    await notify(
      row,
      `failed ${charge.chargeId} ${today()}`,
      { kind: 'payment-failed', cents: charge.amountCents, until: addDays(today(), DUNNING.endDays) },
      within,
    )
  }

  charges.listen({
    onPaid: onMoney,
    onPromised: onMoney,
    onFailed,
    async onRefunded(charge, { refundId, cents }, within) {
      const correction = await invoices.correct(await readRow(charge, within), { refundId, cents }, within)
      const row = correction === null ? null : await lockContract(nameOf(charge), within)
      if (row !== null)
        await notify(row, `credited ${refundId ?? charge.chargeId}`, { kind: 'credited', cents }, within)
    },
  })

  // --- The run

  /** Does `work` for each of what `find` finds, batch by batch; one that throws is left for the next run. */
  async function each<T extends { key: string }>(
    at: string,
    report: BillingReport,
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
          onError?.(error, at)
        }
        skipped.push(one.key)
      }
      if (found.length < BATCH) return
    }
  }

  async function advanceAll(day: Day, mandators: readonly Mandator[], report: BillingReport): Promise<void> {
    await each(
      'advance',
      report,
      async (skipped) => {
        const rows = await db
          .selectFrom('subscription.subscriptions')
          .select(['mandator', 'id', 'ends_on'])
          .where('mandator', 'in', [...mandators])
          .where('payment_method_id', 'is not', null)
          .where('state', '<>', 'ended')
          .where((eb) => eb.or([eb('looked_on', 'is', null), eb('looked_on', '<', day)]))
          .$if(skipped.length > 0, (query) =>
            query.where(sql<string>`mandator || ' ' || id`, 'not in', skipped.slice(-BATCH * 2)),
          )
          .limit(BATCH)
          .execute()
        return rows.map((row) => ({
          key: `${row.mandator} ${row.id}`,
          mandator: row.mandator as Mandator,
          id: row.id,
          isOver: row.ends_on !== null && row.ends_on < day,
        }))
      },
      async ({ isOver, ...name }) => {
        report.opened += await inTransaction(async (within) => {
          // What was paid may have to go back with the end.
          if (isOver) await lockCharges(name, within)
          return advance(name, day, within)
        })
      },
    )
  }

  const chargesIn = (states: readonly string[], mandators: readonly Mandator[], skipped: readonly string[]) =>
    db
      .selectFrom('subscription.charges as c')
      .selectAll('c')
      .where('c.state', 'in', [...states])
      .where('c.mandator', 'in', [...mandators])
      .$if(skipped.length > 0, (query) => query.where('c.charge_id', 'not in', [...skipped]))
      .orderBy('c.created_at')
      .limit(BATCH)
  const keyed = (rows: readonly ChargeRow[]) => rows.map((row) => ({ key: row.charge_id, row, charge: toCharge(row) }))

  async function collectDue(day: Day, mandators: readonly Mandator[], report: BillingReport): Promise<void> {
    await each(
      'collect',
      report,
      async (skipped) =>
        keyed(
          await chargesIn(['due'], mandators, skipped)
            .where('c.kind', 'in', ['renewal', 'change'])
            .where('c.due_on', '<=', day)
            .execute(),
        ),
      async ({ charge }) => count(await charges.collect(charge), report),
    )
  }

  function count(outcome: Awaited<ReturnType<Charges['collect']>>, report: BillingReport): void {
    if (isRefusal(outcome)) return
    if (outcome.state === 'paid' || outcome.state === 'submitted') report.collected++
    else if (outcome.state === 'failed') report.failed++
  }

  /** One attempt and one letter for each step, whoever comes first. */
  async function remind(day: Day, mandators: readonly Mandator[], report: BillingReport): Promise<void> {
    await each(
      'remind',
      report,
      async (skipped) =>
        keyed(
          await chargesIn(['failed'], mandators, skipped)
            .where('c.failed_on', 'is not', null)
            .where((eb) => eb.or([eb('c.next_attempt_on', 'is', null), eb('c.next_attempt_on', '<', day)]))
            .execute(),
        ),
      async ({ row, charge }) => {
        const step = toDunningStep({ failedOn: row.failed_on!, reminders: row.reminders }, day)
        if (step.kind === 'wait') return
        if (step.kind === 'end')
          return void ((await inTransaction((within) => endUnpaid(charge, day, within))) && report.ended++)
        const isMine = await inTransaction(async (within) => {
          const current = await charges.lock(charge, within)
          if (current?.state !== 'failed' || current.reminders !== charge.reminders || current.nextAttemptOn === day)
            return false
          await markCharge(charge, { next_attempt_on: day }, within)
          return true
        })
        if (!isMine) return
        // A debit that bounced is a promise again when it is repeated: that is for the reader to do, with another account.
        const method = await charges.getMethod(charge.mandator, charge.paymentMethodId)
        if (method !== null && method.provider !== 'sepa' && method.provider !== 'invoice') {
          const outcome = await charges.collect(charge)
          count(outcome, report)
          if (isRefusal(outcome) || outcome.state !== 'failed') return
        }
        await inTransaction(async (within) => {
          const current = await charges.lock(charge, within)
          if (current?.state !== 'failed' || current.reminders >= step.number) return
          await markCharge(charge, { reminders: step.number }, within)
          const contract = await lockContract(nameOf(charge), within)
          if (contract === null) return
          await notify(
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

  /** A period nobody could read is given up; one that was read and came back stays owed, but nobody is reminded of it. */
  async function endUnpaid(charge: ChargeName, day: Day, within: SubscriptionDb): Promise<boolean> {
    const current = await charges.lock(charge, within)
    if (current?.state !== 'failed') return false
    const row = await readRow(charge, within)
    const wasGiven =
      (await within
        .selectFrom('subscription.invoices')
        .select('invoice_number')
        .where('mandator', '=', charge.mandator)
        .where('charge_id', '=', charge.chargeId)
        .executeTakeFirst()) !== undefined
    if (wasGiven) await markCharge(charge, { failed_on: null }, within)
    else await charges.cancel(charge, within)
    const contract = await lockContract(nameOf(current), within)
    if (contract === null || contract.state === 'ended') return false
    const endsOn = contract.ends_on !== null && contract.ends_on < day ? contract.ends_on : dayBefore(day)
    await changeContract(
      nameOf(current),
      { state: 'ended', ends_on: endsOn, change: null, pause_from: null, resumes_on: null },
      now(),
      within,
    )
    await notify(
      contract,
      `ended-unpaid ${charge.chargeId} ${row.failed_on}`,
      { kind: 'ended-unpaid', on: day, cents: current.amountCents, path: '/order/abo' },
      within,
    )
    return true
  }

  /** Debits that did not come back are paid; transfers that did not come have failed. */
  async function settlePromised(day: Day, mandators: readonly Mandator[], report: BillingReport): Promise<void> {
    await each(
      'settle',
      report,
      async (skipped) => {
        const rows = await chargesIn(['submitted'], mandators, skipped)
          .innerJoin('subscription.payment_methods as m', (join) =>
            join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
          )
          .select('m.provider')
          .where('m.provider', 'in', ['sepa', 'invoice'])
          .where('c.due_on', '<', day)
          .where((eb) => eb.or([eb('m.provider', '=', 'invoice'), eb('c.collection_id', 'is not', null)]))
          .execute()
        return rows.map((row) => ({ key: row.charge_id, row, charge: toCharge(row), provider: row.provider }))
      },
      async ({ charge, provider }) => {
        if (
          provider === 'sepa' &&
          addBankDays(charge.dueOn, RETURN_DAYS) <= day &&
          (await inTransaction((within) => charges.settle(charge, {}, within))) === 'settled'
        )
          report.settled++
        if (
          provider === 'invoice' &&
          addDays(charge.dueOn, GRACE_DAYS) < day &&
          (await inTransaction((within) => charges.fail(charge, 'OVERDUE', within))) !== null
        )
          report.failed++
      },
    )
  }

  /** For what was paid before the publisher had said who it is. */
  async function issueMissing(mandators: readonly Mandator[], report: BillingReport): Promise<void> {
    const known: Mandator[] = []
    for (const mandator of mandators) if ((await invoices.getSeller(mandator)) !== null) known.push(mandator)
    if (known.length === 0) return
    await each(
      'invoice',
      report,
      async (skipped) =>
        keyed(
          await chargesIn(['paid', 'submitted'], known, skipped)
            .where('c.amount_cents', '>', 0)
            .where('c.redirect_url', 'is', null)
            .where('c.failure', 'is', null)
            .where((eb) => eb.or([eb('c.state', '=', 'paid'), eb('c.provider_reference', 'is', null)]))
            .where((eb) =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('subscription.invoices as i')
                    .select('i.invoice_number')
                    .whereRef('i.mandator', '=', 'c.mandator')
                    .whereRef('i.charge_id', '=', 'c.charge_id'),
                ),
              ),
            )
            .execute(),
        ),
      async ({ row }) => {
        const invoice = await inTransaction(async (within) => {
          const issued = await invoices.issue(row, within)
          if (issued !== null && row.refunded_cents > 0)
            await invoices.correct(row, { refundId: null, cents: row.refunded_cents }, within)
          return issued
        })
        if (invoice !== null) report.invoiced++
      },
    )
  }

  async function tidy(day: Day, mandators: readonly Mandator[]): Promise<void> {
    for (const mandator of mandators) await ledger.expire(mandator)
    const year = Number(day.slice(0, 4)) - LETTER_YEARS
    await db
      .deleteFrom('subscription.declarations')
      .where('mandator', 'in', [...mandators])
      .where('received_at', '<', new Date(`${year}-01-01T00:00:00Z`))
      .execute()
  }

  /** Everything that is due on the day the clock says. */
  async function run(mandators: readonly Mandator[] = MANDATORS): Promise<BillingReport> {
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
    const day = today()
    await lookForCards()
    await settlePromised(day, mandators, report)
    await advanceAll(day, mandators, report)
    await collectDue(day, mandators, report)
    await remind(day, mandators, report)
    await issueMissing(mandators, report)
    await refunds.payDue()
    await tidy(day, mandators)
    return report
  }

  const schedule = createSchedule(EVERY_MS, run, (error) => onError?.(error, 'run'))

  return {
    run,
    notify,
    /** After a reader's own change: what is due today is asked for at once. Null: there is no such contract. */
    async advanceNow(name: ContractName): Promise<void> {
      await inTransaction((within) => advance(name, today(), within))
      const due = await db
        .selectFrom('subscription.charges')
        .selectAll()
        .where('mandator', '=', name.mandator)
        .where('subscription_id', '=', name.id)
        .where('state', '=', 'due')
        .where('kind', 'in', ['renewal', 'change'])
        .where('due_on', '<=', today())
        .execute()
      for (const row of due) await charges.collect(toCharge(row))
    },
    stateOf: (row: ContractRow): SubscriptionState => stateOf(row, today()),
    earliestEndOf: (row: ContractRow): Day | null => getEarliestEnd(toTerms(row), today()),
    periodsOf: (row: ContractRow, upTo: Day) => listPeriods(toTerms(row), upTo),

    start: () => schedule.start(),
    close: () => schedule.close(),
  }
}
