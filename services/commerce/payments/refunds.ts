/**
 * Full and partial refunds, paid back the way the money came. Promises: refunds of a charge never exceed the payment (a
 * database constraint); one key is one refund; the correction of the invoice is in the transaction that opens the refund; one
 * process at a time asks the provider, always with the refund's id as idempotency key, so that a crash between question and
 * answer never pays twice. Refunds that no provider can make go into the next file for the bank, or the office transfers them.
 */
import { randomBytes } from 'node:crypto'
import { decideRefund, type RefundReason, type RefundState } from '@lokalteil/domain/commerce/billing'
import type { NewLine } from '@lokalteil/domain/commerce/invoices'
import { backOff, createJobRunner, type JobRunner, type JobOutcome } from '../../platform/jobs/job-runner.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { correctInvoice } from '../documents/invoices.ts'
import { cancelCharge, giveBack, refuseLater } from './charge-outcomes.ts'
import { getCharge, lockCharge, lockChargeRow } from './charge-store.ts'
import type { Charge, ChargeName } from './charge.ts'
import { type CommerceContext, findProvider } from '../context.ts'
import { openRefundQueue } from '../job-queues.ts'
import type { CommerceDb } from '../schema.ts'
import { getPaymentMethod } from './payment-method-store.ts'
import {
  addRefund,
  changeRefunds,
  findRefundByKey,
  getRefund,
  lockRefund,
  type Refund,
  type RefundName,
} from './refund-store.ts'

/** `cents` null: the whole rest. `key`: idempotency key within the charge. `lines`: of the invoice; their sum is `cents`. */
export type NewRefund = { cents: number | null; reason: RefundReason; key: string; lines?: readonly NewLine[] }

export type Booked = 'booked' | 'known' | 'unknown'

/** Key of the refund of the rest, of which a charge has at most one. */
const REST = 'rest'
const LEASE_MS = 60_000
/** Exponential backoff in milliseconds for a provider that does not answer. */
const PATIENCE = backOff(10_000, 3_600_000)

/** The provider cannot refund: the office must. */
class ByHand extends Error {}

export function createRefundRunner(
  { db, now, onError, onTrouble }: Pick<CommerceContext, 'db' | 'now' | 'onError' | 'onTrouble'>,
  work: (refund: Refund) => Promise<JobOutcome<Refund>>,
): JobRunner {
  return createJobRunner({
    queue: openRefundQueue(db),
    work,
    retry: { ...PATIENCE, isFinal: (error) => error instanceof ByHand },
    leaseMs: LEASE_MS,
    now,
    onError,
    // Pass the error on to the caller.
    onFailure: (error) => {
      throw error
    },
    onGivenUp: ({ chargeId }) => tellByHand({ onTrouble }, chargeId),
  })
}

/** Undoes a charge: refunds it if it was paid, else cancels it. Answers the refund if money must go back now, else null. */
export async function undoCharge(
  context: CommerceContext,
  name: ChargeName,
  refund: NewRefund,
  within: CommerceDb,
): Promise<Refund | Refusal | null> {
  const row = await lockChargeRow(name, within)
  if (row === undefined) return null
  if (row.state === 'paid' && row.amount_cents > row.refunded_cents) return openRefund(context, name, refund, within)
  if (!['due', 'failed', 'submitted'].includes(row.state)) return null
  if (row.state === 'submitted' && row.collection_id !== null) await refuseLater(context, name, within)
  else await cancelCharge(context, name, within)
  await correctInvoice(context, row, { refundId: null, cents: null }, within)
  return null
}

/** Opens a refund within the caller's transaction; `payRefund` sends it afterwards, outside. */
export async function openRefund(
  context: CommerceContext,
  name: ChargeName,
  { cents, reason, key, lines }: NewRefund,
  within: CommerceDb,
): Promise<Refund | Refusal> {
  const charge = await lockCharge(name, within)
  if (charge === null) return problem(404, 'NOT_FOUND', 'No such charge')
  const before = await findRefundByKey(name, key, within)
  if (before !== null)
    return cents === null || before.amountCents === cents
      ? before
      : problem(409, 'KEY_USED', 'The key has given back another amount')
  const decided = decideRefund(charge, cents)
  if (decided.kind === 'refused')
    return {
      ...problem(409, decided.reason, 'So much was not paid, or has gone back already'),
      fields: { leftCents: String(decided.leftCents) },
    }
  const at = context.now()
  const refund = await addRefund(
    {
      mandator: name.publication,
      refund_id: `R-${randomBytes(12).toString('hex')}`,
      charge_id: name.chargeId,
      customer_id: charge.customerId,
      amount_cents: decided.cents,
      reason,
      state: await toFirstState(context, charge, within),
      idempotency_key: key,
      created_at: at,
      changed_at: at,
    },
    within,
  )
  const { refundId, amountCents } = refund
  await giveBack(context, charge, { refundId, cents: amountCents, isRest: decided.isRest, lines }, within)
  if (refund.state === 'by-hand') tellByHand(context, name.chargeId)
  return refund
}

