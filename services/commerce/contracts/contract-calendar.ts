/** Brings one contract up to date: pauses, changes, renewals, end. */
import { getAnnouncement, listOwed, toUnusedCents } from '@lokalteil/domain/commerce/billing'
import { toChargeCents } from '@lokalteil/domain/commerce/orders'
import { type Day, dayBefore } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CommerceContext } from '../context.ts'
import {
  applyChange,
  changeContract,
  type ContractName,
  getPaidPeriod,
  isBilled,
  listCharged,
  listMoneyBefore,
  lockContract,
  toChange,
  toTerms,
} from './contract-rows.ts'
import { isRefusal } from '../../platform/serve.ts'
import { openRefund } from '../payments/refunds.ts'
import type { ContractRow, CommerceDb } from '../schema.ts'
import { findVoucherOf, listDueOf } from './calendar-store.ts'
import { collectCharge } from '../payments/charge-collection.ts'
import { openCharge } from '../payments/charge-outcomes.ts'
import { toCharge } from '../payments/charge.ts'
import { notify } from './contract-notices.ts'

/** After a change by the reader: brings the contract up to date and collects charges that are due today. */
export async function advanceNow(context: CommerceContext, name: ContractName): Promise<void> {
  await context.inTransaction((within) => advanceContract(context, name, context.today(), within))
  const due = await listDueOf(name, context.today(), context.db)
  for (const row of due) await collectCharge(context, toCharge(row))
}

/** Brings a contract up to `day`; answers the number of charges it opened. */
export async function advanceContract(
  context: CommerceContext,
  name: ContractName,
  day: Day,
  within: CommerceDb,
): Promise<number> {
  let row = await lockContract(name, within)
  if (row === null || !isBilled(row)) return 0
  const change = (values: Parameters<typeof changeContract>[1]) => changeContract(name, values, context.now(), within)
  row = await change({ looked_on: day })
  if (row.state === 'ended' || row.state === 'ordered') return 0
  // A contract that was cancelled before its start ends at once.
  if (row.ends_on !== null && (row.ends_on < day || row.ends_on < row.starts_on)) {
    const endedOn = row.ends_on
    await creditUnused(context, row, endedOn, within)
    row = await change({ state: 'ended', change: null, pause_from: null, resumes_on: null })
    await notify(context, row, `ended ${endedOn}`, { kind: 'ended', on: endedOn }, within)
    return 0
  }
  // Also for a pause that began and ended between two runs.
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
      await notify(context, row, `resumed ${resumedOn}`, { kind: 'resumed', on: resumedOn }, within)
    } else if (row.pause_from <= day && row.state === 'active') {
      row = await change({ state: 'paused', last_paused_on: row.pause_from })
    }
  }
  const planned = toChange(row)
  if (planned?.kind === 'later' && planned.from <= day && row.state === 'active')
    row = await applyChange(row, planned, context.now(), within)
  if (row.state !== 'active' && row.state !== 'cancelled') return 0
  const opened = await openOwed(context, row, day, within)
  await announceRenewal(context, row, day, within)
  return opened
}

async function openOwed(context: CommerceContext, row: ContractRow, day: Day, within: CommerceDb): Promise<number> {
  const terms = toTerms(row)
  const charged = await listCharged({ publication: row.mandator as PublicationCode, id: row.id }, within)
  const owed = listOwed(terms, charged, day)
  if (owed.length === 0) return 0
  const voucher = await findVoucherOf(row, within)
  // The order's first charge is number 0; after a change of plan the voucher no longer applies.
  const isAsOrdered = row.counted_from === null || row.bound_until === null
  let opened = 0
  for (const [index, { from, to, cents }] of owed.entries()) {
    const off =
      voucher === null || !isAsOrdered
        ? 0
        : terms.priceCents - toChargeCents({ ...terms, trial: terms.trial }, charged.length + index, voucher)
    const { isOpened } = await openCharge(
      context,
      {
        publication: row.mandator as PublicationCode,
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
    if (isOpened) opened++
  }
  return opened
}

/** Refunds the paid days after the last one: the notice ended within a long period. */
async function creditUnused(
  context: CommerceContext,
  row: ContractRow,
  endedOn: Day,
  within: CommerceDb,
): Promise<void> {
  if (row.state !== 'cancelled') return
  const publication = row.mandator as PublicationCode
  const paid = await getPaidPeriod({ ...row, ends_on: null }, endedOn < row.starts_on ? row.starts_on : endedOn, within)
  let left = paid === null || paid.state !== 'paid' ? 0 : toUnusedCents(paid, endedOn)
  // Credit of a change of plan came from earlier charges: refund the rest from these.
  for (const source of left === 0 ? [] : await listMoneyBefore(row, paid!, within)) {
    const cents = Math.min(left, source.cents)
    if (cents === 0) break
    const refund = { cents, reason: 'unused', key: 'unused' } as const
    const opened = await openRefund(context, { publication, chargeId: source.chargeId }, refund, within)
    if (!isRefusal(opened)) left -= cents
  }
  if (left > 0) context.onTrouble({ at: 'unused', code: 'NOT_GIVEN_BACK', chargeId: paid!.chargeId })
}

async function announceRenewal(
  context: CommerceContext,
  row: ContractRow,
  day: Day,
  within: CommerceDb,
): Promise<void> {
  const terms = toTerms(row)
  const found = getAnnouncement(terms, day)
  if (found === null) return
  const { period, daysBefore } = found
  await notify(
    context,
    row,
    `renewal ${period.from} ${daysBefore}`,
    { kind: 'renewal', on: period.from, until: dayBefore(period.from), cents: period.cents },
    within,
  )
}
