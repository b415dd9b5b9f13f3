/** Mails about single purchases: everything required for a durable medium (§ 312f BGB), and refunds. */
import type { PurchaseConfirmation, PurchaseNotice } from '@lokalteil/contracts/mail'
import { formatDate, formatDateTime, formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { PAYMENT_NAMES } from './order-mails.ts'
import { toDeclarationText, toModelForm } from './withdrawal-notice.ts'
import { button, list, note, text, toFacts, type Fact, type Mail, type MailsOf } from './parts.ts'

const dayOf = (day: string) => formatDate(new Date(`${day}T12:00:00Z`))

export const PURCHASE_MAILS: MailsOf<'purchase-confirmed' | 'purchase-notice' | 'shop-papers' | 'shop-sent'> = {
  'purchase-confirmed': (data, publication) => ({
    subject: `Ihre Bestellung ${data.number}`,
    parts: [
      text('vielen Dank für Ihre Bestellung. Hiermit bestätigen wir den Vertrag:'),
      toFacts(toPurchaseFacts(data)),
      ...(data.note === '' ? [] : [text(data.note)]),
      ...toRights(data, publication).map(text),
      {
        kind: 'links',
        links: [
          { label: 'Vertrag widerrufen', path: '/widerrufen' },
          { label: 'Allgemeine Geschäftsbedingungen', path: '/agb' },
          { label: 'Impressum', path: '/impressum' },
        ],
      },
      note(
        'Bitte heben Sie diese E-Mail auf: Sie enthält alle Angaben zu Ihrem Vertrag. Die Rechnung liegt in Ihrem Konto.',
      ),
      ...(data.lines.some(({ right }) => right === 'FROM_ARRIVAL' || right === 'FROM_TODAY')
        ? toModelForm(data.seller, publication)
        : []),
    ],
  }),
  'purchase-notice': toNotice,
  'shop-papers': ({ number, items, path }) => ({
    subject: `Ihre Karten und Gutscheine (${number})`,
    parts: [
      text('hier ist, was Sie bestellt haben, als Blatt zum Ausdrucken oder Vorzeigen:'),
      list(items),
      button('Blatt öffnen', path),
      note(
        'Wer diesen Link hat, kann Karten und Gutscheine benutzen. Geben Sie ihn nur weiter, wenn Sie sie verschenken.',
      ),
    ],
  }),
  'shop-sent': ({ number, items, isPickup, way, parcelUrl }) => ({
    subject: isPickup ? `Ihre Bestellung ${number} liegt bereit` : `Ihre Bestellung ${number} ist unterwegs`,
    parts: [
      text(
        isPickup
          ? 'Ihre Bestellung liegt für Sie bereit. Bitte bringen Sie die Bestellnummer mit.'
          : 'wir haben Ihre Bestellung verschickt:',
      ),
      list(items),
      toFacts([
        { label: 'Bestellnummer', value: number },
        { label: isPickup ? 'Abholung' : 'Versand', value: way },
        ...(parcelUrl === null ? [] : [{ label: 'Sendung verfolgen', value: parcelUrl }]),
      ]),
      button('Zu meinem Konto', '/account#einkaeufe'),
      note('Ihr Widerrufsrecht läuft 14 Tage ab dem Tag, an dem Sie die Ware erhalten.'),
    ],
  }),
}

function toPurchaseFacts(order: PurchaseConfirmation): Fact[] {
  const { payment, delivery } = order
  const lines = order.lines.map(({ title, detail, quantity, grossCents, on }) =>
    [
      `${quantity} × ${title}${detail === '' ? '' : `, ${detail}`}`,
      ...(on === null ? [] : [dayOf(on)]),
      formatPrice(grossCents),
    ].join(' · '),
  )
  const taxes = order.rates
    .filter(({ vatCents }) => vatCents !== 0)
    .map(({ vatPercent, vatCents }) => `${vatPercent} % Mehrwertsteuer: ${formatPrice(vatCents)}`)
  return [
    { label: 'Bestellnummer', value: order.number },
    { label: 'Bestellt am', value: formatDateTime(new Date(order.placedAt)) },
    { label: 'Kundennummer', value: order.customerNumber },
    { label: 'Bestellt', value: lines.join('\n') },
    ...(delivery === null
      ? []
      : [{ label: delivery.title, value: delivery.cents === 0 ? 'kostenlos' : formatPrice(delivery.cents) }]),
    { label: 'Gesamtpreis', value: [formatPrice(order.dueCents), ...taxes.map((tax) => `darin ${tax}`)].join('\n') },
    {
      label: 'Zahlung',
      value: [
        [PAYMENT_NAMES[payment.kind], payment.label].filter((part) => part !== '').join(': '),
        payment.mandateReference === null ? '' : `Mandatsreferenz ${payment.mandateReference}`,
      ]
        .filter((line) => line !== '')
        .join('\n'),
    },
    ...(order.address.length === 0 ? [] : [{ label: 'Anschrift', value: order.address.join('\n') }]),
    ...(order.recipient.length === 0 ? [] : [{ label: 'Lieferung an', value: order.recipient.join('\n') }]),
  ]
}

/** The instruction of Art. 246a § 1 EGBGB, for each kind of line in the order. */
function toRights({ lines, seller }: PurchaseConfirmation, publication: string): string[] {
  const namesOf = (right: PurchaseConfirmation['lines'][number]['right']) =>
    [...new Set(lines.filter((line) => line.right === right && line.grossCents > 0).map(({ title }) => title))].join(
      ', ',
    )
  const [goods, once, dated, lapsed] = [
    namesOf('FROM_ARRIVAL'),
    namesOf('FROM_TODAY'),
    namesOf('DATED'),
    namesOf('LAPSED'),
  ]
  const hasRight = goods !== '' || once !== ''
  return [
    ...(hasRight
      ? [
          `Widerrufsbelehrung: Sie haben das Recht, binnen 14 Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. ${[
            goods === ''
              ? ''
              : `Für ${goods} beginnt die Frist an dem Tag, an dem Sie die Ware erhalten haben, bei mehreren Sendungen die letzte.`,
            once === '' ? '' : `Für ${once} beginnt die Frist mit dem heutigen Tag.`,
          ]
            .filter((part) => part !== '')
            .join(' ')} ${toDeclarationText(seller, publication)}`,
          'Folgen des Widerrufs: Wir erstatten Ihnen alle Zahlungen, auch die Kosten der Standardlieferung, unverzüglich, spätestens binnen 14 Tagen ab Eingang Ihres Widerrufs, auf dem Weg, auf dem Sie bezahlt haben, und ohne Entgelt. Waren senden Sie uns binnen 14 Tagen zurück; die Kosten der Rücksendung tragen Sie. Wir können die Erstattung verweigern, bis wir die Ware zurückerhalten haben. Für einen Wertverlust der Ware müssen Sie nur aufkommen, wenn er darauf zurückgeht, dass Sie anders mit ihr umgegangen sind, als es zur Prüfung von Beschaffenheit, Eigenschaften und Funktionsweise nötig war.',
        ]
      : []),
    ...(dated === ''
      ? []
      : [
          `Kein Widerrufsrecht für ${dated}: Es geht um eine Veranstaltung zu einem festen Termin (§ 312g Abs. 2 Nr. 9 BGB).`,
        ]),
    ...(lapsed === ''
      ? []
      : [
          `Für ${lapsed} haben Sie bei der Bestellung zugestimmt, dass wir sofort leisten, und bestätigt, dass Ihr Widerrufsrecht damit erlischt (§ 356 Abs. 4 und 5 BGB).`,
        ]),
  ]
}

function toNotice({ kind, number, about, cents, on, account, reference, creditorId, path }: PurchaseNotice): Mail {
  const price = formatPrice(cents)
  const day = on === null ? '' : formatLongDate(new Date(`${on}T12:00:00Z`))
  const facts = toFacts([
    { label: 'Bestellnummer', value: number },
    { label: 'Bestellung', value: about },
    { label: 'Betrag', value: price },
    ...(account === null || account === '' ? [] : [{ label: 'Konto', value: account }]),
    ...(reference === null ? [] : [{ label: 'Mandatsreferenz', value: reference }]),
    ...(creditorId === null || creditorId === ''
      ? []
      : [{ label: 'Gläubiger-Identifikationsnummer', value: creditorId }]),
  ])
  const letters: Readonly<Record<PurchaseNotice['kind'], [subject: string, words: string]>> = {
    failed: [
      `Ihre Bestellung ${number} kam nicht zustande`,
      'die Zahlung für Ihre Bestellung ist nicht angekommen. Es wurde kein Vertrag geschlossen, und Sie müssen nichts bezahlen.',
    ],
    unpaid: [
      `Ihre Bestellung ${number} ist noch nicht bezahlt`,
      `${price} für Ihre Bestellung sind noch offen: Die Lastschrift kam zurück, oder Ihre Überweisung ist nicht angekommen. Bitte überweisen Sie den Betrag mit der Nummer der Rechnung; Konto und Nummer stehen auf ihr. Gebühren berechnen wir nicht. Haben Sie schon überwiesen, betrachten Sie diese E-Mail als erledigt.`,
    ],
    refunded: [
      `Erstattung zu Ihrer Bestellung ${number}`,
      `wir erstatten Ihnen ${price} auf dem Weg, auf dem Sie bezahlt haben. Die Rechnung haben wir berichtigt; Sie finden beides in Ihrem Konto.`,
    ],
    'debit-announced': [
      `Lastschrift zu Ihrer Bestellung ${number} am ${day}`,
      `wir ziehen ${price} für Ihre Bestellung am ${day} mit der SEPA-Lastschrift von Ihrem Konto ein.`,
    ],
  }
  const [subject, words] = letters[kind]
  return { subject, parts: [text(words), facts, button('Zur Bestellung', path)] }
}
