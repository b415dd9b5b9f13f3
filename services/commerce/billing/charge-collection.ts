/** Asking the provider: for the money, for what became of it. One process at a time. */
import { randomUUID } from 'node:crypto'
import type { ChargeState } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import { type CommerceContext, findProvider } from '../context.ts'
import { toReturnPath } from '../orders/order-token.ts'
import { findSealedAccount, getPaymentMethod } from '../payments/payment-method-store.ts'
import type { CollectOutcome } from '../payments/payment-providers.ts'
import { applyOutcome } from './charge-outcomes.ts'
import { getCharge, leaseCharge, lockChargeRow, markLooked } from './charge-store.ts'
import { type Charge, type ChargeName, toCharge, toOwner } from './charge.ts'

const LEASE_MS = 60_000

/** A provider is not asked about the same charge more often. */
const LOOK_MS = 1000

/** Asks for the money, whatever came of it; a charge that is not due any more is answered as it is. */
export async function collectCharge(context: CommerceContext, name: ChargeName): Promise<Charge | Refusal> {
  const claimed = await claim(context, name, ['due', 'failed'])
  if (claimed === null) return notFound()
  if (claimed.kind !== 'claimed') return claimed.charge
  const { charge } = claimed
  const outcome = charge.amountCents === 0 ? ({ kind: 'paid', reference: null } as const) : await ask(context, charge)
  await context.inTransaction((within) => applyOutcome(context, name, outcome, charge.attempts, within))
  return (await getCharge(name, context.db)) ?? notFound()
}

/** The charge, mine to ask the provider about; `busy`: somebody else is. */
async function claim(
  context: CommerceContext,
  name: ChargeName,
  states: readonly ChargeState[],
): Promise<{ kind: 'claimed'; charge: Charge } | { kind: 'busy' | 'other'; charge: Charge } | null> {
  return context.inTransaction(async (within) => {
    const row = await lockChargeRow(name, within)
    if (row === undefined) return null
    const charge = toCharge(row)
    if (!states.includes(charge.state)) return { kind: 'other', charge }
    if (row.leased_until !== null && row.leased_until > context.now()) return { kind: 'busy', charge }
    await leaseCharge(name, randomUUID(), new Date(context.now().getTime() + LEASE_MS), within)
    return { kind: 'claimed', charge }
  })
}

async function ask(context: CommerceContext, charge: Charge): Promise<CollectOutcome> {
  const { mandator, chargeId, amountCents, description, orderNumber, kind } = charge
  const method = await getPaymentMethod(mandator, charge.paymentMethodId, context.db)
  const provider = findProvider(context, method?.provider)
  if (method === null || provider === undefined) {
    context.onTrouble({ at: 'collect', code: 'PROVIDER_OFF', chargeId })
    return { kind: 'unknown' }
  }
  const account = await openAccount(context, mandator, method.id)
  try {
    return await provider.collect({
      mandator,
      chargeId,
      key: `${chargeId}-${charge.attempts}`,
      amountCents,
      description,
      method: { kind: method.kind, providerReference: method.providerReference },
      openAccount: () => account,
      returnUrl:
        orderNumber !== null && kind === 'first'
          ? `${context.originOf(mandator)}${toReturnPath(context, mandator, orderNumber)}`
          : null,
    })
  } catch {
    // The cause may name an account; that it happened is enough.
    context.onTrouble({ at: 'collect', code: 'PROVIDER_THREW', chargeId })
    return { kind: 'unknown' }
  }
}

/** The IBAN of a method; null: it has none, or the secret is another one. */
export async function openAccount(context: CommerceContext, mandator: Mandator, id: string): Promise<string | null> {
  const row = await findSealedAccount(mandator, id, context.db)
  return row === undefined || row.sealed_account === null
    ? null
    : context.sealing.open(row.sealed_account, toOwner(mandator, row.customer_id, id))
}

/** Asks the provider what has become of a charge that waits; messages may be lost. */
export async function lookAtCharge(context: CommerceContext, name: ChargeName): Promise<Charge | Refusal> {
  const at = context.now()
  const charge = await context.inTransaction(async (within) => {
    const row = await lockChargeRow(name, within)
    if (row === undefined) return null
    if (
      row.state !== 'submitted' ||
      row.provider_reference === null ||
      (row.looked_at !== null && row.looked_at.getTime() > at.getTime() - LOOK_MS)
    )
      return { ...toCharge(row), providerReference: null }
    await markLooked(name, at, within)
    return toCharge(row)
  })
  if (charge === null) return notFound()
  const method = await getPaymentMethod(name.mandator, charge.paymentMethodId, context.db)
  const provider = findProvider(context, method?.provider)
  if (charge.providerReference === null || provider?.look === undefined)
    return (await getCharge(name, context.db)) ?? notFound()
  const outcome = await provider
    .look({
      reference: charge.providerReference,
      amountCents: charge.amountCents,
      mandator: name.mandator,
      chargeId: name.chargeId,
      url: charge.redirectUrl,
    })
    .catch((): CollectOutcome => ({ kind: 'unknown' }))
  if (outcome.kind === 'paid' || outcome.kind === 'failed')
    await context.inTransaction((within) => applyOutcome(context, name, outcome, charge.attempts, within))
  return (await getCharge(name, context.db)) ?? notFound()
}

function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'No such charge')
}
