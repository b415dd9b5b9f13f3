/** Changes of a contract after a payment, in the same transaction. */
import { DUNNING } from '@lokalteil/domain/commerce/billing'
import { addDays } from '@lokalteil/domain/commerce/subscriptions'
import type { AnnouncedDebit, ChargeRefund, CommerceContext } from '../context.ts'
import { applyChange, changeContract, type ContractName, lockContract, toChange } from '../contracts/contract-rows.ts'
import { correctInvoice, issueInvoice } from '../documents/invoices.ts'
import type { CommerceDb } from '../schema.ts'
import { hasFailing } from './billing-store.ts'
import { getChargeRow, noteCharge } from '../payments/charge-store.ts'
import { cancelCharge } from '../payments/charge-outcomes.ts'
import type { Charge } from '../payments/charge.ts'
import { notify } from '../contracts/contract-notices.ts'

export async function onPaid(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<void> {
  const before = await getChargeRow(charge, within)
  await issueInvoice(context, before, within)
  await noteCharge(charge, { failed_on: null, reminders: 0, next_attempt_on: null }, within)
  const row = await lockContract(nameOf(charge), within)
  if (row === null) return
  const planned = toChange(row)
  if (charge.kind === 'change' && planned?.kind === 'at-once') {
    const changed = await applyChange(row, planned, context.now(), within)
    await notify(
      context,
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
      context.now(),
      within,
    )
    await notify(
      context,
      row,
      `recovered ${charge.chargeId} ${before.failed_on ?? ''}`,
      { kind: 'payment-recovered', cents: charge.amountCents },
      within,
    )
  }
}

/** A promised payment gives access like a paid one. */
export const onPromised = onPaid

export async function onFailed(
  context: CommerceContext,
  charge: Charge,
  before: Charge['state'],
  within: CommerceDb,
): Promise<void> {
  const row = await lockContract(nameOf(charge), within)
  if (row === null) return
  // The order's listener handles an unpaid order. An unpaid change of plan is dropped.
  if (charge.kind === 'first' && before !== 'submitted' && before !== 'paid' && row.state !== 'payment_failed') return
  if (charge.kind === 'change' && toChange(row)?.kind === 'at-once' && before !== 'paid') {
    await cancelCharge(context, charge, within)
    await changeContract(nameOf(charge), { change: null }, context.now(), within)
    await notify(
      context,
      row,
      `switch-failed ${charge.chargeId} ${charge.attempts}`,
      { kind: 'switch-failed', other: toChange(row)!.plan.name },
      within,
    )
    return
  }
  if (row.state === 'ended') return
  const { failed_on: since } = await getChargeRow(charge, within)
  if (since !== null) return
  await noteCharge(charge, { failed_on: context.today(), reminders: 0, next_attempt_on: null }, within)
  await changeContract(nameOf(charge), { state: 'payment_failed' }, context.now(), within)
  await notify(
    context,
    row,
    `failed ${charge.chargeId} ${context.today()}`,
    { kind: 'payment-failed', cents: charge.amountCents, until: addDays(context.today(), DUNNING.endDays) },
    within,
  )
}

export async function onRefunded(
  context: CommerceContext,
  charge: Charge,
  { refundId, cents, lines }: ChargeRefund,
  within: CommerceDb,
): Promise<void> {
  const correction = await correctInvoice(
    context,
    await getChargeRow(charge, within),
    { refundId, cents, lines },
    within,
  )
  const row = correction === null ? null : await lockContract(nameOf(charge), within)
  if (row !== null)
    await notify(context, row, `credited ${refundId ?? charge.chargeId}`, { kind: 'credited', cents }, within)
}

export async function onDebit(context: CommerceContext, debit: AnnouncedDebit, within: CommerceDb): Promise<void> {
  const row = await lockContract(nameOf(debit), within)
  if (row === null) return
  const { endToEndId, on, cents, method, creditorId } = debit
  await notify(
    context,
    row,
    `debit ${endToEndId} ${on}`,
    { kind: 'debit-announced', on, cents, other: method.label, reference: method.mandateReference, creditorId },
    within,
  )
}

export function nameOf(charge: Pick<Charge, 'publication' | 'subscriptionId'>): ContractName {
  return { publication: charge.publication, id: charge.subscriptionId }
}
