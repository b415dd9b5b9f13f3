/** Letters about a running contract: what happened or will, what it costs, until when the reader can do what about it. */
import type { ContractNotice } from '@lokalteil/contracts/mail'
import { formatLongDate, formatPrice } from '@lokalteil/domain/german'

export type NoticeText = {
  subject: string
  texts: string[]
  facts: { label: string; value: string }[]
  button: string
  notes: string[]
}

const day = (key: string | null) => (key === null ? '' : formatLongDate(new Date(`${key}T12:00:00Z`)))
const price = (cents: number | null) => (cents === null ? '' : formatPrice(cents))

export function toNoticeText(notice: ContractNotice): NoticeText {
  const { contract, on, until, cents, other, reference } = notice
  const about = `„${contract}“`
  const facts = [
    { label: 'Abo', value: contract },
    ...(other === null ? [] : [{ label: notice.kind === 'switched' ? 'Neues Abo' : 'Konto', value: other }]),
    ...(cents === null ? [] : [{ label: 'Betrag', value: price(cents) }]),
    ...(reference === null
      ? []
      : [{ label: notice.kind === 'debit-announced' ? 'Mandatsreferenz' : 'Unterlage', value: reference }]),
  ]
  const make = (subject: string, texts: string[], button = 'Zu meinen Abos', notes: string[] = []): NoticeText => ({
    subject,
    texts,
    facts,
    button,
    notes,
  })
  switch (notice.kind) {
    case 'renewal':
      return make(`Ihr Abo ${about} geht am ${day(on)} weiter`, [
        `Ihr Abo läuft weiter, wenn Sie nichts tun. Am ${day(on)} berechnen wir ${price(cents)} für die nächste Zeit.`,
        `Wenn Sie nicht weiterlesen möchten, können Sie noch bis zum ${day(until)} kündigen, ohne dass etwas berechnet wird – in Ihrem Konto oder unter „Verträge hier kündigen“. Auch danach ist Ihr Abo jederzeit mit einem Monat Frist kündbar.`,
      ])
    case 'payment-failed':
      return make(
        `Zahlung für ${about} fehlgeschlagen`,
        [
          `wir konnten ${price(cents)} für Ihr Abo leider nicht einziehen. Bis die Zahlung da ist, ruht Ihr Zugang.`,
          `Bitte prüfen Sie Ihre Zahlungsart oder hinterlegen Sie eine andere. Sobald bezahlt ist, lesen Sie sofort weiter. Ohne Zahlung endet Ihr Abo am ${day(until)}.`,
        ],
        'Jetzt bezahlen',
      )
    case 'payment-reminder':
      return make(
        `Erinnerung: Zahlung für ${about} steht aus`,
        [
          `${price(cents)} für Ihr Abo sind noch offen; auch ein neuer Versuch ist fehlgeschlagen. Ihr Zugang ruht so lange.`,
          `Mit einer anderen Zahlungsart geht es sofort weiter. Ohne Zahlung endet Ihr Abo am ${day(until)}. Mahngebühren berechnen wir nicht.`,
        ],
        'Jetzt bezahlen',
      )
    case 'payment-recovered':
      return make(`Danke, Ihre Zahlung für ${about} ist da`, [
        `${price(cents)} sind bezahlt, Ihr Zugang ist wieder offen. Melden Sie sich einmal neu an, falls ein Artikel noch verschlossen ist.`,
      ])
    case 'ended-unpaid':
      return make(
        `Ihr Abo ${about} ist beendet`,
        [
          `für Ihr Abo ist trotz zweier Erinnerungen keine Zahlung eingegangen. Es ist deshalb am ${day(on)} beendet worden.`,
          'Wenn das ein Versehen war, bestellen Sie gern neu; unser Leserservice hilft Ihnen.',
        ],
        'Neu bestellen',
      )
    case 'cancelled':
      return make(
        `Ihre Kündigung von ${about}`,
        [
          `wir haben Ihre Kündigung vom ${day(on)} erhalten. Ihr Abo endet am ${day(until)}; bis dahin lesen Sie wie gewohnt.`,
          ...(cents === null ? [] : [`${price(cents)} für die nicht genutzte Zeit erstatten wir Ihnen.`]),
        ],
        'Zu meinen Abos',
        [
          'Sie haben es sich anders überlegt? Bis zum letzten Tag können Sie die Kündigung in Ihrem Konto zurücknehmen.',
        ],
      )
    case 'cancellation-undone':
      return make(`Ihr Abo ${about} läuft weiter`, [
        'Sie haben Ihre Kündigung zurückgenommen. Ihr Abo läuft zu den bisherigen Bedingungen weiter. Schön, dass Sie bleiben!',
      ])
    case 'ended':
      return make(`Ihr Abo ${about} ist beendet`, [
        `Ihr Abo ist am ${day(on)} wie vereinbart ausgelaufen. Ihre Rechnungen finden Sie weiterhin in Ihrem Konto.`,
      ])
    case 'withdrawn':
      return make(`Ihr Abo ${about} ist widerrufen`, [
        `Ihr Widerruf ist bearbeitet: Ihr Abo ist am ${day(on)} beendet. Was Sie bezahlt haben, erstatten wir auf demselben Weg. Die Rechnungskorrektur finden Sie in Ihrem Konto.`,
      ])
    case 'paused':
      return make(`Ihr Abo ${about} pausiert`, [
        `Ihr Abo ruht vom ${day(on)} an und geht am ${day(until)} weiter. In der Pause berechnen wir nichts, Plus-Artikel sind so lange verschlossen.`,
        'Sie können die Pause jederzeit in Ihrem Konto beenden.',
      ])
    case 'resumed':
      return make(`Ihr Abo ${about} geht weiter`, [`die Pause ist vorbei: Seit dem ${day(on)} läuft Ihr Abo wieder.`])
    case 'switched':
      return make(`Ihr Wechsel zu „${other ?? ''}“`, [
        until === null
          ? `Ihr Wechsel gilt seit dem ${day(on)}. Was Sie für ${about} noch nicht verbraucht hatten, haben wir angerechnet.`
          : `Ihr Wechsel ist vorgemerkt: Bis zum ${day(until)} lesen Sie ${about}, danach „${other ?? ''}“.`,
      ])
    case 'switch-failed':
      return make(`Ihr Wechsel zu „${other ?? ''}“ hat nicht geklappt`, [
        `die Zahlung für den Wechsel ist fehlgeschlagen. Ihr Abo ${about} läuft unverändert weiter, berechnet wurde nichts.`,
      ])
    case 'debit-announced':
      return make(`Lastschrift für ${about} am ${day(on)}`, [
        `wir ziehen ${price(cents)} am ${day(on)} oder am nächsten Bankarbeitstag von Ihrem Konto ein. Bitte sorgen Sie für Deckung.`,
        `Unsere Gläubiger-Identifikationsnummer: ${notice.creditorId ?? ''}`,
      ])
    case 'credited':
      return make(`Gutschrift für ${about}`, [
        `wir erstatten Ihnen ${price(cents)}. Die Rechnungskorrektur finden Sie in Ihrem Konto.`,
      ])
  }
}
