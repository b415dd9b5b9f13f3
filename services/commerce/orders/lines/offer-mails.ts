/** Mails to readers about orders of an offer. */
import type { Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toEndDay } from '@lokalteil/domain/commerce/orders'
import type { OfferOrder, CommerceDb } from '../../schema.ts'
import { type OrderMail, readConfirmation } from '../order-mails.ts'
import { hasConsentedToLapse } from '../order.ts'

export async function toConfirmation(
  order: OfferOrder,
  quote: Omit<Quote, 'payments'>,
  within: CommerceDb,
): Promise<OrderMail> {
  const terms = order.offer as Offer
  const { shared } = await readConfirmation(order, within)
  return {
    template: 'order-confirmed',
    data: {
      ...shared,
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
      hasConsentedToLapse: hasConsentedToLapse(order),
    },
  }
}
