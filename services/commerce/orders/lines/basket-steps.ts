/**
 * Messages to the seller about a purchase, as a job queue over the purchases: reserve, then settle or release. Promises: a step
 * is repeated until the seller answers, by one process at a time; a charge exists only for a reserved purchase; a purchase that
 * the seller will not settle is refunded; a newer step replaces an older one, whose late answer is ignored.
 */
import type { Basket, ReleaseReason } from '@lokalteil/contracts/commerce/sellers'
import type { Buyer, Recipient } from '@lokalteil/domain/commerce/orders'
import { toInvoiceLines } from '@lokalteil/domain/commerce/purchases'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import {
  backOff,
  createJobRunner,
  type JobContext,
  type JobRunner,
  type JobOutcome,
} from '../../../platform/jobs/job-runner.ts'
import { openCharge } from '../../payments/charge-outcomes.ts'
import { noteCharge } from '../../payments/charge-store.ts'
import type { CommerceContext } from '../../context.ts'
import { openPurchaseQueue } from '../../job-queues.ts'
import { getSub } from '../../customers/customer-store.ts'
import { retireMethod } from '../../payments/payment-method-store.ts'
import type { BasketOrder, CommerceDb } from '../../schema.ts'
import { toBuyerName } from '../order-mails.ts'
import { changeOrder, lockOrder } from '../order-store.ts'
import { toName } from '../order.ts'
import { giveUpBasket } from './basket-withdrawals.ts'
import { basketOf, takenBackOf, toStep } from './basket.ts'

/** Longer than the timeout of a call to the seller. */
const LEASE_MS = 60_000
const PATIENCE = backOff(2000, 3_600_000)
/** Attempts to reserve before the purchase fails: a reader does not wait longer. */
const RESERVE_ATTEMPTS = 6

export function createStepRunner(
  { db, now, onError }: Pick<CommerceContext, 'db' | 'now' | 'onError'>,
  work: (purchase: BasketOrder, job: JobContext) => Promise<JobOutcome<BasketOrder>>,
): JobRunner {
  return createJobRunner({ queue: openPurchaseQueue(db), work, retry: PATIENCE, leaseMs: LEASE_MS, now, onError })
}

export async function tellSeller(
  context: CommerceContext,
  row: BasketOrder,
  job: JobContext,
): Promise<JobOutcome<BasketOrder>> {
  const publication = row.mandator as PublicationCode
  const seller = context.findSeller(row.seller, publication)
  // A missing seller cannot reserve, so a placed purchase ends. Other steps wait until the seller is back.
  if (seller === null && row.step !== 'reserve') return { retry: 'SELLER_OFF' }
  const params = { number: row.order_number }
  const sub = (await getSub(publication, row.customer_id, context.db)) ?? 'erased'
  switch (row.step) {
    case 'reserve': {
      const kept = await seller?.reserveBasket({ params, body: { reference: row.reference, sub } })
      if (kept?.ok === true) return takeReservation(context, row, kept.data, job)
      if (kept === undefined || kept.status === 404 || kept.status === 409)
        return endPlaced(context, row, 'SOLD_OUT', job)
      return job.attempt < RESERVE_ATTEMPTS
        ? { retry: kept.problem.code }
        : endPlaced(context, row, 'NOT_POSSIBLE', job)
    }
    case 'settle': {
      const payment = row.payment === 'open' ? 'promised' : (row.payment as 'promised' | 'paid' | 'unpaid')
      const told = await seller!.settlePurchase({
        params,
        body: { payment, sub, email: row.email ?? '', recipient: toRecipient(row) },
      })
      if (told.ok) return
      if (told.status !== 404 && told.status !== 409) return { retry: told.problem.code }
      context.onTrouble({ at: 'purchase', code: 'NOT_SETTLED' })
      await giveUpBasket(context, row, { reason: 'refunded', refund: 'not-kept', failure: 'NOT_POSSIBLE' })
      return
    }
    default: {
      const taken = takenBackOf(row)
      const isAll = row.state === 'failed'
      const told = await seller!.releasePurchase({
        params,
        body: { reason: (row.step_reason ?? 'failed') as ReleaseReason, lines: isAll ? null : taken },
      })
      if (!told.ok && told.status !== 404) return { retry: told.problem.code }
    }
  }
}

/** The seller has reserved at the confirmed price: open the charge. */
async function takeReservation(
  context: CommerceContext,
  row: BasketOrder,
  kept: Basket,
  job: JobContext,
): Promise<JobOutcome<BasketOrder>> {
  if (JSON.stringify(toComparable(kept)) !== JSON.stringify(toComparable(basketOf(row))))
    return endPlaced(context, row, 'SOLD_OUT', job)
  await context.inTransaction(async (within) => {
    const current = await lockOrder(toName(row), within)
    if (current?.state !== 'placed' || !(await job.complete({ within }))) return
    const [placedOn, basket] = [toDayKey(row.placed_at), basketOf(row)]
    const charge = await openCharge(
      context,
      {
        publication: row.mandator as PublicationCode,
        customerId: row.customer_id,
        subscriptionId: row.order_number,
        orderNumber: row.order_number,
        paymentMethodId: row.payment_method_id,
        kind: 'purchase',
        periodFrom: placedOn,
        periodTo: null,
        amountCents: row.due_cents,
        vatPercent: Math.max(...basket.lines.map(({ vatPercent }) => vatPercent)),
        description: basket.about,
        dueOn: placedOn,
      },
      within,
    )
    const lines = toInvoiceLines(basket, placedOn).map(({ key: _key, ...line }) => line)
    if (charge.isOpened) await noteCharge(charge, { lines: JSON.stringify(lines) }, within)
    await changeOrder(row, { state: 'pending' }, context.now(), within)
  })
}

/** The parts of a basket that the invoice depends on; other texts may change. */
function toComparable({ lines, delivery }: Basket) {
  return {
    lines: lines.map(({ key, kind, title, detail, quantity, unitCents, vatPercent, on }) => [
      key,
      kind,
      title,
      detail ?? '',
      quantity,
      unitCents,
      vatPercent,
      on ?? null,
    ]),
    delivery: delivery === null ? null : [delivery.title, delivery.cents, delivery.vatPercent],
  }
}

/** Ends a purchase before any payment. The seller may still have reserved, so a release follows. */
async function endPlaced(
  context: CommerceContext,
  row: BasketOrder,
  failure: 'SOLD_OUT' | 'NOT_POSSIBLE',
  job: JobContext,
): Promise<void> {
  await context.inTransaction(async (within: CommerceDb) => {
    const current = await lockOrder(toName(row), within)
    if (current?.state !== 'placed' || !(await job.complete({ within }))) return
    const isThere = context.findSeller(row.seller, row.mandator as PublicationCode) !== null
    await changeOrder(
      row,
      { state: 'failed', failure, ...(isThere ? toStep('release', 'failed') : {}) },
      context.now(),
      within,
    )
    await retireMethod(row, within)
  })
}

function toRecipient(row: BasketOrder) {
  if (basketOf(row).delivery === null) return null
  if (row.recipient !== null) return { company: '', ...(row.recipient as Recipient) }
  const { company = '', street = '', postcode = '', city = '', country = 'DE' } = row.buyer as Partial<Buyer>
  return { name: toBuyerName(row.buyer), company, street, postcode, city, country }
}
