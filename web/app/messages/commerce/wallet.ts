/** Texts about coins: the layer that sells an article, and receipts. */
import { formatDate, formatDateTime } from '@lokalteil/domain/german'

const coins = (count: number) => (count === 1 ? '1 Coin' : `${count} Coins`)

export const walletTexts = {
  title: (price: number) => `Diesen Artikel für ${coins(price)} lesen`,
  balance: (count: number) => `Sie haben ${coins(count)}.`,
  nearlyOut: (price: number) => (price === 1 ? 'Das ist Ihr letzter Coin.' : 'Das sind Ihre letzten Coins.'),
  buy: (price: number) => `Mit ${coins(price)} freischalten`,
  buying: 'Der Artikel wird freigeschaltet …',
  bought: (count: number) =>
    `Der Artikel ist freigeschaltet. ${count === 0 ? 'Sie haben keine Coins mehr.' : `Sie haben noch ${coins(count)}.`}`,
  stays: 'Der Artikel bleibt für Sie freigeschaltet.',
  consent: 'Ich möchte den Artikel sofort lesen und weiß, dass mein Widerrufsrecht mit dem Freischalten erlischt.',
  consentMissing: 'Bitte stimmen Sie zu, damit wir den Artikel sofort freischalten können.',
  subscribe: 'Lieber unbegrenzt lesen? Angebote ansehen',
  moreCoins: 'Coins kaufen',
  showText: 'Text anzeigen',
  errors: {
    'no-credits': 'Sie haben nicht mehr genug Coins. Es wurde nichts abgebucht.',
    'price-changed': (price: number) =>
      `Der Artikel kostet jetzt ${coins(price)}. Es wurde nichts abgebucht. Bitte bestätigen Sie den neuen Preis.`,
    'logged-out': 'Ihre Anmeldung ist abgelaufen. Es wurde nichts abgebucht. Bitte melden Sie sich erneut an.',
    refused: 'Der Artikel kann nicht mit Coins freigeschaltet werden. Es wurde nichts abgebucht.',
    unreachable:
      'Das hat nicht geklappt. Versuchen Sie es bitte noch einmal – für denselben Artikel zahlen Sie nie zweimal.',
  },
  login: 'Anmelden',
} as const

/** Names of bookings in a list. */
export const bookingTexts = {
  purchase: 'Coins gekauft',
  grant: 'Coins erhalten',
  article: 'Artikel gekauft',
  issue: 'E-Paper-Ausgabe gekauft',
  refund: 'Erstattung',
  expiry: 'Coins verfallen',
  credit: 'Gutschrift zum Abo',
} as const

export const signedCoins = (amount: number) => `${amount > 0 ? '+' : '−'}${coins(Math.abs(amount))}`

type Receipt = {
  publication: string
  customerId: string
  booking: {
    receiptNumber: string
    kind: keyof typeof bookingTexts
    subject: { issueKey?: string | undefined; title?: string | undefined; name?: string | undefined }
    reason: string
    amount: number
    expiresOn: string | null
    refunds: string | null
    bookedAt: string
  }
}

export const receiptTexts = {
  lines: ({ publication, customerId, booking }: Receipt): string[] => [
    publication,
    '',
    `Beleg ${booking.receiptNumber}`,
    `${bookingTexts[booking.kind]} am ${formatDateTime(new Date(booking.bookedAt))}`,
    '',
    `Kundennummer: ${customerId}`,
    ...(booking.subject.title === undefined
      ? []
      : [`${booking.subject.issueKey === undefined ? 'Artikel' : 'Ausgabe'}: ${booking.subject.title}`]),
    ...(booking.subject.name === undefined ? [] : [`Angebot: ${booking.subject.name}`]),
    `Betrag: ${signedCoins(booking.amount)}`,
    `Grund: ${booking.reason}`,
    ...(booking.expiresOn === null ? [] : [`Gültig bis: ${formatDate(new Date(`${booking.expiresOn}T12:00:00Z`))}`]),
    ...(booking.refunds === null ? [] : [`Zu Beleg: ${booking.refunds}`]),
    '',
    ...(booking.kind === 'article'
      ? [
          'Sie haben ausdrücklich zugestimmt, dass der Artikel sofort freigeschaltet wird, und bestätigt, dass Ihr Widerrufsrecht damit erlischt (§ 356 Abs. 5 BGB).',
          '',
        ]
      : []),
    ...(booking.kind === 'issue'
      ? [
          'Sie haben ausdrücklich zugestimmt, dass die Ausgabe sofort freigeschaltet wird, und bestätigt, dass Ihr Widerrufsrecht damit erlischt (§ 356 Abs. 5 BGB).',
          '',
        ]
      : []),
    'Wer hinter diesem Angebot steht, sagt das Impressum unter /impressum.',
  ],
}
