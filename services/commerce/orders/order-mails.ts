/** Mails to readers about their orders. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { type Buyer, toEndDay } from '@lokalteil/domain/commerce/orders'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { PaymentMethod } from '../payments/charge.ts'
import type { CommerceContext } from '../context.ts'
import type { OrderRow, CommerceDb } from '../schema.ts'

/** Queues a mail; without an address (the account was erased meanwhile) it does nothing. */
export async function queueOrderMail(
  context: CommerceContext,
  message: MailMessageInput,
  within: CommerceDb,
): Promise<void> {
  if (message.to.address !== '') await context.queueMail(message, within)
}

export function toConfirmation(
  order: OrderRow,
  quote: Omit<Quote, 'payments'>,
  method: PaymentMethod | null,
  seller: Seller | null,
): MailMessageInput {
  const { firstName, lastName, company, street, postcode, city, country } = order.buyer as Buyer
  const terms = order.offer as Offer
  return {
    ...toEnvelope(order),
    template: 'order-confirmed',
    data: {
      number: order.order_number,
      placedAt: order.placed_at.toISOString(),
      customerNumber: order.customer_id,
      product: terms.name,
      description: terms.description,
      isCoins: terms.kind === 'coins',
      dueCents: quote.dueCents,
      vatPercent: terms.vatPercent,
      vatCents: quote.vatCents,
      period: quote.period,
      next: quote.next,
      regular: quote.regular,
      endsOn: toEndDay(terms, quote.period.from),
      trial:
        terms.trial === null || quote.period.to === null
          ? null
          : { months: terms.trial.months, endsOn: quote.period.to },
      earliestEnd: quote.earliestEnd,
      termMonths: quote.termMonths,
      noticeMonths: quote.noticeMonths,
      renewal: quote.renewal,
      payment: {
        kind: method?.kind ?? 'invoice',
        label: method?.label ?? '',
        mandateReference: method?.mandateReference ?? null,
      },
      address: [
        company,
        `${firstName} ${lastName}`.trim(),
        street,
        `${postcode} ${city}`,
        country === 'DE' ? '' : country,
      ].filter((line) => line !== ''),
      hasConsentedToLapse: (order.consents as { withdrawalLapses?: boolean }).withdrawalLapses === true,
      ...toNoticeSeller(seller),
    },
  }
}

/** The seller's address for a declaration of withdrawal. */
export function toNoticeSeller(seller: Seller | null) {
  if (seller === null) return {}
  const { company, street, postcode, town, country, phone, email } = seller
  const address = [street, `${postcode} ${town}`, country === 'DE' ? '' : country].filter((line) => line !== '')
  return { seller: { company, address, phone, email } }
}

export function toEnvelope(order: OrderRow): { mandator: Mandator; to: { address: string; name: string } } {
  const { firstName = '', lastName = '' } = order.buyer as Partial<Buyer>
  return {
    mandator: order.mandator as Mandator,
    to: { address: order.email ?? '', name: order.is_guest ? '' : `${firstName} ${lastName}`.trim() },
  }
}
