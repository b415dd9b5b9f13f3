/** Asks the provider to collect a charge, and for its state. One process at a time for each charge (lease). */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createJobRunner, type JobRunner, type JobOutcome } from '../../platform/jobs/job-runner.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import { type CommerceContext, findProvider } from '../context.ts'
import { openChargeQueue } from '../job-queues.ts'
import { toReturnPath } from './order-token.ts'
import { findSealedAccount, getPaymentMethod } from './payment-method-store.ts'
import type { CollectOutcome } from './payment-providers.ts'
import { applyOutcome } from './charge-outcomes.ts'
import { getCharge, lockCharge, lockChargeRow, noteCharge } from './charge-store.ts'
import { type Charge, type ChargeName, toCharge, toOwner } from './charge.ts'

const LEASE_MS = 60_000
/** Wait before a provider that did not answer is asked again, with the same idempotency key. */
const PATIENCE_MS = 5000

/** Shortest time between two questions about the state of the same charge. */
const LOOK_MS = 1000

export function createChargeRunner(
  { db, now, onError }: Pick<CommerceContext, 'db' | 'now' | 'onError'>,
  work: (charge: Charge) => Promise<JobOutcome<Charge>>,
): JobRunner {
  return createJobRunner({
    queue: openChargeQueue(db),
    work,
    retry: { delayMs: () => PATIENCE_MS, longestMs: PATIENCE_MS },
    leaseMs: LEASE_MS,
    now,
    onError,
    // Pass the error on to the caller.
    onFailure: (error) => {
      throw error
    },
  })
}

/** Collects a charge and answers its new state; a charge that is not due is answered unchanged. */
export async function collectCharge(context: CommerceContext, name: ChargeName): Promise<Charge | Refusal> {
  const isAsked = await context.charges.runOne({ mandator: name.publication, charge_id: name.chargeId })
  // Another process holds the lease: the row lock waits for its transaction, then read the result.
  const charge = isAsked
    ? await getCharge(name, context.db)
    : await context.inTransaction((within) => lockCharge(name, within))
  return charge ?? notFound()
}

/** Asks the provider and applies its answer, also if the lease has ended: the answer holds for every process. */
export async function collect(context: CommerceContext, charge: Charge): Promise<JobOutcome<Charge>> {
  const outcome = charge.amountCents === 0 ? ({ kind: 'paid', reference: null } as const) : await ask(context, charge)
  if (outcome.kind === 'unknown') return { retry: 'UNKNOWN' }
  await context.inTransaction((within) => applyOutcome(context, charge, outcome, charge.attempts, within))
}

/**
 * For a charge whose bank wants the reader's confirmation (3-D Secure): opens a page of the provider and answers its URL. Null:
 * the provider has no such page, or does not answer. Idempotent: a second call answers the same page.
 */
export async function collectWithReader(
  context: CommerceContext,
  name: ChargeName,
  returnPath: string,
): Promise<string | null> {
  const charge = await context.inTransaction(async (within) => {
    const row = await lockChargeRow(name, within)
    const isAsked = row?.leased_until !== null && (row?.leased_until?.getTime() ?? 0) > context.now().getTime()
    return row === undefined || row.state !== 'failed' || isAsked ? null : toCharge(row)
  })
  if (charge === null) return null
  const outcome = await ask(context, charge, returnPath)
  if (outcome.kind === 'unknown') return null
  await context.inTransaction((within) => applyOutcome(context, charge, outcome, charge.attempts, within))
  return outcome.kind === 'waiting' ? outcome.url : null
}

/** `pagePath`: the page where the reader is now and returns to from the provider; null: the reader is not there. */
async function ask(context: CommerceContext, charge: Charge, pagePath: string | null = null): Promise<CollectOutcome> {
  const { publication, chargeId, amountCents, description } = charge
  const returnPath = pagePath ?? toReturnPath(context, charge)
  const method = await getPaymentMethod(publication, charge.paymentMethodId, context.db)
  const provider = findProvider(context, method?.provider)
  if (method === null || provider === undefined) {
    context.onTrouble({ at: 'collect', code: 'PROVIDER_OFF', chargeId })
    return { kind: 'unknown' }
  }
  const collectNow = pagePath === null ? provider.collect : provider.collectWithReader
  if (collectNow === undefined) return { kind: 'unknown' }
  const account = await openAccount(context, publication, method.id)
  try {
    return await collectNow({
      publication,
      chargeId,
      key: `${chargeId}-${charge.attempts}`,
      amountCents,
      description,
      method: { kind: method.kind, providerReference: method.providerReference },
      openAccount: () => account,
      returnUrl: returnPath === null ? null : `${context.originOf(publication)}${returnPath}`,
    })
  } catch {
    // Report without the cause, which may contain an account number.
    context.onTrouble({ at: 'collect', code: 'PROVIDER_THREW', chargeId })
    return { kind: 'unknown' }
  }
}

/** The IBAN of a payment method; null: it has none, or it was encrypted with another secret. */
export async function openAccount(
  context: CommerceContext,
  publication: PublicationCode,
  id: string,
): Promise<string | null> {
  const row = await findSealedAccount(publication, id, context.db)
  return row === undefined || row.sealed_account === null
    ? null
    : context.sealing.open(row.sealed_account, toOwner(publication, row.customer_id, id))
}

/** Asks the provider for the state of a waiting charge, because its message may have been lost. */
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
    await noteCharge(name, { looked_at: at }, within)
    return toCharge(row)
  })
  if (charge === null) return notFound()
  const method = await getPaymentMethod(name.publication, charge.paymentMethodId, context.db)
  const provider = findProvider(context, method?.provider)
  if (charge.providerReference === null || provider?.look === undefined)
    return (await getCharge(name, context.db)) ?? notFound()
  const outcome = await provider
    .look({
      reference: charge.providerReference,
      amountCents: charge.amountCents,
      publication: name.publication,
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
