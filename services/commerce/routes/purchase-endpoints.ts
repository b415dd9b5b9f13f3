/** Handlers of `PURCHASES_INTERNAL`: purchases of readers and calls of sellers. */
import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import { toArrivalDay } from '@lokalteil/domain/commerce/purchases'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type BoundHandlers, problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { placePurchase } from '../orders/lines/basket-placement.ts'
import { checkGuestPurchase, quotePurchase } from '../orders/lines/basket-quote.ts'
import { changeOrder, findOrder, lockOrder } from '../orders/order-store.ts'
import { listReaderPurchases, readPurchase } from '../orders/lines/basket-view.ts'
import { giveUpBasket } from '../orders/lines/basket-withdrawals.ts'

export const PURCHASE_ENDPOINTS: BoundHandlers<CommerceContext, typeof PURCHASES_INTERNAL, PublicationCode> = {
  quotePurchase: (commerce, { context, body }) => quotePurchase(commerce, context, body),
  checkGuestPurchase: (commerce, { context, body }) => checkGuestPurchase(commerce, context, body),
  placePurchase: (commerce, { context, params, body }) => placePurchase(commerce, context, params.sub, body),
  getPurchase: (commerce, { context, params, query }) => readPurchase(commerce, context, params.number, query),
  listPurchases: (commerce, { context, params }) => listReaderPurchases(commerce, context, params.sub),
  markSent: (commerce, { context, params, body }) => markSent(commerce, context, params.number, body),
  async giveUpPurchase(commerce, { context, params, body }) {
    const order = await findOrder({ publication: context, number: params.number }, commerce.db)
    if (order === null || order.seller === null || order.seller !== body.seller) return notFound()
    await giveUpBasket(commerce, order, { reason: 'refunded', refund: 'not-kept', failure: 'NOT_POSSIBLE' })
    return undefined
  },
}

/** Saves the day of dispatch. A later call does not change it. */
async function markSent(
  commerce: CommerceContext,
  publication: PublicationCode,
  number: string,
  { seller, sentOn, isHandedOver }: { seller: string; sentOn: string; isHandedOver: boolean },
): Promise<Refusal | undefined> {
  return commerce.inTransaction(async (within) => {
    const order = await lockOrder({ publication, number }, within)
    if (order === null || order.seller !== seller || order.state !== 'completed') return notFound()
    if (order.sent_on !== null) return undefined
    const arrived = isHandedOver ? sentOn : toArrivalDay(sentOn)
    await changeOrder(order, { sent_on: sentOn, arrived_on: arrived }, commerce.now(), within)
    return undefined
  })
}

function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'No such purchase of this seller')
}
