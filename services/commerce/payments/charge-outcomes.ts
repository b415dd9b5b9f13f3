/**
 * Charges: amounts that readers have to pay. This file changes their state, each change in one transaction. Promises: a period
 * of a subscription has one charge, however often it is opened; one process at a time asks the provider, with the same
 * idempotency key until the provider refuses, so that a crash between question and answer makes no reader pay twice; a charge
 * is settled once, with its amount, and the consequences (access, coins, invoice, mail) are in the same transaction. Money for
 * a cancelled or second sale is refunded automatically (`refunds.ts`): until then such a charge is `paid` with the failure
 * `REFUND_OWED`. Order of locks: charge, customer, wallet.
 */
import { addDays } from '@lokalteil/domain/commerce/subscriptions'
import type { ChargeRefund, CommerceContext } from '../context.ts'
import { changeMethod } from './payment-method-store.ts'
import type { CollectOutcome } from './payment-providers.ts'
import type { CommerceDb } from '../schema.ts'
import { addCharge, changeCharge, getCharge, getChargeOfPeriod, lockCharge, noteCharge } from './charge-store.ts'
import { type Charge, type ChargeName, type NewCharge, REFUND_OWED, toChargeRow } from './charge.ts'

export type Settled = 'settled' | 'settled-before' | 'refused' | 'wrong-amount' | 'unknown'

/** `amountCents` and `currency` as the provider reported them, if it did. */
export type Paid = {
  reference?: string | null
  methodReference?: string | undefined
  amountCents?: number
  currency?: string
}

/** Days until a transfer of the reader, or a debit by the bank, is due. */
const TRANSFER_DAYS = 14

/** `isOpened` false: this period had a charge before; `state` is the state of that one. */
type OpenedCharge = Charge & { isOpened: boolean }

/**
 * Opens a charge, or answers the existing one of this period; a cancelled one is opened again with the new amount. The caller
 * collects it afterwards, outside the transaction.
 */
export async function openCharge(
  context: CommerceContext,
  charge: NewCharge,
  within: CommerceDb,
): Promise<OpenedCharge> {
  const row = toChargeRow(charge, context.now())
  const added = await addCharge(row, within)
  if (added !== null) return { ...added, isOpened: true }
  const before = await lockCharge(await getChargeOfPeriod(charge, within), within)
  if (before === null) throw new Error('A charge has vanished')
  if (before.state !== 'cancelled') return { ...before, isOpened: false }
  const { amount_cents, vat_percent, description, period_to, payment_method_id, due_on } = row
  const values = { amount_cents, vat_percent, description, period_to, payment_method_id, due_on }
  await noteCharge(before, { ...values, lines: null, failed_on: null, reminders: 0, next_attempt_on: null }, within)
  const opened = await changeCharge(before, { state: 'due', failure: null }, context.now(), within)
  return { ...opened, isOpened: true }
}

/** The money has arrived. `amountCents` and `currency` as the provider reported them, if it did. */
export async function settleCharge(
  context: CommerceContext,
  name: ChargeName,
  paid: Paid,
  within: CommerceDb,
): Promise<Settled> {
  const before = await lockCharge(name, within)
  if (before === null) return 'unknown'
  if (
    (paid.amountCents ?? before.amountCents) !== before.amountCents ||
    (paid.currency ?? 'eur').toLowerCase() !== 'eur'
  ) {
    context.onTrouble({ at: 'settle', code: 'AMOUNT_DIFFERS', chargeId: name.chargeId })
    return 'wrong-amount'
  }
  if (before.state === 'paid' || before.state === 'refunded') return 'settled-before'
  const isWanted =
    before.state !== 'cancelled' && before.failure !== REFUND_OWED && (await keeps(context, before, within))
  const charge = await changeCharge(
    name,
    {
      state: 'paid',
      settled_at: context.now(),
      failure: isWanted ? null : REFUND_OWED,
      redirect_url: null,
      lease: null,
      leased_until: null,
      ...(typeof paid.reference !== 'string' ? {} : { provider_reference: paid.reference }),
    },
    context.now(),
    within,
  )
  if (paid.methodReference !== undefined) {
    await changeMethod(
      { publication: name.publication, id: charge.paymentMethodId },
      { provider_reference: paid.methodReference },
      within,
    )
  }
  if (isWanted) for (const listener of context.listeners) await listener.onPaid?.(context, charge, within)
  else if (before.state !== 'cancelled')
    for (const listener of context.listeners) await listener.onRefused?.(context, charge, within)
  return isWanted ? 'settled' : 'refused'
}

