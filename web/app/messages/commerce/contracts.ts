/** Texts of contract actions on /account/abo: cancel, pause, change, pay, download documents. */
import type { ContractRight } from '@lokalteil/domain/commerce/contract-rights'
import { formatDate, formatDateTime, formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'

const at = (day: Day) => new Date(`${day}T12:00:00Z`)
const long = (day: Day) => formatLongDate(at(day))
const months = (count: number) =>
  count === 1 ? 'einen Monat' : count === 2 ? 'zwei Monate' : count === 3 ? 'drei Monate' : `${count} Monate`
const every = (count: number) => (count === 1 ? 'im Monat' : count === 12 ? 'im Jahr' : `alle ${count} Monate`)

export const CONTRACT_REFUSALS = {
  NOT_LOGGED_IN: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich neu an.',
  NOT_FOUND: 'Diesen Vertrag gibt es in Ihrem Konto nicht mehr. Bitte laden Sie die Seite neu.',
  NOT_POSSIBLE:
    'Das geht gerade nicht. Bitte laden Sie die Seite neu; vielleicht hat sich Ihr Abo inzwischen geändert.',
  END_CHANGED:
    'Das Ende Ihres Abos hat sich geändert. Bitte laden Sie die Seite neu und sehen Sie es sich noch einmal an.',
  PRICE_CHANGED: 'Der Betrag hat sich geändert. Bitte laden Sie die Seite neu und sehen Sie ihn sich noch einmal an.',
  PAYMENT_FAILED: 'Die Zahlung wurde abgelehnt. Ihr Abo läuft unverändert weiter, berechnet wurde nichts.',
  NO_PAYMENT: 'Diese Zahlungsart steht für Ihr Abo nicht zur Verfügung.',
  TOO_MANY_ATTEMPTS: 'Das waren zu viele Versuche. Bitte warten Sie eine Stunde.',
  UNAVAILABLE: 'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
  OFFLINE: 'Sie sind offline. Sobald Sie wieder verbunden sind, versuchen Sie es noch einmal.',
} as const
export type ContractRefusal = keyof typeof CONTRACT_REFUSALS

export const contractTexts = {
  manage: (name: string) => `„${name}“ verwalten`,
  refusal: (reason: ContractRefusal): string => CONTRACT_REFUSALS[reason],
  back: 'Schließen',
  busy: 'Einen Moment bitte …',

  declared: ({ right, number, receivedAt }: { right: ContractRight; number: string; receivedAt: string }) =>
    `${right === 'cancellation' ? 'Ihre Kündigung' : 'Ihr Widerruf'} ist am ${formatDateTime(new Date(receivedAt))} eingegangen (${number}). Wir bearbeiten die Erklärung und bestätigen Ihnen das Ende des Vertrags.`,
  paymentTitle: 'Zahlungsart',
  payments: { sepa: 'Lastschrift', card: 'Karte', invoice: 'Rechnung', none: 'nichts zu zahlen' },
  paymentOf: (kind: 'sepa' | 'card' | 'invoice' | 'none', label: string) =>
    label === '' ? contractTexts.payments[kind] : `${contractTexts.payments[kind]}, ${label}`,
  openTitle: 'Zahlung fehlgeschlagen',
  openText: (cents: number, endsOn: Day) =>
    `${formatPrice(cents)} konnten wir nicht einziehen. Bis der Betrag bezahlt ist, ruht Ihr Zugang; danach lesen Sie sofort weiter. Ohne Zahlung endet das Abo am ${long(endsOn)}.`,
  payAgain: (cents: number) => `${formatPrice(cents)} noch einmal abbuchen`,
  payOther: 'Mit anderer Zahlungsart bezahlen',
  changePayment: 'Zahlungsart ändern',
  changePaymentText: 'Gilt von der nächsten Zahlung an. Was offen ist, wird sofort bezahlt.',
  way: 'Womit möchten Sie bezahlen?',
  iban: 'IBAN',
  holder: 'Kontoinhaberin oder Kontoinhaber',
  mandate: (publication: string) =>
    `Ich ermächtige den Verlag (${publication}), Zahlungen von meinem Konto mit der SEPA-Lastschrift einzuziehen. Sie werden mir mindestens fünf Tage vorher angekündigt.`,
  card: 'Kartennummer',
  testHint:
    'Testbank: Es wird kein Geld bewegt. Zum Beispiel 9999 0000 0000 0012 (bezahlt) oder 9999 0000 0000 0020 (abgelehnt).',
  testIbanHint: 'Testbank: Es wird kein Geld bewegt. Zum Beispiel DE93 9999 9999 0000 0000 01.',
  invoiceText: 'Sie bekommen eine Rechnung und überweisen innerhalb von 14 Tagen.',
  cardElsewhere:
    'Ihre Karte geben Sie auf der Seite unseres Zahlungsdienstleisters ein. Bis sie dort bestätigt ist, bleibt alles, wie es ist.',
  goToCard: 'Weiter zur Karte',
  savePayment: 'Zahlungsart speichern',
  payNow: (cents: number) => `${formatPrice(cents)} jetzt bezahlen`,
  outcomes: {
    saved: 'Ihre Zahlungsart ist gespeichert.',
    paid: 'Danke, die Zahlung ist da. Ihr Zugang ist wieder offen.',
    failed: 'Die Zahlung wurde abgelehnt. Bitte versuchen Sie es mit einer anderen Zahlungsart.',
    leave: 'Sie werden zur Seite unseres Zahlungsdienstleisters geleitet.',
  },
  faults: {
    iban: 'Bitte prüfen Sie die IBAN.',
    holder: 'Bitte nennen Sie, wem das Konto gehört.',
    mandate: 'Ohne Ihre Zustimmung dürfen wir nicht abbuchen.',
    cardNumber: 'Diese Karte kennt die Testbank nicht.',
  } as Readonly<Record<string, string>>,

  plans: 'Abo wechseln',
  plansText:
    'Ein größeres Abo beginnt sofort; was Sie noch nicht verbraucht haben, rechnen wir an. Ein kleineres folgt, wenn die bezahlte Zeit vorbei ist.',
  planPrice: (cents: number, count: number) => `${formatPrice(cents)} ${every(count)}`,
  planNow: (due: number, credit: number) =>
    credit === 0
      ? `Ab sofort. Heute zu zahlen: ${formatPrice(due)}.`
      : `Ab sofort. ${formatPrice(credit)} rechnen wir an, heute zu zahlen: ${formatPrice(due)}.`,
  planLater: (from: Day) => `Ab dem ${long(from)}. Heute ist nichts zu zahlen.`,
  switchNow: (name: string, due: number) => `Zahlungspflichtig zu „${name}“ wechseln (${formatPrice(due)})`,
  switchLater: (name: string) => `Zahlungspflichtig zu „${name}“ wechseln`,
  switchedNow: (name: string) => `Willkommen bei „${name}“!`,
  switchedLater: (name: string) => `Der Wechsel zu „${name}“ ist vorgemerkt.`,
  change: 'Vorgemerkter Wechsel',
  changeOf: (name: string, from: Day, cents: number) => `„${name}“ ab dem ${long(from)} für ${formatPrice(cents)}`,
  undoChange: 'Wechsel zurücknehmen',
  changeUndone: 'Es bleibt bei Ihrem Abo.',

  pause: 'Pausieren',
  pauseText: (from: Day) =>
    `Die Pause beginnt am ${long(from)}, wenn die bezahlte Zeit vorbei ist. In der Pause berechnen wir nichts, und Plus-Artikel sind verschlossen. Einmal in zwölf Monaten.`,
  pauseLength: 'Wie lange?',
  pauseMonths: months,
  pauseStart: (count: number) => `${months(count)[0]!.toUpperCase()}${months(count).slice(1)} pausieren`,
  pausePlanned: 'Pause',
  pauseOf: (from: Day, resumesOn: Day) => `vom ${formatDate(at(from))} an, weiter am ${formatDate(at(resumesOn))}`,
  paused: 'Ihre Pause ist eingetragen.',
  resume: 'Pause jetzt beenden',
  resumeText: (cents: number | null) =>
    cents === null ? '' : `Dann beginnt heute ein neuer Zeitraum, und ${formatPrice(cents)} werden abgebucht.`,
  resumed: 'Die Pause ist beendet.',
  givePauseUp: 'Pause zurücknehmen',
  pauseGivenUp: 'Die Pause ist zurückgenommen.',

  cancel: 'Kündigen',
  cancelText: (end: Day) => `Wenn Sie jetzt kündigen, endet Ihr Abo am ${long(end)}. Bis dahin lesen Sie wie gewohnt.`,
  cancelNow: 'Jetzt kündigen',
  cancelled: (end: Day) =>
    `Ihre Kündigung ist angekommen. Ihr Abo endet am ${long(end)}; die Bestätigung kommt per E-Mail.`,
  undo: 'Kündigung zurücknehmen',
  undone: 'Schön, dass Sie bleiben! Ihr Abo läuft weiter.',

  documents: 'Rechnungen und Unterlagen',
  noDocuments: 'Hier finden Sie Ihre Rechnungen und Bestellbestätigungen, sobald es welche gibt.',
  documentKinds: { invoice: 'Rechnung', correction: 'Rechnungskorrektur', order: 'Bestellbestätigung' },
  documentName: (kind: 'invoice' | 'correction' | 'order', number: string) =>
    `${contractTexts.documentKinds[kind]} ${number}`,
  documentFacts: (about: string, issuedOn: Day, cents: number) =>
    `${about} · ${formatDate(at(issuedOn))} · ${formatPrice(cents)}`,
  formats: { pdf: 'PDF', zugferd: 'PDF mit Daten (ZUGFeRD)', xrechnung: 'XRechnung (XML)', txt: 'Text' },
  download: (format: string, name: string) => `${format}, ${name}`,
}
