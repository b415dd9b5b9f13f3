/** Mails to readers about orders of a basket. */
import type { Recipient } from '@lokalteil/domain/commerce/orders'
import { toPurchaseTotals, toWithdrawalRight } from '@lokalteil/domain/commerce/purchases'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CommerceContext } from '../../context.ts'
import { toPurchasePath } from '../../payments/order-token.ts'
import type { BasketOrder, CommerceDb } from '../../schema.ts'
import { type OrderMail, readConfirmation, toAddress } from '../order-mails.ts'
import { basketOf, toFacts } from './basket.ts'

export async function toPurchaseConfirmation(purchase: BasketOrder, within: CommerceDb): Promise<OrderMail> {
  const basket = basketOf(purchase)
  const { dueCents, rates } = toPurchaseTotals(basket)
  const { shared, seller } = await readConfirmation(purchase, within)
  const facts = toFacts(purchase, seller)
  const recipient = purchase.recipient as Recipient | null
  return {
    template: 'purchase-confirmed',
    data: {
      ...shared,
      lines: basket.lines.map((line) => {
        const right = toWithdrawalRight(line, facts)
        return {
          title: line.title,
          detail: line.detail,
          quantity: line.quantity,
          grossCents: line.quantity * line.unitCents,
          on: line.on,
          right: right.kind === 'none' ? right.reason : line.kind === 'goods' ? 'FROM_ARRIVAL' : 'FROM_TODAY',
        }
      }),
      delivery: basket.delivery === null ? null : { title: basket.delivery.title, cents: basket.delivery.cents },
      dueCents,
      rates: rates.map(({ vatPercent, vatCents }) => ({ vatPercent, vatCents })),
      note: basket.note,
      recipient: recipient === null ? [] : toAddress([recipient.name], recipient),
      returnPath: basket.returnPath,
    },
  }
}

export function toPurchaseNotice(
  context: CommerceContext,
  purchase: BasketOrder,
  kind: 'failed' | 'unpaid' | 'refunded',
  cents = purchase.due_cents,
): OrderMail {
  const { order_number: number } = purchase
  const path = toPurchasePath(context, purchase.mandator as PublicationCode, number)
  return { template: 'purchase-notice', data: { kind, number, about: basketOf(purchase).about, cents, path } }
}
