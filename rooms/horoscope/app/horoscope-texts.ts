/** Texts of the horoscope. */
import { formatDay } from '@lokalteil/domain/german'

/** Noon in Germany, so that no time zone changes the day. */
const toDate = (day: string) => new Date(`${day}T11:00:00Z`)

export const horoscopeTexts = {
  title: 'Horoskop',
  intro: 'Ein paar Zeilen für jedes Sternzeichen, jeden Tag neu.',
  titleOf: (sign: string) => `Horoskop ${sign}`,
  titleOfDay: (sign: string, day: string) => `Horoskop ${sign}: ${formatDay(toDate(day))}`,
  fun: 'Zur Unterhaltung: Diese Texte sind aus Sätzen zusammengestellt. Sie sagen nichts voraus.',
  description: (sign: string) => `Das Tages- und Wochenhoroskop für ${sign}, zur Unterhaltung.`,
  descriptionOfAll: 'Das Horoskop für alle zwölf Sternzeichen, jeden Tag neu, zur Unterhaltung.',
  signs: 'Sternzeichen',
  period: (from: string, to: string) => `${from} bis ${to}`,
  day: (day: string) => formatDay(toDate(day)),
  mood: 'Der Tag',
  love: 'Liebe und Freundschaft',
  work: 'Arbeit und Alltag',
  week: 'Die Woche',
  days: 'Andere Tage',
  earlier: 'Einen Tag zurück',
  later: 'Einen Tag vor',
  today: 'Heute',
  read: (sign: string) => `${sign} lesen`,
} as const
