/** Withdrawal from an order (§ 355 BGB), by the office. */
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import type { Refund } from '../payments/refund-store.ts'
import { withdrawBasket } from './lines/basket-withdrawals.ts'
import { withdrawOffer } from './lines/offer-withdrawals.ts'
import { findOrder } from './order-store.ts'
import type { OrderName } from './order.ts'

export async function withdrawOrder(
  context: CommerceContext,
  name: OrderName,
  declaredOn: Day,
): Promise<Refund[] | Refusal> {
  const order = await findOrder(name, context.db)
  if (order?.state !== 'completed') return problem(404, 'NOT_FOUND', 'No such order')
  return order.seller === null ? withdrawOffer(context, order, declaredOn) : withdrawBasket(context, order, declaredOn)
}
