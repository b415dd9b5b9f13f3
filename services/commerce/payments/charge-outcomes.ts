/**
 * The amounts readers are asked for. Promises: one for each period of a subscription, however often it is opened; a
 * provider is asked by one process at a time and always with the same key until it refused, so that a crash between
 * question and answer costs nobody twice; a charge is settled once, with the amount it names, and what follows from it
 * (access, coins, invoice, mail) is in the same transaction. Money for something that was given up meanwhile, or that must
 * not be sold twice, goes back by itself (`refunds.ts`): such a charge is `paid` with the failure `REFUND_OWED` until it does.
 * Here: what becomes of a charge, in one transaction. Locks are taken in this order: charge, customer, wallet.
 */
import { addDays } from '@lokalteil/domain/commerce/subscriptions'
import type { ChargeRefund, CommerceContext } from '../context.ts'
import { changeMethod } from './payment-method-store.ts'
import type { CollectOutcome } from './payment-providers.ts'
import type { CommerceDb } from '../schema.ts'
import { addCharge, changeCharge, getCharge, getChargeOfPeriod, lockCharge, noteCharge } from './charge-store.ts'
import { type Charge, type ChargeName, type NewCharge, REFUND_OWED, toChargeRow } from './charge.ts'

export type Settled = 'settled' | 'settled-before' | 'refused' | 'wrong-amount' | 'unknown'

/** `amountCents` and `currency` as the provider said them, where it did. */
export type Paid = {
  reference?: string | null
  methodReference?: string | undefined
  amountCents?: number
  currency?: string
}

/** Days a reader has for a transfer, and a bank for a debit. */
const TRANSFER_DAYS = 14

/** `isOpened` false: the amount of this period was asked for before, and `state` says what became of it. */
type OpenedCharge = Charge & { isOpened: boolean }

/**
 * Opens it, or answers the one that is there for this period; one that was given up is opened again with the new amount.
 * Collecting it is the next step, outside the transaction.
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

/** The money is there. `amountCents` and `currency` as the provider said them, where it did. */
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
      { mandator: name.mandator, id: charge.paymentMethodId },
      { provider_reference: paid.methodReference },
      within,
    )
  }
  if (isWanted) for (const listener of context.listeners) await listener.onPaid?.(context, charge, within)
  else if (before.state !== 'cancelled')
    for (const listener of context.listeners) await listener.onRefused?.(context, charge, within)
  return isWanted ? 'settled' : 'refused'
}

/** It did not come, or went back. Null: it was not asked for. */
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
    // Given up by the listener: nobody is reminded of it.
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
      // Somebody else may have taken the same answer down already.
      const current = await lockCharge(name, within)
      if (current !== null && current.attempts === attempt && ['due', 'failed', 'submitted'].includes(current.state))
        await failNow(context, current, outcome.reason, within)
    }
  }
}

/** Gives up what was not paid; money that comes all the same goes back. */
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

/** A debit that cannot be stopped any more: its money goes back as soon as it comes. */
export async function refuseLater(context: CommerceContext, name: ChargeName, within: CommerceDb): Promise<void> {
  await changeCharge(name, { failure: REFUND_OWED }, context.now(), within)
}

/** In the transaction that opens the refund; `isRest`: nothing of what was paid is kept any more. */
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
