/** Finishes orders that a crash, a lost message or a reader who left the checkout interrupted. */
import { isRefusal } from '../../platform/serve.ts'
import { removeCounters } from '../counters.ts'
import { lookAtCharge } from '../payments/charge-collection.ts'
import { failCharge } from '../payments/charge-outcomes.ts'
import { listOwedBack, listWaiting } from '../payments/charge-store.ts'
import type { CommerceContext } from '../context.ts'
import { forgetAccounts } from '../payments/payment-method-store.ts'
import { payBack } from '../payments/refunds.ts'
import { findOrder, forgetBuyers } from './order-store.ts'
import { HOUR, toOrderName } from './order.ts'

/** An order expires this long after its reader left for a provider's page and did not return. */
const ABANDONED_MS = 25 * HOUR
/** The same for baskets, because the seller reserves stock for them. A later payment is refunded. */
const KEPT_MS = HOUR

/** Finishes interrupted and abandoned orders, and forgets data that is no longer needed. Idempotent. */
export async function resumeOrders(
  context: CommerceContext,
): Promise<{ collected: number; refunded: number; looked: number }> {
  // First, so that reserved baskets have a charge and sellers learn of payments.
  await context.steps.runDue()
  const done = { collected: await context.charges.runDue(), refunded: 0, looked: 0 }
  await context.steps.runDue()
  for (const name of await listOwedBack(200, context.now(), context.db)) {
    await payBack(context, name)
    done.refunded++
  }
  for (const name of await listWaiting(new Date(context.now().getTime() - 60_000), 100, context.db)) {
    const charge = await lookAtCharge(context, name)
    done.looked++
    const ordered = isRefusal(charge) || charge.state !== 'submitted' ? null : toOrderName(charge)
    const order = ordered === null ? null : await findOrder(ordered, context.db)
    const patience = order?.seller === null ? ABANDONED_MS : KEPT_MS
    if (order?.state === 'pending' && order.placed_at.getTime() < context.now().getTime() - patience)
      await context.inTransaction((within) => failCharge(context, name, 'PAYMENT_EXPIRED', within))
  }
  done.refunded += await context.refunds.runDue()
  await context.steps.runDue()
  await forgetAccounts(context.db)
  await forgetBuyers(context.db)
  await removeCounters(new Date(context.now().getTime() - 24 * HOUR), context.db)
  return done
}
