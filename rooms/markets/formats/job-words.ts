/** Translates the feeds' words for contract, hours and field, German or English, into our values. */
import {
  JOB_CONTRACTS,
  JOB_FIELDS,
  JOB_HOURS,
  PAY_PERIODS,
  REMOTE,
  type JobContract,
  type JobField,
  type JobHours,
  type PayPeriod,
  type Remote,
} from '../domain/markets.ts'
import { slugOf } from '@lokalteil/domain/german-text'
import { toCents } from './market-document.ts'

const first = <Word extends string>(
  text: string,
  words: readonly Word[],
  patterns: readonly (readonly [RegExp, Word])[],
): Word | null =>
  words.find((word) => slugOf(text) === word) ?? patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null

export function toContract(text: string): JobContract {
  return (
    first(text, JOB_CONTRACTS, [
      [/ausbildung|azubi|apprentice|trainee/i, 'ausbildung'],
      [/praktik|werkstudent|intern(?:ship)?\b/i, 'praktikum'],
      [/mini-?job|geringf|520|538|556|603/i, 'minijob'],
      [/frei(?:e|beruf)|freelance|contract(?:or)?\b|honorar/i, 'freie-mitarbeit'],
      [/unbefrist|permanent|fest/i, 'unbefristet'],
      [/befrist|temporary|fixed|saison/i, 'befristet'],
    ]) ?? 'unbefristet'
  )
}

export function toHours(text: string): JobHours[] {
  const found: JobHours[] = []
  if (/voll|full/i.test(text)) found.push('vollzeit')
  if (/teil|part/i.test(text)) found.push('teilzeit')
  if (/schicht|shift/i.test(text)) found.push('schicht')
  return JOB_HOURS.filter((one) => found.includes(one))
}

export function toRemote(text: string): Remote {
  return (
    first(text, REMOTE, [
      [/hybrid|teil|partial/i, 'teilweise'],
      [/full|remote|ganz|home/i, 'ganz'],
    ]) ?? 'vor-ort'
  )
}

export function toField(text: string): JobField {
  return (
    first(text, JOB_FIELDS, [
      [/pflege|gesund|mediz|arzt|klinik|health|nurs|therap/i, 'pflege-gesundheit'],
      [/handwerk|elektr|sanit|tischler|maler|dach|bau(?!leit|amt)|install/i, 'handwerk'],
      [/produk|fertig|maschin|industri|manufact|monteur/i, 'produktion'],
      [/software|\bit\b|edv|admin(?!istrat)|entwick|data|comput/i, 'it'],
      [/sozial|erzieh|lehr|bildung|pädag|educat|kita/i, 'bildung-soziales'],
      [/logist|lager|fahrer|verkehr|transport|driver/i, 'lager-verkehr'],
      [/gastro|hotel|koch|küche|service|restaurant/i, 'gastronomie'],
      [/öffentlich|behörde|verwaltung|public|stadt/i, 'oeffentlicher-dienst'],
      [/verkauf|vertrieb|handel|sales|retail/i, 'verkauf'],
      [/ingenieur|technik|engineer|planung/i, 'technik'],
      [/büro|buchhalt|kauf|finanz|personal|office|account/i, 'buero'],
    ]) ?? 'sonstiges'
  )
}

export function toPeriod(text: string): PayPeriod {
  return (
    first(text, PAY_PERIODS, [
      [/jahr|year|annual|p\.?\s?a\b/i, 'jahr'],
      [/stunde|hour|std/i, 'stunde'],
      [/monat|month/i, 'monat'],
    ]) ?? 'monat'
  )
}

/** "38.000 – 45.000 € im Jahr", "ab 15,50 € pro Stunde"; text without an amount stays as `note`. */
export function toPay(text: string): {
  fromCents: number | null
  toCents: number | null
  per: PayPeriod
  note: string
} {
  // Pay grades contain small numbers: "E 9a", "P 8".
  const least = /€|eur/i.test(text) ? 500 : 100_000
  const amounts = [...text.matchAll(/(?<![\p{L}\d.,])\d[\d.]*(?:,\d{1,2})?(?![\p{L}\d])/gu)]
    .map(([amount]) => toCents(amount.replace(/\.$/, '')))
    .filter((cents): cents is number => cents !== null && cents >= least)
  const [from = null, to = null] = amounts
  if (from === null) return { fromCents: null, toCents: null, per: 'monat', note: text.trim().slice(0, 160) }
  // "1. Ausbildungsjahr" says when, not how often.
  const said = text.replace(/\d\.?\s*(?:ausbildungs|lehr)?jahr(?:es)?|(?:ausbildungs|lehr)jahr\s*\d/gi, ' ')
  const isNamed = /jahr|year|annual|p\.?\s?a\b|stunde|hour|std|monat|month/i.test(said)
  // Without a period the size of the amount decides.
  const per = isNamed ? toPeriod(said) : from >= 1_200_000 ? 'jahr' : from >= 30_000 ? 'monat' : 'stunde'
  const isMost = to === null && /\bbis\b|up to/i.test(text)
  return { fromCents: isMost ? null : from, toCents: isMost ? from : to, per, note: '' }
}