/** The payment failed or was returned. Null: the charge was not awaiting money. */
export async function failCharge(
  context: CommerceContext,
  name: ChargeName,
  reason: string,
  within: CommerceDb,
): Promise<Charge | null> {
  const before = await lockCharge(name, within)
  return before === null || !['due', 'submitted', 'paid'].includes(before.state)
    ? null
    : failNow(context, before, reason, within)
}

async function failNow(context: CommerceContext, before: Charge, reason: string, within: CommerceDb): Promise<Charge> {
  let charge = await changeCharge(
    before,
    {
      state: 'failed',
      failure: reason.slice(0, 60),
      redirect_url: null,
      attempts: before.attempts + 1,
      lease: null,
      leased_until: null,
    },
    context.now(),
    within,
  )
  for (const listener of context.listeners) {
    await listener.onFailed?.(context, charge, before.state, within)
    charge = (await getCharge(charge, within))!
    // A listener cancelled the charge: stop, so that no reminder follows.
    if (charge.state !== 'failed') break
  }
  return charge
}

async function submitCharge(
  context: CommerceContext,
  name: ChargeName,
  outcome: Extract<CollectOutcome, { kind: 'promised' | 'waiting' }>,
  within: CommerceDb,
): Promise<void> {
  const before = await lockCharge(name, within)
  if (before === null || (before.state !== 'due' && before.state !== 'failed')) return
  const isPromised = outcome.kind === 'promised'
  if (isPromised && !(await keeps(context, before, within))) {
    const given = await changeCharge(
      name,
      { state: 'cancelled', lease: null, leased_until: null },
      context.now(),
      within,
    )
    for (const listener of context.listeners) await listener.onRefused?.(context, given, within)
    return
  }
  const charge = await changeCharge(
    name,
    {
      state: 'submitted',
      failure: null,
      provider_reference: outcome.reference,
      redirect_url: isPromised ? null : outcome.url,
      lease: null,
      leased_until: null,
      ...(isPromised ? { due_on: addDays(context.today(), TRANSFER_DAYS) } : {}),
    },
    context.now(),
    within,
  )
  if (isPromised) for (const listener of context.listeners) await listener.onPromised?.(context, charge, within)
}

export async function applyOutcome(
  context: CommerceContext,
  name: ChargeName,
  outcome: Exclude<CollectOutcome, { kind: 'unknown' }>,
  attempt: number,
  within: CommerceDb,
): Promise<void> {
  switch (outcome.kind) {
    case 'paid':
      await settleCharge(
        context,
        name,
        { reference: outcome.reference, methodReference: outcome.methodReference },
        within,
      )
      return
    case 'promised':
    case 'waiting':
      return submitCharge(context, name, outcome, within)
    case 'failed': {
      // Another process may have applied the same answer already.
      const current = await lockCharge(name, within)
      if (current !== null && current.attempts === attempt && ['due', 'failed', 'submitted'].includes(current.state))
        await failNow(context, current, outcome.reason, within)
    }
  }
}

/** Cancels an unpaid charge; money that still arrives is refunded. */
export async function cancelCharge(
  context: CommerceContext,
  name: ChargeName,
  within: CommerceDb,
): Promise<Charge | null> {
  const before = await lockCharge(name, within)
  if (before === null || !['due', 'submitted', 'failed'].includes(before.state)) return null
  return changeCharge(
    name,
    { state: 'cancelled', redirect_url: null, lease: null, leased_until: null },
    context.now(),
    within,
  )
}

/** For a debit that can no longer be stopped: its money is refunded as soon as it arrives. */
export async function refuseLater(context: CommerceContext, name: ChargeName, within: CommerceDb): Promise<void> {
  await changeCharge(name, { failure: REFUND_OWED }, context.now(), within)
}

/** Called in the transaction that opens the refund. `isRest`: the whole payment is refunded with it. */
export async function giveBack(
  context: CommerceContext,
  charge: Charge,
  refund: ChargeRefund,
  within: CommerceDb,
): Promise<void> {
  const after = refund.isRest
    ? await changeCharge(charge, { state: 'refunded', lease: null, leased_until: null }, context.now(), within)
    : charge
  for (const listener of context.listeners) await listener.onRefunded?.(context, after, refund, within)
}

async function keeps(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<boolean> {
  for (const listener of context.listeners)
    if ((await listener.mayKeep?.(context, charge, within)) === false) return false
  return true
}
