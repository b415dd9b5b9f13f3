/** The office view of orders: lists those that wait, and records those that were sent. */
import type { ShopOrder } from '../contract/shop.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import type { KeptCart } from './cart.ts'
import { inTransaction, type ShopContext } from './context.ts'
import type { OrderRow } from './schema.ts'
import { changeOrder, findOrder, listOrders, lockOrder } from './store.ts'

export async function viewOrders(
  { db }: ShopContext,
  publication: PublicationCode,
  isOpen: boolean,
  limit: number,
): Promise<ShopOrder[]> {
  return (await listOrders(publication, isOpen, limit, db)).map(toOrder)
}

function toOrder(row: OrderRow): ShopOrder {
  return {
    number: row.number,
    state: row.state as ShopOrder['state'],
    payment: row.payment as ShopOrder['payment'],
    items: row.items as ShopOrder['items'],
    delivery: row.delivery as ShopOrder['delivery'],
    recipient: row.recipient as ShopOrder['recipient'],
    returned: row.returned as string[],
    sentOn: row.sent_on,
    orderedAt: row.ordered_at.toISOString(),
  }
}

/**
 * Idempotent: a repeated call changes nothing. The platform is called first; if it does not answer, the call must be repeated.
 */
export async function markSent(
  context: ShopContext,
  publication: PublicationCode,
  number: string,
  { on, parcelUrl }: { on: string; parcelUrl: string | null },
): Promise<ShopOrder | Refusal> {
  const order = await findOrder({ publication, number }, context.db)
  if (order === null || order.state === 'released') return problem(404, 'NOT_FOUND', 'There is no such order')
  const delivery = order.delivery as KeptCart['delivery']
  if (order.state !== 'sold' || delivery === null)
    return problem(409, 'NOT_SOLD', 'The order is not paid, or there is nothing to send')
  const sentOn = order.sent_on ?? on
  // First the platform, because the period for withdrawal begins with this day; a repeated call leaves the day
  // unchanged.
  if (!(await context.markSent(publication, number, sentOn, delivery.isPickup)))
    return problem(503, 'UNAVAILABLE', 'The subscription platform does not answer', { 'retry-after': '5' })
  await inTransaction(context, async (within) => {
    const current = await lockOrder({ publication, number }, within)
    if (current === null || current.sent_on !== null) return
    const { forgets_when_sent: isForgotten } = current
    await changeOrder(
      { publication, number },
      { sent_on: sentOn, ...(isForgotten ? { recipient: null } : {}) },
      context.now(),
      within,
    )
    if (current.email === null || current.email === '') return
    const returned = current.returned as string[]
    await context.queueMail(
      {
        mandator: publication,
        to: { address: current.email },
        template: 'shop-sent',
        data: {
          number,
          items: (current.items as KeptCart['items'])
            .filter(({ kind, key }) => kind === 'goods' && !returned.includes(key))
            .map(({ quantity, title }) => `${quantity} × ${title}`.slice(0, 300)),
          isPickup: delivery.isPickup,
          way: delivery.name,
          parcelUrl,
        },
      },
      within,
    )
  })
  return toOrder((await findOrder({ publication, number }, context.db))!)
}
