/** Brings to an end what a crash, a lost message or a reader who went away left open. */
import { isRefusal } from '../../platform/serve.ts'
import { HOUR, type OrderContext } from './order-context.ts'
import { findOrder } from './order-store.ts'
import { forgetAccounts } from '../payments/payment-method-store.ts'

/** A reader who went to pay elsewhere and never came back. */
const ABANDONED_MS = 25 * HOUR

/** What a crash or a lost message left undone, and what nobody came back for; as often as you like. */
export async function resumeOrders(
  context: OrderContext,
): Promise<{ collected: number; refunded: number; looked: number }> {
  const done = { collected: 0, refunded: 0, looked: 0 }
  for (const { isOwedBack, ...name } of await context.charges.listUnfinished(200)) {
    if (isOwedBack) {
      await context.refunds.payBack(name)
      done.refunded++
    } else {
      await context.charges.collect(name)
      done.collected++
    }
  }
  for (const name of await context.charges.listWaiting(new Date(context.now().getTime() - 60_000), 100)) {
    const charge = await context.charges.look(name)
    done.looked++
    if (isRefusal(charge) || charge.state !== 'submitted' || charge.orderNumber === null || charge.kind !== 'first')
      continue
    const order = await findOrder(name.mandator, charge.orderNumber, context.db)
    if (order?.state === 'pending' && order.placed_at.getTime() < context.now().getTime() - ABANDONED_MS)
      await context.store.inTransaction((within) => context.charges.fail(name, 'PAYMENT_EXPIRED', within))
  }
  done.refunded += await context.refunds.payDue()
  await forgetAccounts(context.today(), context.db)
  return done
}
