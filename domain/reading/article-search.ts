/**
 * An article search as the query of an address (`/suche?q=…`), and back. Parsing never fails: unknown values are
 * dropped. `writeArticleSearch` has one spelling for each search, which is its cache key.
 */
import { toBerlinIso } from '../german.ts'

export const SEARCH_PERIODS = ['tag', 'woche', 'monat', 'jahr'] as const
type SearchPeriod = (typeof SEARCH_PERIODS)[number]

export type ArticleSearch = {
  /** '' for none; then the other fields are ignored. */
  term: string
  order: 'relevanz' | 'neueste'
  /** The time up to now; null if days or no period are given. */
  period: SearchPeriod | null
  /** Days in Berlin, `2026-11-28`, both included. */
  from: string | null
  until: string | null
  /** Path of a section; '' for all. */
  section: string
}

const MAX_TERM_LENGTH = 200
const DAY = 86_400_000
const DAYS: Readonly<Record<SearchPeriod, number>> = { tag: 1, woche: 7, monat: 31, jahr: 365 }
const SECTION = /^[a-z0-9]+(?:[./-][a-z0-9]+)*$/

/** For display and keys: one line, trimmed, at most 200 characters. */
export function toSearchTerm(value: string | null): string {
  const term = (value ?? '').replace(/\s+/g, ' ').trim()
  // Cutting may split a surrogate pair, which an address cannot contain.
  return term.slice(0, MAX_TERM_LENGTH).trim().toWellFormed()
}

export function parseArticleSearch(query: URLSearchParams): ArticleSearch {
  const [from, until] = toRange(readDay(query.get('von')), readDay(query.get('bis')))
  const period = SEARCH_PERIODS.find((one) => one === query.get('zeitraum')) ?? null
  const section = query.get('ressort') ?? ''
  return {
    term: toSearchTerm(query.get('q')),
    order: query.get('sortierung') === 'neueste' ? 'neueste' : 'relevanz',
    period: from === null && until === null ? period : null,
    from,
    until,
    section: section.length <= 200 && SECTION.test(section) ? section : '',
  }
}

/** Without question mark; '' without a term. */
export function writeArticleSearch({ term, order, period, from, until, section }: ArticleSearch): string {
  if (term === '') return ''
  const written = [
    ['q', term],
    ['sortierung', order === 'neueste' ? order : null],
    ['zeitraum', period],
    ['von', from],
    ['bis', until],
    ['ressort', section],
  ] as const
  return written
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value.toWellFormed())}`] : []))
    .join('&')
}

/** The interval of publication dates: from the first moment on and before the second. */
export function toSearchMoments(
  { period, from, until }: Pick<ArticleSearch, 'period' | 'from' | 'until'>,
  now: Date,
): { since: Date | null; before: Date | null } {
  return {
    since: period !== null ? new Date(now.getTime() - DAYS[period] * DAY) : from === null ? null : toMidnight(from),
    before: until === null ? null : toMidnight(toDayAfter(until)),
  }
}

function readDay(value: string | null): string | null {
  if (value === null || !/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(value)) return null
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : null
}

function toRange(from: string | null, until: string | null): [string | null, string | null] {
  return from !== null && until !== null && from > until ? [until, from] : [from, until]
}

function toDayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
}

/** The clock changes at one o'clock UTC, so Berlin's offset at midnight UTC is also that at midnight in Berlin. */
function toMidnight(day: string): Date {
  const offset = toBerlinIso(new Date(`${day}T00:00:00Z`)).slice(-6)
  return new Date(`${day}T00:00:00${offset}`)
}
