/** Texts of single purchases: basket, price, and until when each line may be withdrawn from. */
import { formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { PurchaseKind, PurchaseLine } from '@lokalteil/domain/commerce/purchases'

const day = (key: string) => formatLongDate(new Date(`${key}T12:00:00Z`))

type Line = Pick<PurchaseLine, 'kind' | 'title' | 'on' | 'unitCents'>

const titlesOf = (lines: readonly Line[], is: (line: Line) => boolean) =>
  [...new Set(lines.filter((line) => line.unitCents > 0 && is(line)).map(({ title }) => title))].join(', ')

const isOf =
  (...kinds: PurchaseKind[]) =>
  ({ kind }: Line) =>
    kinds.includes(kind)

export const purchaseTexts = {
  title: 'Kasse',
  summary: 'Ihre Bestellung',
  loading: 'Ihre Bestellung wird geladen.',
  change: 'Ändern',
  back: 'Zurück',
  times: (count: number) => `${count} ×`,
  day,
  price: formatPrice,
  free: 'kostenlos',
  total: 'Gesamtpreis',
  taxes(rates: readonly { vatPercent: number; vatCents: number }[]): string {
    const paid = rates.filter(({ vatCents }) => vatCents !== 0)
    return paid.length === 0
      ? 'Endpreis'
      : `inkl. ${paid.map(({ vatPercent, vatCents }) => `${vatPercent} % MwSt. (${formatPrice(vatCents)})`).join(' und ')}`
  },
  product: 'Bestellung',
  rights: 'Widerrufsrecht',
  next: 'So geht es weiter',
  refunded: 'Erstattet',
  listRights(lines: readonly Line[], needsLapse: boolean): string[] {
    const goods = titlesOf(lines, isOf('goods'))
    const dated = titlesOf(lines, (line) => line.kind === 'ticket' && line.on !== null)
    const once = titlesOf(lines, (line) => line.kind === 'voucher' || (line.kind === 'ticket' && line.on === null))
    const lapsing = titlesOf(lines, isOf('digital', 'service'))
    return [
      ...(goods === '' ? [] : [`${goods}: 14 Tage ab Erhalt der Ware.`]),
      ...(once === '' ? [] : [`${once}: 14 Tage ab heute.`]),
      ...(dated === '' ? [] : [`${dated}: kein Widerrufsrecht, weil der Termin feststeht (§ 312g Abs. 2 Nr. 9 BGB).`]),
      ...(lapsing === '' || !needsLapse ? [] : [`${lapsing}: erlischt mit Ihrer Zustimmung, weil wir sofort leisten.`]),
    ]
  },
  lapse: (lines: readonly Line[]) =>
    `Ich verlange, dass Sie sofort leisten (${titlesOf(lines, isOf('digital', 'service'))}), und weiß: Mein Widerrufsrecht erlischt dafür, sobald Sie vollständig geleistet haben.`,
  done: 'Bestätigung und Widerrufsbelehrung schicken wir Ihnen per E-Mail.',
  toAccount: 'Zu Ihren Einkäufen',
  nothing: 'Hier ist nichts zu bezahlen.',
  nothingText: 'Zu dieser Adresse gehört kein Warenkorb, oder er ist abgelaufen.',
  toHome: 'Zur Startseite',
  failures: {
    SOLD_OUT: 'Etwas davon ist inzwischen vergriffen. Es wurde nichts bestellt und nichts abgebucht.',
    NOT_POSSIBLE: 'Diese Bestellung konnten wir nicht ausführen. Was bezahlt war, erstatten wir.',
  },
  bought: 'Einkäufe',
  boughtOn: (at: string) => `Bestellt am ${formatLongDate(new Date(at))}`,
  states: {
    open: 'Zahlung offen',
    promised: 'Zahlung unterwegs',
    paid: 'Bezahlt',
    unpaid: 'Noch nicht bezahlt',
  },
  sentOn: (key: string) => `Verschickt oder übergeben am ${day(key)}`,
  declaredAt: (at: string) => `Widerruf eingegangen am ${formatLongDate(new Date(at))}`,
  takenBack: 'Zurückgenommen',
  toOrder: 'Bestellung ansehen',
  withdraw: 'Widerrufen',
} as const
