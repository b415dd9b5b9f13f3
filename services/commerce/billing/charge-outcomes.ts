/** What becomes of a charge, and what follows from it, in one transaction. */
import { addDays } from '@lokalteil/domain/commerce/subscriptions'
import { toDayKey } from '@lokalteil/domain/german'
import type { CollectOutcome } from '../payments/payment-providers.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { ChargeContext, ChargeRefund, Paid, Settled } from './charge-context.ts'
import { addCharge, changeCharge, getCharge, getChargeOfPeriod, lockCharge } from './charge-store.ts'
import { keepMethodReference } from '../payments/payment-method-store.ts'
import { type Charge, type ChargeName, type NewCharge, REFUND_OWED, toChargeRow } from './charge.ts'

/** Days a reader has for a transfer, and a bank for a debit. */
const TRANSFER_DAYS = 14

/** Opens it, or answers the one that is there for this period. Collecting it is the next step, outside the transaction. */
export async function openCharge(context: ChargeContext, charge: NewCharge, within: SubscriptionDb): Promise<Charge> {
  return (await addCharge(toChargeRow(charge, context.now()), within)) ?? getChargeOfPeriod(charge, within)
}

/** The money is there. `amountCents` and `currency` as the provider said them, where it did. */
export async function settleCharge(
  context: ChargeContext,
  name: ChargeName,
  paid: Paid,
  within: SubscriptionDb,
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
    await keepMethodReference(name.mandator, charge.paymentMethodId, paid.methodReference, within)
  }
  if (isWanted) for (const listener of context.listeners) await listener.onPaid?.(charge, within)
  else if (before.state !== 'cancelled')
    for (const listener of context.listeners) await listener.onRefused?.(charge, within)
  return isWanted ? 'settled' : 'refused'
}

/** It did not come, or went back. Null: it was not asked for. */
export async function failCharge(
  context: ChargeContext,
  name: ChargeName,
  reason: string,
  within: SubscriptionDb,
): Promise<Charge | null> {
  const before = await lockCharge(name, within)
  return before === null || !['due', 'submitted', 'paid'].includes(before.state)
    ? null
    : failNow(context, before, reason, within)
}

async function failNow(
  context: ChargeContext,
  before: Charge,
  reason: string,
  within: SubscriptionDb,
): Promise<Charge> {
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
    await listener.onFailed?.(charge, before.state, within)
    charge = (await getCharge(charge, within))!
    // Given up by the listener: nobody is reminded of it.
    if (charge.state !== 'failed') break
  }
  return charge
}

async function submitCharge(
  context: ChargeContext,
  name: ChargeName,
  outcome: Extract<CollectOutcome, { kind: 'promised' | 'waiting' }>,
  within: SubscriptionDb,
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
    for (const listener of context.listeners) await listener.onRefused?.(given, within)
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
      ...(isPromised ? { due_on: addDays(toDayKey(context.now()), TRANSFER_DAYS) } : {}),
    },
    context.now(),
    within,
  )
  if (isPromised) for (const listener of context.listeners) await listener.onPromised?.(charge, within)
}

export async function applyOutcome(
  context: ChargeContext,
  name: ChargeName,
  outcome: CollectOutcome,
  attempt: number,
  within: SubscriptionDb,
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
      return
    }
    case 'unknown':
      // Soon again, with the same key.
      await changeCharge(name, { leased_until: new Date(context.now().getTime() + 5000) }, context.now(), within)
  }
}

/** Gives up what was not paid; money that comes all the same goes back. */
export async function cancelCharge(
  context: ChargeContext,
  name: ChargeName,
  within: SubscriptionDb,
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
export async function refuseLater(context: ChargeContext, name: ChargeName, within: SubscriptionDb): Promise<void> {
  await changeCharge(name, { failure: REFUND_OWED }, context.now(), within)
}

/** In the transaction that opens the refund; `isRest`: nothing of what was paid is kept any more. */
export async function giveBack(
  context: ChargeContext,
  charge: Charge,
  refund: ChargeRefund,
  within: SubscriptionDb,
): Promise<void> {
  const after = refund.isRest
    ? await changeCharge(charge, { state: 'refunded', lease: null, leased_until: null }, context.now(), within)
    : charge
  for (const listener of context.listeners) await listener.onRefunded?.(after, refund, within)
}

async function keeps(context: ChargeContext, charge: Charge, within: SubscriptionDb): Promise<boolean> {
  for (const listener of context.listeners) if ((await listener.mayKeep?.(charge, within)) === false) return false
  return true
}
