/**
 * Texts of the checkout (S2.3-05). Price, term and cancellation stand in words beside the button (§ 312j BGB); the law
 * words the button. A trial never stands without the price that follows it (PAngV).
 */
import { formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { Offer } from '@lokalteil/domain/commerce/offers'
import type {
  OrderCountry,
  OrderFault,
  OrderField,
  PaymentKind,
  Quote,
  Voucher,
} from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import { toPeriod } from './order.ts'

/** Noon, so that no time zone changes the day. */
const toDate = (day: Day) => new Date(`${day}T12:00:00Z`)
const longDay = (day: Day) => formatLongDate(toDate(day))

const PAYMENTS: Readonly<Record<PaymentKind, { label: string; text: string }>> = {
  sepa: { label: 'SEPA-Lastschrift', text: 'Wir buchen von Ihrem Konto ab.' },
  card: { label: 'Kreditkarte', text: 'Visa, Mastercard und andere.' },
  invoice: { label: 'Rechnung', text: 'Sie überweisen innerhalb von 14 Tagen.' },
  none: { label: 'Kein Betrag offen', text: 'Ihr Gutschein deckt alles.' },
}

const COUNTRIES: Readonly<Record<OrderCountry, string>> = {
  DE: 'Deutschland',
  AT: 'Österreich',
  BE: 'Belgien',
  CH: 'Schweiz',
  CZ: 'Tschechien',
  DK: 'Dänemark',
  ES: 'Spanien',
  FR: 'Frankreich',
  IT: 'Italien',
  LI: 'Liechtenstein',
  LU: 'Luxemburg',
  NL: 'Niederlande',
  PL: 'Polen',
}

const LABELS: Readonly<Record<OrderField, string>> = {
  salutation: 'Anrede',
  firstName: 'Vorname',
  lastName: 'Nachname',
  company: 'Firma',
  vatId: 'Umsatzsteuer-ID',
  street: 'Straße und Hausnummer',
  postcode: 'Postleitzahl',
  city: 'Ort',
  country: 'Land',
  email: 'E-Mail-Adresse',
  iban: 'IBAN',
  holder: 'Kontoinhaberin oder Kontoinhaber',
  mandate: 'Lastschriftmandat',
  cardNumber: 'Nummer der Testkarte',
  terms: 'AGB',
  withdrawalLapses: 'Widerrufsrecht',
  voucherCode: 'Gutscheincode',
  recipientName: 'Empfängerin, Empfänger oder Firma',
  recipientStreet: 'Straße und Hausnummer der Lieferung',
  recipientPostcode: 'Postleitzahl der Lieferung',
  recipientCity: 'Ort der Lieferung',
  recipientCountry: 'Land der Lieferung',
}

const FAULTS: Readonly<Record<OrderFault, string>> = {
  REQUIRED: 'Bitte füllen Sie dieses Feld aus.',
  TOO_LONG: 'Diese Angabe ist zu lang.',
  NOT_ALLOWED: 'Bitte prüfen Sie diese Angabe: Sie enthält Zeichen, die hier nicht vorkommen.',
  INVALID_EMAIL: 'Diese E-Mail-Adresse ist nicht vollständig, zum Beispiel: name@example.de',
  INVALID_POSTCODE: 'Diese Postleitzahl passt nicht zum Land.',
  INVALID_VAT_ID: 'Diese Umsatzsteuer-ID ist nicht vollständig, zum Beispiel: DE123456789',
  INVALID_IBAN: 'Diese IBAN stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte oder Ihrem Kontoauszug.',
  IBAN_ABROAD:
    'Von Konten außerhalb des Europäischen Wirtschaftsraums, zum Beispiel in der Schweiz oder in Großbritannien, können wir nicht abbuchen. Bitte nehmen Sie ein anderes Konto oder zahlen Sie auf anderem Weg.',
  NOT_LATIN: 'Bitte schreiben Sie diesen Namen in lateinischen Buchstaben, so wie ihn Ihre Bank führt.',
  INVALID_CARD: 'Diese Nummer kennt die Testbank nicht. Bitte nehmen Sie eine aus der Liste.',
  INVALID_VOUCHER: 'Dieser Gutscheincode ist ungültig oder gilt hier nicht.',
}

const OWN_FAULTS: Partial<Record<OrderField, Partial<Record<OrderFault, string>>>> = {
  mandate: { REQUIRED: 'Ohne Ihr Mandat können wir nicht abbuchen.' },
  terms: { REQUIRED: 'Bitte stimmen Sie den AGB zu.' },
  withdrawalLapses: { REQUIRED: 'Ohne Ihre Zustimmung können wir die Coins nicht sofort gutschreiben.' },
  iban: { REQUIRED: 'Bitte geben Sie Ihre IBAN ein.' },
  vatId: { NOT_ALLOWED: 'Eine Umsatzsteuer-ID gehört zu einer Firma. Bitte nennen Sie auch deren Namen.' },
}

const FAILURES: Readonly<Record<string, string>> = {
  CARD_DECLINED: 'Ihre Karte wurde abgelehnt. Bitte prüfen Sie die Angaben oder zahlen Sie auf anderem Weg.',
  INSUFFICIENT_FUNDS: 'Das Konto ist nicht ausreichend gedeckt. Bitte zahlen Sie auf anderem Weg.',
  ACCOUNT_CLOSED: 'Von diesem Konto kann nicht abgebucht werden. Bitte nehmen Sie ein anderes.',
  AUTHENTICATION_REQUIRED: 'Ihre Bank möchte die Zahlung von Ihnen bestätigt haben. Bitte zahlen Sie noch einmal.',
  PAYMENT_CANCELLED: 'Die Zahlung wurde abgebrochen.',
  PAYMENT_EXPIRED: 'Die Zeit für die Zahlung ist abgelaufen.',
  ALREADY_SUBSCRIBED: 'Sie haben dieses Abo schon.',
  TRIAL_USED: 'Den Probepreis gibt es nur einmal, und Sie hatten ihn schon.',
  VOUCHER_USED: 'Der Gutschein wurde inzwischen eingelöst.',
  SOLD_OUT: 'Etwas davon ist inzwischen vergriffen. Es wurde nichts bestellt und nichts abgebucht.',
  NOT_POSSIBLE: 'Die Bestellung konnte nicht ausgeführt werden. Was schon bezahlt war, erstatten wir.',
}

const REFUSALS = {
  ALREADY_SUBSCRIBED: 'Sie haben dieses Abo schon. Es wurde nichts bestellt.',
  NO_PAYMENT:
    'Auf diesem Weg können Sie hier nicht bezahlen. Bitte wählen Sie einen anderen; Ihre Angaben sind noch da.',
  TOO_MANY_ORDERS:
    'In kurzer Zeit sind viele Bestellungen eingegangen. Ihre Angaben sind noch da; bitte versuchen Sie es in einer Stunde wieder.',
  NOT_SELLING:
    'Zurzeit kann hier nichts bestellt werden, weil Angaben des Verlags fehlen. Es wurde nichts bestellt und nichts abgebucht.',
  UNKNOWN_OFFER: 'Dieses Angebot gibt es nicht mehr. Es wurde nichts bestellt.',
  LOGIN_NEEDED: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich wieder an; Ihre Angaben sind noch da.',
  EMAIL_NOT_VERIFIED:
    'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse: Dorthin schicken wir Bestätigung und Vertrag. Ihre Angaben sind noch da.',
  NOT_AVAILABLE:
    'Etwas davon ist inzwischen vergriffen oder hat sich geändert. Es wurde nichts bestellt; bitte sehen Sie noch einmal in den Warenkorb.',
  REFUSED:
    'Die Bestellung konnte nicht angenommen werden. Bitte prüfen Sie Ihre Angaben und bestellen Sie noch einmal.',
} as const

/** Lines with equal prominence. */
export type PriceLine = {
  label: string
  cents: number
  detail?: string
  /** The price before the voucher. */ before?: string
}

/** The offer on the terms of this quote: without a trial for a reader who already had one. */
export function toOffered(offer: Offer, quote: Pick<Quote, 'lines'> | null): Offer {
  return quote === null || quote.lines.some(({ kind }) => kind === 'trial') ? offer : { ...offer, trial: null }
}

const inFirst = (months: number | null) =>
  months === null
    ? ''
    : months === 1
      ? 'für den ersten Monat'
      : months === 12
        ? 'für das erste Jahr'
        : `für die ersten ${months} Monate`
const perMonths = (months: number) => toPeriod({ periodMonths: months })

/** The price today and the later ones, each with its amount. */
export function listPriceLines({ lines, next, regular }: Quote): PriceLine[] {
  const now = lines.map(({ kind, months, dueCents, discountCents, listCents }): PriceLine => ({
    label: kind === 'once' ? 'einmalig' : inFirst(months),
    cents: dueCents,
    ...(discountCents > 0 ? { before: formatPrice(listCents) } : {}),
  }))
  if (next === null || regular === null) return now
  const isFull = next.cents === regular.cents
  const after: PriceLine = {
    label: `danach ${perMonths(regular.months)}`,
    cents: next.cents,
    detail: `ab ${longDay(next.on)}`,
  }
  return [
    ...now,
    after,
    ...(isFull
      ? []
      : [
          {
            label: `zum vollen Preis ${perMonths(regular.months)}`,
            cents: regular.cents,
            detail: 'sobald der Gutschein aufgebraucht ist',
          },
        ]),
  ]
}

export function toVoucherText({ kind, value, periods }: Voucher): string {
  const off = kind === 'percent' ? `${value} %` : formatPrice(value)
  return `${off} weniger ${periods === 1 ? 'auf die erste Zahlung' : `auf die ersten ${periods} Zahlungen`} zum vollen Preis`
}

export const checkoutTexts = {
  title: 'Bestellung abschließen',
  overview: 'Angebote',
  choose: 'Bitte wählen Sie ein Angebot.',
  chooseText: 'Zu dieser Adresse gehört kein Angebot, das Sie jetzt bestellen können.',
  toOffers: 'Zu den Angeboten',
  needsScript:
    'Zum Bestellen auf dieser Seite brauchen Sie JavaScript. Ohne geht es auch: Unser Leserservice nimmt Ihre Bestellung gern auf.',
  loading: 'Das Formular wird geladen.',
  newTab: '(öffnet sich in einem neuen Tab)',
  service: 'Fragen zur Bestellung?',

  summary: 'Ihre Auswahl',
  runsAfter: (from: string, until: string) =>
    `Die Laufzeit beginnt am ${longDay(from)}: Bis zum ${longDay(until)} ist Ihr Zugang schon freigeschaltet, davon geht nichts verloren. Die erste Zahlung berechnen wir schon heute.`,
  otherOffer: 'Anderes Angebot wählen',
  total: 'Heute zu zahlen',
  totalInvoice: 'Rechnungsbetrag',
  vat: (percent: number, cents: number) => `inkl. ${percent} % MwSt. (${formatPrice(cents)})`,
  withdrawalRight: '14 Tage Widerrufsrecht',

  steps: { account: 'Konto', details: 'Daten', payment: 'Zahlung', review: 'Prüfen und bestellen' },
  /** Hashes in the address, so that Back goes one step back. */
  hashes: { account: 'konto', details: 'daten', payment: 'zahlung', review: 'pruefen' },
  stepOf: (index: number, count: number) => `Schritt ${index} von ${count}`,
  isDone: 'erledigt',
  change: 'Ändern',
  changeOf: (step: string) => `${step} ändern`,
  next: { account: 'Weiter zu den Daten', details: 'Weiter zur Zahlung', payment: 'Weiter zur Prüfung' },
  faultsTitle: (count: number) =>
    count === 1 ? 'Eine Angabe fehlt noch oder stimmt nicht:' : `${count} Angaben fehlen noch oder stimmen nicht:`,
  fault: (field: OrderField, fault: OrderFault) => OWN_FAULTS[field]?.[fault] ?? FAULTS[fault] ?? FAULTS.NOT_ALLOWED,
  faultLink: (field: OrderField, fault: OrderFault) =>
    `${LABELS[field]}: ${OWN_FAULTS[field]?.[fault] ?? FAULTS[fault] ?? FAULTS.NOT_ALLOWED}`,
  label: (field: OrderField) => LABELS[field],
  optional: (label: string) => `${label} (freiwillig)`,

  asReader: 'Sie bestellen als',
  verify: 'E-Mail-Adresse bestätigen',
  hasAccount: 'Sie haben schon ein Konto?',
  login: 'Anmelden',
  loginText: 'Dann müssen Sie weniger ausfüllen. Sie bleiben auf dieser Seite.',
  guestTitle: 'Ohne Anmeldung bestellen',
  guestHint:
    'An diese Adresse schicken wir Bestätigung und Vertrag. Gibt es noch kein Konto mit ihr, legen wir eines für Sie an; Ihr Passwort vergeben Sie danach selbst.',

  notStated: 'Keine Angabe',
  elsewhere: 'An eine andere Adresse liefern',
  elsewhereHint: 'Die Rechnung bekommen Sie, die Ware kommt dorthin.',
  elsewhereFolded: (name: string, city: string) => `Lieferung an ${name}, ${city}`,
  nothingToPay: 'Ihr Gutschein deckt alles: Sie müssen nichts mehr bezahlen und keine Zahlungsart angeben.',
  companyTitle: 'Als Firma bestellen',
  companyHint: 'Die Rechnung wird auf die Firma ausgestellt.',
  vatIdHint: 'Nur, wenn Sie eine haben.',
  country: (code: string) => COUNTRIES[code as OrderCountry] ?? code,

  payments: PAYMENTS,
  paymentTitle: 'Wie möchten Sie zahlen?',
  isTest: 'Test',
  noPayments:
    'Zurzeit kann hier nicht bezahlt werden. Bitte versuchen Sie es später wieder oder wenden Sie sich an unseren Leserservice.',
  invoiceWithLogin: 'Auf Rechnung können Sie zahlen, wenn Sie angemeldet sind. Ihre Angaben bleiben stehen.',
  ibanHint: 'Zum Beispiel DE89 3704 0044 0532 0130 00. Wir speichern sie verschlüsselt.',
  ibanStates: {
    empty: '',
    incomplete: '',
    wrong: 'Die Prüfziffern passen noch nicht.',
    good: 'Die IBAN ist vollständig.',
  },
  mandate: (publication: string) =>
    `Ich ermächtige den Verlag (${publication}), Zahlungen von diesem Konto per Lastschrift einzuziehen, und weise meine Bank an, die Lastschriften einzulösen.`,
  mandateHint:
    'Sie können eine Lastschrift acht Wochen lang zurückgeben. Es gelten die Bedingungen Ihrer Bank. Die Mandatsreferenz steht in der Bestätigung.',
  walletOrCard: (wallet: string) => `${wallet} oder Kreditkarte`,
  cardLeaves: (wallet: string | null) =>
    `${
      wallet === null
        ? 'Ihre Karte geben Sie nach der Bestellung bei unserem Zahlungsdienst ein.'
        : `Nach der Bestellung bezahlen Sie bei unserem Zahlungsdienst, mit ${wallet} oder Ihrer Karte.`
    } Danach kommen Sie hierher zurück.`,
  invoiceTextOnce: 'Die Rechnung kommt per E-Mail. Sie haben 14 Tage Zeit.',
  invoiceText: 'Die Rechnung kommt per E-Mail. Lesen können Sie sofort.',
  testTitle: 'Testbank: Hier fließt kein Geld',
  testText: 'Diese Nummern kennt sie; ein Klick setzt sie ein:',
  testUseOf: (number: string) => `${number} einsetzen`,
  /** Numbers of the built-in test bank, each with a fixed result. */
  testNumbers: {
    sepa: [
      { number: 'DE93 9999 9999 0000 0000 01', text: 'wird bezahlt' },
      { number: 'DE12 9999 9999 0000 0000 04', text: 'wird nach drei Sekunden bezahlt' },
      { number: 'DE66 9999 9999 0000 0000 02', text: 'Konto ist geschlossen' },
      { number: 'DE39 9999 9999 0000 0000 03', text: 'Konto ist nicht gedeckt' },
    ],
    card: [
      { number: '9999 0000 0000 0012', text: 'wird bezahlt' },
      { number: '9999 0000 0000 0046', text: 'muss auf der Seite der Testbank bestätigt werden' },
      { number: '9999 0000 0000 0053', text: 'wird nach drei Sekunden bezahlt' },
      { number: '9999 0000 0000 0020', text: 'wird abgelehnt' },
      { number: '9999 0000 0000 0038', text: 'ist nicht gedeckt' },
    ],
  },
  voucherTitle: 'Gutscheincode einlösen',
  voucherApply: 'Anwenden',
  voucherChecking: 'Der Gutscheincode wird geprüft.',
  voucherTaken: (code: string) => `Gutschein ${code} ist berücksichtigt.`,
  voucherDrop: 'Entfernen',
  voucherRefusals: {
    'bad-voucher': FAULTS.INVALID_VOUCHER,
    'too-many': 'Das waren zu viele Versuche. Bitte warten Sie eine Viertelstunde.',
    unreachable: 'Der Gutscheincode konnte gerade nicht geprüft werden. Bitte versuchen Sie es noch einmal.',
  },

  payWith: 'Bezahlt wird mit',
  product: 'Produkt',
  price: 'Preis',
  term: 'Laufzeit und Kündigung',
  terms: {
    before: 'Ich stimme den',
    link: 'AGB',
    after: 'zu. Die',
    withdrawal: 'Widerrufsbelehrung',
    end: 'habe ich zur Kenntnis genommen.',
  },
  termsPath: '/agb',
  withdrawalPath: '/agb#8-widerrufsrecht',
  withdrawalLapses:
    'Ich verlange, dass die Coins sofort gutgeschrieben werden, und weiß: Mein Widerrufsrecht erlischt für jeden Coin, sobald ich ihn einlöse.',
  submit: 'Zahlungspflichtig bestellen',
  sending: 'Ihre Bestellung wird übermittelt. Bitte lassen Sie diese Seite offen.',
  submitNote: 'Mit dem Klick schließen Sie einen Vertrag, der Sie zur Zahlung verpflichtet.',

  quoteTroubles: {
    'unknown-offer': 'Dieses Angebot gibt es nicht mehr.',
    'not-selling': 'Zurzeit kann hier nichts bestellt werden, weil Angaben des Verlags fehlen.',
    offline: 'Sie sind gerade nicht mit dem Internet verbunden. Der Preis konnte nicht geladen werden.',
    unavailable: 'Der Preis konnte gerade nicht geladen werden.',
  },
  noBasket: 'Diese Bestellung gibt es hier nicht oder nicht mehr.',
  othersBasket: 'Waren Sie angemeldet, als Sie sie begonnen haben? Dann melden Sie sich bitte wieder an.',
  retry: 'Erneut versuchen',
  notices: {
    price: (before: number, now: number) =>
      `Der Preis hat sich geändert: ${formatPrice(now)} statt ${formatPrice(before)}`,
    priceText: 'Bestellt wurde noch nichts. Bitte prüfen Sie den neuen Preis und bestellen Sie dann.',
    failed: 'Die Zahlung hat nicht geklappt',
    failedText: 'Bestellt wurde nichts, und Ihre Angaben sind noch da.',
    failure: (failure: string | null) =>
      FAILURES[failure ?? ''] ?? 'Die Zahlung wurde nicht angenommen. Bitte versuchen Sie es auf anderem Weg.',
    refused: 'Die Bestellung wurde nicht angenommen',
    refusal: (reason: keyof typeof REFUSALS) => REFUSALS[reason],
    toSubscriptions: 'Zu Ihren Abos',
    unanswered: (isOffline: boolean) =>
      isOffline ? 'Sie sind gerade nicht mit dem Internet verbunden' : 'Wir haben keine Antwort bekommen',
    unansweredText:
      'Ob Ihre Bestellung angekommen ist, wissen wir noch nicht. Ihre Angaben sind noch da. Senden Sie ruhig noch einmal: Bestellt wird nur einmal.',
    again: 'Noch einmal senden',
  },

  leavingTitle: 'Weiter zur Zahlung',
  leavingText: 'Sie werden zur Seite des Zahlungsdienstes geleitet.',
  waitingTitle: 'Wir warten auf die Bestätigung der Zahlung',
  waitingText: 'Das dauert meistens nur ein paar Sekunden. Bitte lassen Sie diese Seite offen.',
  overdueText:
    'Die Bestätigung lässt auf sich warten. Sie können diese Seite schließen: Sobald die Zahlung da ist, schreiben wir Ihnen eine E-Mail.',
  backToPayment: 'Zurück zur Zahlung',
  missingTitle: 'Diese Bestellung finden wir nicht',
  missingText: 'Die Adresse ist nicht vollständig, oder die Bestellung gehört zu einer anderen Zeitung.',
  doneTitle: 'Vielen Dank für Ihre Bestellung.',
  doneReader: 'Alles ist freigeschaltet. Bestätigung, Vertrag und Widerrufsbelehrung schicken wir Ihnen per E-Mail.',
  doneCoins: (coins: number) =>
    `${coins} Coins sind auf Ihrem Konto. Bestätigung und Widerrufsbelehrung schicken wir Ihnen per E-Mail.`,
  doneGuest:
    'Wir haben Ihnen eine E-Mail geschickt. Darin steht, wie Sie sich anmelden und loslesen; sehen Sie bitte auch im Spam-Ordner nach.',
  doneEarlier:
    'Ihre erste Bestellung war schon bei uns angekommen. Sie gilt so, wie sie hier steht; was Sie danach geändert haben, ist nicht mehr enthalten.',
  orderNumber: 'Bestellnummer',
  toArticle: 'Artikel jetzt lesen',
  toPage: 'Zurück zur vorigen Seite',
  toAccount: 'Zu Ihren Abos',
  toCoins: 'Zu Ihren Coins',
  toHome: 'Zur Startseite',
  toLogin: 'Anmelden',
  failedTitle: 'Die Zahlung hat nicht geklappt',
  tryAgain: 'Noch einmal bestellen',
} as const
