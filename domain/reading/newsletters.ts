/**
 * Newsletters by rule: when an issue is due, read from the rhythm as editors write it ("freitags um 12 Uhr und montags um
 * 7 Uhr"), in Berlin time over both changes of the clock; what goes into it; which words a reader agreed to. A rhythm that
 * is not understood sends nothing: better none than at the wrong hour.
 */
import { toBerlinIso, toDayKey, toWeekday } from '../german.ts'
import { isEmail } from '../accounts/registration.ts'

/** What a reader agrees to. It stands here and not with the other texts because the proof names its version. */
export const NEWSLETTER_CONSENT = {
  version: '2026-11-21',
  text: 'Ich bin einverstanden, dass mir die gewählten Newsletter per E-Mail geschickt werden. Ich kann das jederzeit mit einem Klick beenden.',
} as const

/** A link that confirms a subscription. */
export const CONFIRMATION_DAYS = 7
/** Kept as proof after the end of a subscription, until the end of the year (limitation of claims). */
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
/** Saturday is a working day to German law and to newspapers. */
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

/** For whoever wrote one that is not understood. */
export const RHYTHM_EXAMPLES =
  'werktags um 6 Uhr; Mo–Fr um 6.30 Uhr; täglich um 6 und 18 Uhr; jeden Freitag um 12 Uhr; am Wochenende um 8 Uhr; freitags um 12 Uhr und montags um 7 Uhr'

/** null when a part of it is not understood. */
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

/** "Mo.–Fr., 6 Uhr" as "mo bis fr und 6 uhr". */
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

/** The first moment after `after`. An hour that the clock leaps over comes an hour later, one that comes twice counts once. */
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

/** `local`: Berlin's clock, written as if it were UTC. */
function fromBerlin(local: number): number {
  const first = local - offsetAt(local)
  return local - offsetAt(first)
}

function offsetAt(moment: number): number {
  const date = new Date(moment)
  return Date.parse(`${toBerlinIso(date).slice(0, 19)}Z`) - Math.floor(moment / 1000) * 1000
}

const LATEST_MS = 3 * 3_600_000

/** After an outage: the morning's news must not come in the evening. */
export function isTooLate(dueAt: Date, now: Date): boolean {
  return now.getTime() - dueAt.getTime() > LATEST_MS
}

export type IssueArticle = { documentId: string; publishDate: string; isSoldContent: boolean; targetPathOrUrl: string }

const ISSUE_LENGTH = 8

/** Newest first, nothing twice, no advertisements, only what was published since the last issue; empty: no issue. */
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

/** Since when an issue tells: the last one, but never more than a good week. */
export function toIssueStart(lastIssueAt: Date | null, now: Date): Date {
  const longest = new Date(now.getTime() - LONGEST_LOOK_BACK_MS)
  return lastIssueAt === null || lastIssueAt < longest ? longest : lastIssueAt
}

/** The day after which a proof may go: the end of the third year after. */
export function toProofEnd(at: Date): Date {
  return new Date(Date.UTC(Number(toDayKey(at).slice(0, 4)) + PROOF_YEARS + 1, 0, 1))
}

export type NewsletterOrder = { email: string; slugs: readonly string[]; hasConsent: boolean }
export type NewsletterOrderField = 'slugs' | 'email' | 'consent'
export type NewsletterOrderFaults = Partial<Record<NewsletterOrderField, 'missing' | 'invalid' | 'too-many'>>

/** In the order of the form. The empty object: nothing is wrong. */
export function checkNewsletterOrder({ email, slugs, hasConsent }: NewsletterOrder): NewsletterOrderFaults {
  const count = new Set(slugs).size
  const address = email.trim()
  return {
    ...(count === 0 ? { slugs: 'missing' } : count > MOST_NEWSLETTERS_AT_ONCE ? { slugs: 'too-many' } : {}),
    ...(address === '' ? { email: 'missing' } : isEmail(address) && address.length <= 254 ? {} : { email: 'invalid' }),
    ...(hasConsent ? {} : { consent: 'missing' }),
  }
}
