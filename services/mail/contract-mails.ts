/** Mails about orders and contracts; texts required by law are in order-mails.ts. */
import { listReceiptFacts } from '@lokalteil/domain/commerce/contract-rights'
import { toNoticeText } from './contract-notices.ts'
import { toModelForm } from './withdrawal-notice.ts'
import { ORDER_REFUSALS, toOrderFacts, toOrderLinks, toWithdrawalTexts } from './order-mails.ts'
import { button, day, note, text, toFacts, type MailsOf } from './parts.ts'

export const CONTRACT_MAILS: MailsOf<
  | 'order-confirmed'
  | 'order-refused'
  | 'order-failed'
  | 'contract-notice'
  | 'cancellation-received'
  | 'withdrawal-received'
> = {
  'order-confirmed': (data, publication) => ({
    subject: `Ihre Bestellung: ${data.product} (${data.number})`,
    parts: [
      text('vielen Dank für Ihre Bestellung. Hiermit bestätigen wir den Vertrag:'),
      toFacts(toOrderFacts(data)),
      ...toWithdrawalTexts(data, publication).map(text),
      { kind: 'links', links: toOrderLinks(data) },
      note('Bitte heben Sie diese E-Mail auf: Sie enthält alle Angaben zu Ihrem Vertrag.'),
      ...toModelForm(data.seller, publication),
    ],
  }),
  'order-refused': (data) => ({
    subject: `Zu Ihrer Bestellung ${data.number}`,
    parts: [
      text(
        `mit dieser E-Mail-Adresse wurde „${data.product}“ bestellt. ${ORDER_REFUSALS[data.reason] ?? ORDER_REFUSALS.PAYMENT_REFUSED}`,
      ),
      text('Es wurde kein Vertrag geschlossen. Was schon bezahlt war, erstatten wir.'),
      button('Anmelden', '/#login'),
      note('Sie haben das nicht bestellt? Dann müssen Sie nichts tun.'),
    ],
  }),
  'order-failed': (data) => ({
    subject: `Ihre Bestellung ${data.number} kam nicht zustande`,
    parts: [
      text(
        `die Zahlung für „${data.product}“ ist nicht angekommen. Es wurde kein Vertrag geschlossen, und Sie müssen nichts bezahlen.`,
      ),
      button('Noch einmal bestellen', '/order/abo'),
    ],
  }),
  'contract-notice': (data) => {
    const { subject, texts, facts, button: label, notes } = toNoticeText(data)
    return { subject, parts: [...texts.map(text), toFacts(facts), button(label, data.path), ...notes.map(note)] }
  },
  'cancellation-received': (data) => ({
    subject: `Eingang Ihrer Kündigung (${data.number})`,
    parts: [
      text(`Ihre Kündigung ist am ${day(data.receivedAt)} bei uns eingegangen. Das haben Sie erklärt:`),
      toFacts(listReceiptFacts({ ...data, right: 'cancellation', receivedAt: new Date(data.receivedAt) })),
      text(
        'Sie müssen nichts weiter tun. Wir ordnen die Kündigung Ihrem Vertrag zu und schreiben Ihnen, wann er endet.',
      ),
      note(
        'Bitte heben Sie diese E-Mail auf: Sie belegt Inhalt, Datum und Uhrzeit Ihrer Kündigung. Haben Sie nicht selbst gekündigt, antworten Sie uns bitte oder rufen Sie uns an; die Nummer steht im Impressum.',
      ),
    ],
  }),
  'withdrawal-received': (data) => ({
    subject: `Eingang Ihres Widerrufs (${data.number})`,
    parts: [
      text(`Ihr Widerruf ist am ${day(data.receivedAt)} bei uns eingegangen. Das haben Sie erklärt:`),
      toFacts(listReceiptFacts({ ...data, right: 'withdrawal', receivedAt: new Date(data.receivedAt) })),
      text(
        'Sie müssen nichts weiter tun. Wir ordnen den Widerruf Ihrem Vertrag zu und schreiben Ihnen, wie es mit Zahlungen weitergeht.',
      ),
      note(
        'Bitte heben Sie diese E-Mail auf: Sie belegt Inhalt, Datum und Uhrzeit Ihres Widerrufs. Haben Sie nicht selbst widerrufen, antworten Sie uns bitte oder rufen Sie uns an; die Nummer steht im Impressum.',
      ),
    ],
  }),
}
