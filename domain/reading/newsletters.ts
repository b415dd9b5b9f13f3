/**
 * Rules of newsletters: when an issue is due (parsed from the rhythm as editors write it: "freitags um 12 Uhr und
 * montags um 7 Uhr"), in Berlin time across clock changes; which articles it contains; the consent text. An unreadable
 * rhythm sends nothing: no issue is better than one at the wrong hour.
 */
import { toBerlinIso, toDayKey, toWeekday } from '../german.ts'
import { isEmail } from '../accounts/registration.ts'

/** The consent text. It stands here and not in the message catalogue, because the stored proof names its version. */
export const NEWSLETTER_CONSENT = {
  version: '2026-11-21',
  text: 'Ich bin einverstanden, dass mir die gewählten Newsletter per E-Mail geschickt werden. Ich kann das jederzeit mit einem Klick beenden.',
} as const

/** Days for which a confirmation link is valid. */
export const CONFIRMATION_DAYS = 7
/**
 * Years for which the proof of consent is kept after a subscription ends, up to the end of the year (limitation of
 * claims).
 */
const PROOF_YEARS = 3
export const MOST_NEWSLETTERS_AT_ONCE = 20

/** `weekdays`: 1 Monday to 7 Sunday. */
export type Slot = { weekdays: readonly number[]; hour: number; minute: number }

const WEEKDAYS = [
  ['montag', 'mo'],
  ['dienstag', 'di'],
  ['mittwoch', 'mi'],
  ['donnerstag', 'do'],
  ['freitag', 'fr'],
  ['samstag', 'sonnabend', 'sa'],
  ['sonntag', 'so'],
] as const
const WEEKEND = [6, 7]
/** "Werktags" includes Saturday in German law and for newspapers. */
const DAYS = new Map<string, readonly number[]>([
  ...WEEKDAYS.flatMap((names, index) =>
    names.flatMap((name) => [name, `${name}s`].map((word) => [word, [index + 1]] as const)),
  ),
  ['täglich', [1, 2, 3, 4, 5, 6, 7]],
  // "jeden Tag"
  ['tag', [1, 2, 3, 4, 5, 6, 7]],
  ['werktags', [1, 2, 3, 4, 5, 6]],
  ['werktäglich', [1, 2, 3, 4, 5, 6]],
  ['wochentags', [1, 2, 3, 4, 5]],
  ['wochenende', WEEKEND],
  ['wochenends', WEEKEND],
])
const FILLERS: ReadonlySet<string> = new Set(['und', 'jeden', 'jede', 'jedes', 'immer', 'am', 'von', 'an'])
const TIME = /^(\d{1,2})(?:[.:](\d{2}))?$/

/** Examples for the message about an unreadable rhythm. */
export const RHYTHM_EXAMPLES =
  'werktags um 6 Uhr; Mo–Fr um 6.30 Uhr; täglich um 6 und 18 Uhr; jeden Freitag um 12 Uhr; am Wochenende um 8 Uhr; freitags um 12 Uhr und montags um 7 Uhr'

/** Null if a part of it is not understood. */
export function parseRhythm(rhythm: string): Slot[] | null {
  const words = toRhythmWords(rhythm)
  const slots: Slot[] = []
  let weekdays: number[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const days = DAYS.get(word)
    if (days !== undefined) {
      const until = words[at + 1] === 'bis' ? DAYS.get(words[at + 2] ?? '') : undefined
      if (words[at + 1] === 'bis' && (until?.length !== 1 || days.length !== 1)) return null
      weekdays.push(...(until === undefined ? days : toRange(days[0]!, until[0]!)))
      if (until !== undefined) at += 2
    } else if (word === 'um' || TIME.test(word)) {
      const read = readTimes(words, word === 'um' ? at + 1 : at)
      if (read === null || weekdays.length === 0) return null
      for (const time of read.times) slots.push({ weekdays: [...new Set(weekdays)], ...time })
      weekdays = []
      at = read.end
    } else if (!FILLERS.has(word)) return null
  }
  return slots.length === 0 || weekdays.length > 0 ? null : slots
}

/** Normalises "Mo.–Fr., 6 Uhr" to "mo bis fr und 6 uhr". */
function toRhythmWords(rhythm: string): string[] {
  return rhythm
    .toLowerCase()
    .replace(/(\p{L})\.?\s*[-–—]\s*(?=\p{L})/gu, '$1 bis ')
    .replace(/(\p{L})\.(?=\s|[,/]|$)/gu, '$1')
    .replace(/[,/]/g, ' und ')
    .replace(/(\d)(uhr)\b/g, '$1 $2')
    .split(/\s+/)
    .filter((word) => word !== '')
}

