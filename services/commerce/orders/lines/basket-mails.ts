/** Mails to readers about their purchases. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { Buyer, Recipient } from '@lokalteil/domain/commerce/orders'
import { toPurchaseTotals, toWithdrawalRight } from '@lokalteil/domain/commerce/purchases'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { PaymentMethod } from '../../payments/charge.ts'
import type { CommerceContext } from '../../context.ts'
import type { PurchaseRow, CommerceDb } from '../../schema.ts'
import { toNoticeSeller } from '../order-mails.ts'
import { toPurchasePath } from '../../payments/order-token.ts'
import { basketOf, toFacts } from './basket.ts'

/** Queues a mail; without an address (the account was erased meanwhile) it does nothing. */
export async function queuePurchaseMail(
  context: CommerceContext,
  purchase: PurchaseRow,
  message: Pick<MailMessageInput, 'template' | 'data'>,
  within: CommerceDb,
): Promise<void> {
  if (purchase.email === null || purchase.email === '') return
  const { firstName = '', lastName = '' } = purchase.buyer as Partial<Buyer>
  await context.queueMail(
    {
      mandator: purchase.mandator as Mandator,
      to: { address: purchase.email, name: purchase.is_guest ? '' : `${firstName} ${lastName}`.trim() },
      ...message,
    } as MailMessageInput,
    within,
  )
}

export function toPurchaseConfirmation(
  purchase: PurchaseRow,
  method: PaymentMethod | null,
  seller: Seller | null,
): Extract<MailMessageInput, { template: 'purchase-confirmed' }> {
  const basket = basketOf(purchase)
  const {
    firstName = '',
    lastName = '',
    company = '',
    street = '',
    postcode = '',
    city = '',
    country = 'DE',
  } = purchase.buyer as Partial<Buyer>
  const { dueCents, rates } = toPurchaseTotals(basket)
  const facts = toFacts(purchase, seller)
  const recipient = purchase.recipient as Recipient | null
  return {
    template: 'purchase-confirmed',
    data: {
      number: purchase.purchase_number,
      placedAt: purchase.placed_at.toISOString(),
      customerNumber: purchase.customer_id,
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
      payment: {
        kind: method?.kind ?? 'invoice',
        label: method?.label ?? '',
        mandateReference: method?.mandateReference ?? null,
      },
      address: toAddress([company, `${firstName} ${lastName}`.trim()], { street, postcode, city, country }),
      recipient: recipient === null ? [] : toAddress([recipient.name], recipient),
      returnPath: basket.returnPath,
      ...toNoticeSeller(seller),
    },
  } as Extract<MailMessageInput, { template: 'purchase-confirmed' }>
}

function toAddress(
  names: readonly string[],
  { street, postcode, city, country }: Pick<Recipient, 'street' | 'postcode' | 'city' | 'country'>,
): string[] {
  return [...names, street, `${postcode} ${city}`.trim(), country === 'DE' ? '' : country].filter((line) => line !== '')
}

export function toPurchaseNotice(
  context: CommerceContext,
  purchase: PurchaseRow,
  kind: 'failed' | 'unpaid' | 'refunded',
  cents = purchase.due_cents,
): Pick<Extract<MailMessageInput, { template: 'purchase-notice' }>, 'template' | 'data'> {
  return {
    template: 'purchase-notice',
    data: {
      kind,
      number: purchase.purchase_number,
      about: basketOf(purchase).about,
      cents,
      path: toPurchasePath(context, purchase.mandator as Mandator, purchase.purchase_number),
    },
  }
}
