/** Personal data in orders: export and erasure. */
import { formatDate, toDayKey } from '@lokalteil/domain/german'
import { listCharges } from '../payments/charge-store.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { forgetMethodsOf, listMethodRows } from '../payments/payment-method-store.ts'
import type { OrderRow, CommerceDb } from '../schema.ts'
import { forgetBuyerOf, listOrders, listOrdersAsPlaced } from './order-store.ts'

const MOST = 10_000

const toHead = (order: OrderRow) => ({
  number: order.order_number,
  placedAt: order.placed_at,
  state: order.state,
  buyer: order.buyer,
  email: order.email,
  consents: order.consents,
})

export async function readOrders({ db }: CommerceContext, owner: Owner) {
  const { publication, customerId } = owner
  const [orders, methods, owed] = await Promise.all([
    listOrdersAsPlaced(owner, 'offer', db),
    listMethodRows(publication, customerId, db),
    listCharges(publication, customerId, 500, db),
  ])
  return {
    orders: orders.map((order) => ({ ...toHead(order), offer: order.offer, quote: order.quote })),
    paymentMethods: methods.map((row) => ({
      kind: row.kind,
      holder: row.holder,
      account: row.label,
      mandate: row.mandate_reference,
      signedOn: row.mandate_signed_on,
      since: row.created_at,
    })),
    charges: owed.map(
      ({ chargeId, amountCents, refundedCents, description, state, periodFrom, periodTo, settledAt }) => ({
        chargeId,
        amountCents,
        refundedCents,
        description,
        state,
        periodFrom,
        periodTo,
        settledAt,
      }),
    ),
  }
}

export async function readPurchases({ db }: CommerceContext, owner: Owner) {
  const orders = await listOrders(owner, { kind: 'basket', state: null, limit: MOST }, db)
  return orders.map((order) => ({
    ...toHead(order),
    seller: order.seller,
    payment: order.payment,
    basket: order.basket,
    dueCents: order.due_cents,
    takenBack: order.taken_back,
    sentOn: order.sent_on,
    recipient: order.recipient,
  }))
}

/**
 * Lines, payments and debts stay under the number (§ 147 AO); names, addresses and bank accounts go, unless a contract, a payment
 * or a refund still needs them.
 */
export async function eraseOrders(owner: Owner, within: CommerceDb): Promise<void> {
  await forgetMethodsOf(owner, within)
  await forgetBuyerOf(owner, within)
}

export async function listKeptPurchases({ db }: CommerceContext, owner: Owner, years: number) {
  const [last] = await listOrders(owner, { kind: 'basket', state: null, limit: 1 }, db)
  if (last === undefined) return []
  return [
    {
      what: `Ihre Einkäufe bis zum ${formatDate(last.placed_at)}: was, wann und für wie viel, unter der Kundennummer ${owner.customerId}, ohne Ihren Namen`,
      reason: 'Aufbewahrungspflicht für Buchungsbelege (§ 147 AO, § 257 HGB)',
      until: `31.12.${Number(toDayKey(last.placed_at).slice(0, 4)) + years}`,
    },
  ]
}
