/**
 * An order: buyer, address, payment, state. Its lines are those of an offer of the publication (a contract, or coins), or of a
 * seller's basket (goods, tickets, vouchers …). Code that depends on the kind of lines stands in `lines/`.
 */
import type { OrderFailure } from '@lokalteil/contracts/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Charge } from '../payments/charge.ts'
import type { CommerceContext } from '../context.ts'
import type { OrderRow, CommerceDb } from '../schema.ts'
import type { OrderMail } from './order-mails.ts'

export type OrderName = { publication: PublicationCode; number: string }
export type OrderKind = 'offer' | 'basket'

export const kindOf = ({ seller }: Pick<OrderRow, 'seller'>): OrderKind => (seller === null ? 'offer' : 'basket')

export const toName = (order: Pick<OrderRow, 'mandator' | 'order_number'>): OrderName => ({
  publication: order.mandator as PublicationCode,
  number: order.order_number,
})

/** The order that a charge pays for; null: a renewal or a change of plan. */
export function toOrderName({
  publication,
  kind,
  orderNumber,
}: Pick<Charge, 'publication' | 'kind' | 'orderNumber'>): OrderName | null {
  return (kind === 'first' || kind === 'purchase') && orderNumber !== null ? { publication, number: orderNumber } : null
}

export const isOpen = ({ state }: Pick<OrderRow, 'state'>): boolean => state === 'placed' || state === 'pending'

export const hasConsentedToLapse = ({ consents }: Pick<OrderRow, 'consents'>): boolean =>
  (consents as { withdrawalLapses?: boolean }).withdrawalLapses === true

/** Applies a payment to the lines of an order, in the transaction of the payment. */
export type Lines<Order extends OrderRow = OrderRow> = {
  /** Why the money for a pending order must go back; null: it may stay. */
  findRefusal(context: CommerceContext, order: Order, within: CommerceDb): Promise<OrderFailure | null>
  /** The money is there, or promised. A pending order is completed: answers its confirmation. */
  settle(
    context: CommerceContext,
    order: Order,
    payment: 'promised' | 'paid',
    charge: Charge,
    within: CommerceDb,
  ): Promise<OrderMail | null>
  /** The money for a completed order does not come, or went back. */
  miss(context: CommerceContext, order: Order, within: CommerceDb): Promise<void>
  /** A pending order has failed. */
  release(context: CommerceContext, order: Order, within: CommerceDb): Promise<void>
  toFailedMail(context: CommerceContext, order: Order): OrderMail
  /** The money was refused; null: no mail. */
  toRefusedMail(order: Order, reason: string): OrderMail | null
}

/** Access to an order: by its reader, or by its token. */
export type OrderAccess = { sub?: string | undefined; token?: string | undefined }

export const HOUR = 3_600_000

/** Rate limits. An office behind one IP address may have many readers; an account has one. */
export const LIMITS = {
  requester: { most: 20, windowMs: HOUR },
  account: { most: 10, windowMs: HOUR },
  voucher: { most: 20, windowMs: HOUR / 4 },
} as const
