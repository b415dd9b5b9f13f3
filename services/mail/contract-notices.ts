/** Letters about a running contract: the event, its price, and the reader's options with their deadlines. */
import type { ContractNotice } from '@lokalteil/contracts/mail'
import { formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { Fact } from './parts.ts'

type Letter = { subject: string; texts: string[]; button: string; notes: string[] }
/** The parts of a notice as text; '' for missing ones. */
type Words = { about: string; on: string; until: string; price: string; other: string; creditorId: string }

export function toNoticeText(notice: ContractNotice): Letter & { facts: Fact[] } {
  const { kind, contract, on, until, cents, other, reference, creditorId } = notice
  const price = cents === null ? '' : formatPrice(cents)
  const words: Words = {
    about: `„${contract}“`,
    on: toDay(on),
    until: toDay(until),
    price,
    other: other ?? '',
    creditorId: creditorId ?? '',
  }
  const facts = [
    { label: 'Abo', value: contract },
    ...(other === null ? [] : [{ label: kind === 'switched' ? 'Neues Abo' : 'Konto', value: other }]),
    ...(cents === null ? [] : [{ label: 'Betrag', value: price }]),
    ...(reference === null
      ? []
      : [{ label: kind === 'debit-announced' ? 'Mandatsreferenz' : 'Unterlage', value: reference }]),
  ]
  return { ...LETTERS[kind](words), facts }
}

function toDay(key: string | null): string {
  return key === null ? '' : formatLongDate(new Date(`${key}T12:00:00Z`))
}

function make(subject: string, texts: string[], button = 'Zu meinen Abos', notes: string[] = []): Letter {
  return { subject, texts, button, notes }
}

const LETTERS: Readonly<Record<ContractNotice['kind'], (words: Words) => Letter>> = {
  renewal: ({ about, on, price, until }) =>
    make(`Ihr Abo ${about} geht am ${on} weiter`, [
      `Ihr Abo läuft weiter, wenn Sie nichts tun. Am ${on} berechnen wir ${price} für die nächste Zeit.`,
      `Wenn Sie nicht weiterlesen möchten, können Sie noch bis zum ${until} kündigen, ohne dass etwas berechnet wird – in Ihrem Konto oder unter „Verträge hier kündigen“. Auch danach ist Ihr Abo jederzeit mit einem Monat Frist kündbar.`,
    ]),
  'payment-failed': ({ about, price, until }) =>
    make(
      `Zahlung für ${about} fehlgeschlagen`,
      [
        `wir konnten ${price} für Ihr Abo leider nicht einziehen. Bis die Zahlung da ist, ruht Ihr Zugang.`,
        `Bitte prüfen Sie Ihre Zahlungsart oder hinterlegen Sie eine andere. Sobald bezahlt ist, lesen Sie sofort weiter. Ohne Zahlung endet Ihr Abo am ${until}.`,
      ],
      'Jetzt bezahlen',
    ),
  'payment-reminder': ({ about, price, until }) =>
    make(
      `Erinnerung: Zahlung für ${about} steht aus`,
      [
        `${price} für Ihr Abo sind noch offen; auch ein neuer Versuch ist fehlgeschlagen. Ihr Zugang ruht so lange.`,
        `Mit einer anderen Zahlungsart geht es sofort weiter. Ohne Zahlung endet Ihr Abo am ${until}. Mahngebühren berechnen wir nicht.`,
      ],
      'Jetzt bezahlen',
    ),
  'payment-recovered': ({ about, price }) =>
    make(`Danke, Ihre Zahlung für ${about} ist da`, [
      `${price} sind bezahlt, Ihr Zugang ist wieder offen. Melden Sie sich einmal neu an, falls ein Artikel noch verschlossen ist.`,
    ]),
  'ended-unpaid': ({ about, on }) =>
    make(
      `Ihr Abo ${about} ist beendet`,
      [
        `für Ihr Abo ist trotz zweier Erinnerungen keine Zahlung eingegangen. Es ist deshalb am ${on} beendet worden.`,
        'Wenn das ein Versehen war, bestellen Sie gern neu; unser Leserservice hilft Ihnen.',
      ],
      'Neu bestellen',
    ),
  cancelled: ({ about, on, price, until }) =>
    make(
      `Ihre Kündigung von ${about}`,
      [
        `wir haben Ihre Kündigung vom ${on} erhalten. Ihr Abo endet am ${until}; bis dahin lesen Sie wie gewohnt.`,
        ...(price === '' ? [] : [`${price} für die nicht genutzte Zeit erstatten wir Ihnen.`]),
      ],
      'Zu meinen Abos',
      ['Sie haben es sich anders überlegt? Bis zum letzten Tag können Sie die Kündigung in Ihrem Konto zurücknehmen.'],
    ),
  'cancellation-undone': ({ about }) =>
    make(`Ihr Abo ${about} läuft weiter`, [
      'Sie haben Ihre Kündigung zurückgenommen. Ihr Abo läuft zu den bisherigen Bedingungen weiter. Schön, dass Sie bleiben!',
    ]),
  ended: ({ about, on }) =>
    make(`Ihr Abo ${about} ist beendet`, [
      `Ihr Abo ist am ${on} wie vereinbart ausgelaufen. Ihre Rechnungen finden Sie weiterhin in Ihrem Konto.`,
    ]),
  withdrawn: ({ about, on }) =>
    make(`Ihr Abo ${about} ist widerrufen`, [
      `Ihr Widerruf ist bearbeitet: Ihr Abo ist am ${on} beendet. Was Sie bezahlt haben, erstatten wir auf demselben Weg. Die Rechnungskorrektur finden Sie in Ihrem Konto.`,
    ]),
  paused: ({ about, on, until }) =>
    make(`Ihr Abo ${about} pausiert`, [
      `Ihr Abo ruht vom ${on} an und geht am ${until} weiter. In der Pause berechnen wir nichts, Plus-Artikel sind so lange verschlossen.`,
      'Sie können die Pause jederzeit in Ihrem Konto beenden.',
    ]),
  resumed: ({ about, on }) =>
    make(`Ihr Abo ${about} geht weiter`, [`die Pause ist vorbei: Seit dem ${on} läuft Ihr Abo wieder.`]),
  switched: ({ about, on, other, until }) =>
    make(`Ihr Wechsel zu „${other}“`, [
      until === ''
        ? `Ihr Wechsel gilt seit dem ${on}. Was Sie für ${about} noch nicht verbraucht hatten, haben wir angerechnet.`
        : `Ihr Wechsel ist vorgemerkt: Bis zum ${until} lesen Sie ${about}, danach „${other}“.`,
    ]),
  'switch-failed': ({ about, other }) =>
    make(`Ihr Wechsel zu „${other}“ hat nicht geklappt`, [
      `die Zahlung für den Wechsel ist fehlgeschlagen. Ihr Abo ${about} läuft unverändert weiter, berechnet wurde nichts.`,
    ]),
  'debit-announced': ({ about, creditorId, on, price }) =>
    make(`Lastschrift für ${about} am ${on}`, [
      `wir ziehen ${price} am ${on} oder am nächsten Bankarbeitstag von Ihrem Konto ein. Bitte sorgen Sie für Deckung.`,
      `Unsere Gläubiger-Identifikationsnummer: ${creditorId}`,
    ]),
  credited: ({ about, price }) =>
    make(`Gutschrift für ${about}`, [
      `wir erstatten Ihnen ${price}. Die Rechnungskorrektur finden Sie in Ihrem Konto.`,
    ]),
}
