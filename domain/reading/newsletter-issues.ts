/**
 * Issues of newsletters that people compose: their names in addresses, the times that can be prepared, their lengths, and the
 * part of a draft that is sent.
 */
import { nextIssueAt, parseRhythm } from './newsletters.ts'

/** Characters, articles and entries (articles and headings) at most. */
export const ISSUE_LENGTHS = {
  subject: 120,
  preheader: 160,
  introduction: 4000,
  heading: 100,
  articles: 20,
  items: 40,
} as const

/** Regular issues that can be prepared: the next ones. */
const PREPARED_ISSUES = 3
/** A released extra issue begins a minute later at the earliest, so that it can be stopped. */
export const STOP_MS = 60_000
/** How far ahead an extra issue can be planned. */
export const LATEST_PLAN_MS = 60 * 86_400_000

/** `20261124-1500` (UTC): the regular issue of that time; `sonder-…`: an issue out of rhythm. */
export const ISSUE_ID = /^(?:\d{8}-\d{4}|sonder-[a-z0-9]{10})$/

export function toIssueId(dueAt: Date): string {
  return dueAt.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')
}

/** The time of a regular issue; null: the id is of an extra issue, or of no moment. */
export function readIssueTime(id: string): Date | null {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)$/.exec(id) ?? []
  if (minute === undefined) return null
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  return Number.isNaN(time.getTime()) || toIssueId(time) !== id ? null : time
}

/** The next regular issues; `nextAt`: the time of the first, as the schedule has it. */
export function listUpcoming(rhythm: string, nextAt: Date | null, now: Date): Date[] {
  const slots = parseRhythm(rhythm)
  if (slots === null) return []
  const times = [nextAt ?? nextIssueAt(slots, now)]
  while (times.length < PREPARED_ISSUES) times.push(nextIssueAt(slots, times.at(-1)!))
  return times
}

/** `open`: a regular issue composes itself, an extra one is not sent. `stopped`: a regular issue is not sent at all. */
export type IssuePlan = 'open' | 'released' | 'stopped'
/** `missed`: the rhythm changed, and nothing of the draft is sent. */
type IssueState = 'automatic' | 'begun' | 'released' | 'stopped' | 'missed'

export function toIssueState(issue: {
  isSpecial: boolean
  isUpcoming: boolean
  plan: IssuePlan
  revision: number
}): IssueState {
  if (!issue.isSpecial && !issue.isUpcoming) return 'missed'
  if (issue.plan !== 'open') return issue.plan
  return issue.isSpecial || issue.revision > 0 ? 'begun' : 'automatic'
}

export type IssueItem = { type: 'article'; id: string } | { type: 'heading'; text: string }

/**
 * The articles of a draft in its order, each once; `find` answers null for one that is left out. A heading stands above
 * the next article that is there; of two in a row the later counts.
 */
export function arrangeIssue<Article>(
  items: readonly IssueItem[],
  find: (id: string) => Article | null,
): { article: Article; heading: string }[] {
  const arranged: { article: Article; heading: string }[] = []
  const seen = new Set<string>()
  let heading = ''
  for (const item of items) {
    if (item.type === 'heading') {
      heading = item.text.trim()
      continue
    }
    const article = seen.has(item.id) ? null : find(item.id)
    seen.add(item.id)
    if (article === null) continue
    arranged.push({ article, heading })
    heading = ''
  }
  return arranged.slice(0, ISSUE_LENGTHS.articles)
}

/** One paragraph for each line that has text. */
export function toParagraphs(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function toIssueSubject({
  subject,
  newsletter,
  title,
}: {
  subject: string
  newsletter: string
  title: string
}): string {
  return subject === '' ? `${newsletter}: ${shorten(title, 100)}` : subject
}

function shorten(value: string, most: number): string {
  if (value.length <= most) return value
  const cut = value.slice(0, most + 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()} …`
}

/** Without control characters (pasted text has some) and halves of characters, which no store takes. */
export function cleanLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').toWellFormed()
}

export function cleanProse(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .toWellFormed()
}