function toRange(from: number, to: number): number[] {
  const length = ((to - from + 7) % 7) + 1
  return Array.from({ length }, (_, index) => ((from - 1 + index) % 7) + 1)
}

/** "6 Uhr", "6 und 18 Uhr"; `end`: the word "Uhr". */
function readTimes(
  words: readonly string[],
  start: number,
): { times: { hour: number; minute: number }[]; end: number } | null {
  const times: { hour: number; minute: number }[] = []
  for (let at = start; at < words.length; at++) {
    const time = TIME.exec(words[at]!)
    const [hour, minute] = [Number(time?.[1] ?? 99), Number(time?.[2] ?? 0)]
    if (hour > 23 || minute > 59) return null
    times.push({ hour, minute })
    const next = words[at + 1]
    if (next === 'uhr') return { times, end: at + 1 }
    if (next !== 'und') return null
    at++
  }
  return null
}

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * The first moment after `after`. An hour skipped by the clock change comes an hour later; an hour that occurs twice
 * counts once.
 */
export function nextIssueAt(slots: readonly Slot[], after: Date): Date {
  const start = Date.parse(`${toDayKey(after)}T00:00:00Z`)
  const moments: number[] = []
  for (let day = 0; day <= 8; day++) {
    const midnight = start + day * DAY
    const weekday = toWeekday(new Date(midnight).toISOString().slice(0, 10))
    for (const slot of slots)
      if (slot.weekdays.includes(weekday)) moments.push(fromBerlin(midnight + (slot.hour * 60 + slot.minute) * MINUTE))
  }
  return new Date(Math.min(...moments.filter((moment) => moment > after.getTime())))
}

/** `local`: Berlin's local time as if it were UTC. */
function fromBerlin(local: number): number {
  const first = local - offsetAt(local)
  return local - offsetAt(first)
}

function offsetAt(moment: number): number {
  const date = new Date(moment)
  return Date.parse(`${toBerlinIso(date).slice(0, 19)}Z`) - Math.floor(moment / 1000) * 1000
}

const LATEST_MS = 3 * 3_600_000

/** After an outage a morning issue must not be sent in the evening. */
export function isTooLate(dueAt: Date, now: Date): boolean {
  return now.getTime() - dueAt.getTime() > LATEST_MS
}

export type IssueArticle = { documentId: string; publishDate: string; isSoldContent: boolean; targetPathOrUrl: string }

const ISSUE_LENGTH = 8

/** Newest first, no duplicates, no advertisements, only articles published since the last issue; empty: no issue. */
export function chooseArticles<Article extends IssueArticle>(
  lists: readonly (readonly Article[])[],
  since: Date | null,
  now: Date,
): Article[] {
  const articles = new Map<string, Article>()
  for (const article of lists.flat()) {
    const at = Date.parse(article.publishDate)
    if (article.isSoldContent || at > now.getTime() || (since !== null && at <= since.getTime())) continue
    articles.set(article.documentId, article)
  }
  return [...articles.values()]
    .toSorted((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate))
    .slice(0, ISSUE_LENGTH)
}

const LONGEST_LOOK_BACK_MS = 8 * DAY

/** The start of the period an issue covers: the last issue, but at most a good week ago. */
export function toIssueStart(lastIssueAt: Date | null, now: Date): Date {
  const longest = new Date(now.getTime() - LONGEST_LOOK_BACK_MS)
  return lastIssueAt === null || lastIssueAt < longest ? longest : lastIssueAt
}

/** The day from which a proof may be deleted: the end of the third year after. */
export function toProofEnd(at: Date): Date {
  return new Date(Date.UTC(Number(toDayKey(at).slice(0, 4)) + PROOF_YEARS + 1, 0, 1))
}

export type NewsletterOrder = { email: string; slugs: readonly string[]; hasConsent: boolean }
export type NewsletterOrderField = 'slugs' | 'email' | 'consent'
export type NewsletterOrderFaults = Partial<Record<NewsletterOrderField, 'missing' | 'invalid' | 'too-many'>>

/** Faults in the order of the form; an empty object: no faults. */
export function checkNewsletterOrder({ email, slugs, hasConsent }: NewsletterOrder): NewsletterOrderFaults {
  const count = new Set(slugs).size
  const address = email.trim()
  return {
    ...(count === 0 ? { slugs: 'missing' } : count > MOST_NEWSLETTERS_AT_ONCE ? { slugs: 'too-many' } : {}),
    ...(address === '' ? { email: 'missing' } : isEmail(address) && address.length <= 254 ? {} : { email: 'invalid' }),
    ...(hasConsent ? {} : { consent: 'missing' }),
  }
}