/** How the refund is sent: by the provider, in a file for the bank, or by hand if the account is unknown. */
async function toFirstState(context: CommerceContext, charge: Charge, within: CommerceDb): Promise<RefundState> {
  const method = await getPaymentMethod(charge.publication, charge.paymentMethodId, within)
  if (findProvider(context, method?.provider)?.refund !== undefined) return 'due'
  return method?.hasAccount === true ? 'transfer' : 'by-hand'
}

/** Asks the provider and answers the refund; one that is not due is answered unchanged. */
export async function payRefund(context: CommerceContext, name: RefundName): Promise<Refund | null> {
  await context.refunds.runOne({ mandator: name.publication, refund_id: name.refundId })
  return getRefund(name, context.db)
}

export async function askForRefund(
  context: CommerceContext,
  { publication, refundId, chargeId, amountCents }: Refund,
): Promise<JobOutcome<Refund>> {
  const charge = await getCharge({ publication, chargeId }, context.db)
  const method = charge === null ? null : await getPaymentMethod(publication, charge.paymentMethodId, context.db)
  const provider = findProvider(context, method?.provider)
  if (charge === null || provider?.refund === undefined) {
    context.onTrouble({ at: 'refund', code: 'PROVIDER_OFF', chargeId })
    return { retry: 'PROVIDER_OFF' }
  }
  const outcome = await provider
    .refund({ publication, refundId, reference: charge.providerReference, amountCents })
    .catch(() => {
      context.onTrouble({ at: 'refund', code: 'PROVIDER_THREW', chargeId })
      return 'unknown' as const
    })
  if (outcome === 'by-hand') throw new ByHand()
  if (outcome === 'unknown') return { retry: 'UNKNOWN' }
}

/** Refunds the rest of a charge and answers the changed charge. */
export async function payBack(context: CommerceContext, name: ChargeName): Promise<Charge | Refusal> {
  const charge = await getCharge(name, context.db)
  if (charge !== null && charge.state === 'refunded') return charge
  const refund = await context.inTransaction(async (within) => {
    const current = await lockCharge(name, within)
    if (current?.state === 'paid' && current.amountCents === 0)
      await giveBack(context, current, { refundId: null, cents: 0, isRest: true }, within)
    if (current?.state === 'refunded' || current?.amountCents === 0) return null
    const reason = current?.failure === null ? 'goodwill' : 'not-kept'
    return openRefund(context, name, { cents: null, reason, key: REST }, within)
  })
  if (isRefusal(refund)) return refund
  if (refund !== null) await payRefund(context, refund)
  return (await getCharge(name, context.db)) ?? problem(404, 'NOT_FOUND', 'No such charge')
}

/** The refund did not arrive or was returned: the office must transfer it. */
export async function failRefund(
  context: CommerceContext,
  name: RefundName,
  reason: string,
  within: CommerceDb,
): Promise<Booked> {
  const refund = await lockRefund(name, within)
  if (refund === null) return 'unknown'
  if (refund.state === 'by-hand') return 'known'
  if (!['due', 'sent', 'done'].includes(refund.state)) return 'unknown'
  const change = { state: 'by-hand' as const, failure: reason.slice(0, 60), settled_at: null, leased_until: null }
  await changeRefunds(name.publication, [name.refundId], null, change, context.now(), within)
  tellByHand(context, refund.chargeId)
  return 'booked'
}

/** The office has transferred it. */
export async function confirmRefund({ db, now }: CommerceContext, name: RefundName): Promise<Booked> {
  const change = { state: 'done' as const, settled_at: now() }
  if (await changeRefunds(name.publication, [name.refundId], 'by-hand', change, now(), db)) return 'booked'
  return (await getRefund(name, db))?.state === 'done' ? 'known' : 'unknown'
}

export function tellByHand({ onTrouble }: Pick<CommerceContext, 'onTrouble'>, chargeId: string): void {
  onTrouble({ at: 'refund', code: 'TRANSFER_BY_HAND', chargeId })
}
