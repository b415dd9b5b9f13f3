/**
 * The term and the end of a contract in sentences for readers. The offer page, the checkout, the confirmation mail and the file
 * of the order all use these, because the law requires the confirmation to repeat the offer (§ 312f BGB).
 */
import { formatLongDate } from '../german.ts'
import type { Offer } from './offers.ts'
import type { Day } from './subscriptions.ts'

/** The terms of an offer, or of an order as agreed. */
export type OfferTerms = Pick<Offer, 'periodMonths' | 'trial' | 'termMonths' | 'noticeMonths' | 'renewal'>

const months = (count: number) => (count === 1 ? 'einen Monat' : count === 12 ? 'zwölf Monate' : `${count} Monate`)

export function toTermText(terms: Omit<OfferTerms, 'noticeMonths'>): string {
  if (terms.periodMonths === null) return 'Keine Laufzeit, keine Verlängerung, nichts zu kündigen.'
  const binding =
    terms.trial !== null ? `${months(terms.trial.months)} zur Probe` : months(terms.termMonths ?? terms.periodMonths)
  return terms.renewal === 'none'
    ? `Läuft ${binding} und endet von selbst.`
    : `Läuft ${binding}, danach auf unbestimmte Zeit.`
}

/** Null: the contract needs no notice. § 309 Nr. 9 BGB: after the first term at most a month. */
export function toNoticeText(terms: Pick<OfferTerms, 'noticeMonths' | 'trial'>): string | null {
  if (terms.noticeMonths === null) return null
  const notice =
    terms.noticeMonths === 0
      ? 'jederzeit'
      : `jederzeit mit einer Frist von ${terms.noticeMonths === 1 ? 'einem Monat' : `${terms.noticeMonths} Monaten`}`
  return terms.trial === null
    ? `Zum Ende der ersten Laufzeit und danach ${notice} kündbar.`
    : `In der Probezeit zu deren Ende kündbar, danach ${notice}.`
}

/** One sentence each. `earliestEnd`: the last day of a contract cancelled on the day of the order. */
export function listTermTexts(terms: OfferTerms, earliestEnd: Day | null): string[] {
  const earliest =
    earliestEnd === null
      ? null
      : `Frühestens endet der Vertrag am ${formatLongDate(new Date(`${earliestEnd}T12:00:00Z`))}.`
  return [toTermText(terms), toNoticeText(terms), earliest].filter((text) => text !== null)
}
