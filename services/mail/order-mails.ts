/**
 * The contents of the mail about an order, as required for a durable medium (§ 312f, § 312i BGB): product, price with
 * tax, term, renewal, notice period, payment, and the instruction on withdrawal.
 */
import type { OrderConfirmation } from '@lokalteil/contracts/mail'
import { formatDate, formatDateTime } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { toDeclarationText } from './withdrawal-notice.ts'
import { listTermTexts } from '@lokalteil/domain/commerce/offer-terms'

export const ORDER_REFUSALS: Readonly<Record<string, string>> = {
  ALREADY_SUBSCRIBED: 'Dieses Abo haben Sie aber schon; ein zweites brauchen Sie nicht.',
  TRIAL_USED:
    'Das Probeangebot haben Sie aber schon einmal genutzt. Angemeldet können Sie zum regulären Preis bestellen.',
  VOUCHER_USED: 'Der Gutschein wurde aber schon eingelöst.',
  PAYMENT_REFUSED: 'Die Zahlung konnten wir aber nicht annehmen.',
}
export const PAYMENT_NAMES = {
  sepa: 'SEPA-Lastschrift',
  card: 'Karte',
  invoice: 'Rechnung, zahlbar innerhalb von 14 Tagen',
  none: 'Kein Betrag offen',
} as const

export function toOrderFacts(order: OrderConfirmation): { label: string; value: string }[] {
  const { regular, next, period, payment } = order
  const dayOf = (day: string) => formatDate(new Date(`${day}T12:00:00Z`))
  const facts = [
    { label: 'Bestellnummer', value: order.number },
    { label: 'Bestellt am', value: formatDateTime(new Date(order.placedAt)) },
    { label: 'Kundennummer', value: order.customerNumber },
    { label: 'Produkt', value: [order.product, order.description].filter((line) => line !== '').join('\n') },
    {
      label: 'Preis',
      value: `${formatPrice(order.dueCents)}, darin ${order.vatPercent} % Mehrwertsteuer (${formatPrice(order.vatCents)})`,
    },
  ]
  if (period.to !== null) facts.push({ label: 'Bezahlt für', value: `${dayOf(period.from)} bis ${dayOf(period.to)}` })
  if (regular !== null && next !== null)
    facts.push({
      label: 'Danach',
      value: `${formatPrice(regular.cents)} ${toRhythm(regular.months)}, die nächste Zahlung über ${formatPrice(next.cents)} am ${dayOf(next.on)}`,
    })
  facts.push({
    label: order.isCoins ? 'Laufzeit' : 'Laufzeit und Kündigung',
    value: toContractTexts(order, dayOf).join('\n'),
  })
  facts.push({
    label: 'Zahlung',
    value: [
      [PAYMENT_NAMES[payment.kind], payment.label].filter((part) => part !== '').join(': '),
      payment.mandateReference === null ? '' : `Mandatsreferenz ${payment.mandateReference}`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
  })
  if (order.address.length > 0) facts.push({ label: 'Rechnungsanschrift', value: order.address.join('\n') })
  return facts
}

function toRhythm(months: number): string {
  return months === 1 ? 'im Monat' : months === 12 ? 'im Jahr' : `je ${months} Monate`
}

/** The terms of the offer, with the dates of this order. */
function toContractTexts(order: OrderConfirmation, dayOf: (day: string) => string): string[] {
  if (order.isCoins) return ['Einmaliger Kauf, kein Abo']
  const trial = order.trial === null ? null : { months: order.trial.months, priceCents: order.dueCents }
  return [
    ...listTermTexts({ ...order, periodMonths: order.regular?.months ?? null, trial }, order.earliestEnd),
    ...(order.trial === null ? [] : [`Letzter Tag der Probezeit: ${dayOf(order.trial.endsOn)}.`]),
    ...(order.endsOn === null ? [] : [`Letzter Tag des Vertrags: ${dayOf(order.endsOn)}.`]),
  ]
}

/** The instruction of Art. 246a § 1 EGBGB in plain words, with the address for the declaration. */
export function toWithdrawalTexts(
  { isCoins, hasConsentedToLapse, seller }: OrderConfirmation,
  publication: string,
): string[] {
  if (isCoins && hasConsentedToLapse) {
    return [
      'Widerrufsrecht: Sie können diesen Kauf binnen 14 Tagen ab heute ohne Angabe von Gründen widerrufen, solange Sie keinen der Coins benutzt haben. Sie haben bei der Bestellung zugestimmt, dass wir sofort leisten, und bestätigt, dass Ihr Widerrufsrecht für benutzte Coins damit erlischt (§ 356 Abs. 5 BGB).',
      toDeclarationText(seller, publication),
    ]
  }
  return [
    `Widerrufsbelehrung: Sie haben das Recht, binnen 14 Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. Die Frist beginnt mit dem heutigen Tag. ${toDeclarationText(seller, publication)}`,
    'Folgen des Widerrufs: Wir erstatten Ihnen alle Zahlungen unverzüglich, spätestens binnen 14 Tagen ab Eingang Ihres Widerrufs, auf dem Weg, auf dem Sie bezahlt haben, und ohne Entgelt. Haben Sie verlangt, dass die Leistung schon während der Frist beginnt, so schulden Sie den Anteil, der bis zu Ihrem Widerruf erbracht wurde.',
  ]
}

export function toOrderLinks({ isCoins }: OrderConfirmation): { label: string; path: string }[] {
  return [
    ...(isCoins ? [] : [{ label: 'Vertrag hier kündigen', path: '/kuendigen' }]),
    { label: 'Vertrag widerrufen', path: '/widerrufen' },
    { label: 'Allgemeine Geschäftsbedingungen', path: '/agb' },
    { label: 'Impressum', path: '/impressum' },
  ]
}
