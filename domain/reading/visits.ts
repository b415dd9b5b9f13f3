/**
 * Visits and what was read (specification 4.7; decisions S4.7-01 to S4.7-03, S2.2-12). A visit is a page view of an
 * article that a person completed in the browser. The counters hold no identifier; values of cookies and of other
 * devices are never believed beyond their shape.
 */
import type { RouteName } from '../routing/routes.ts'

/** Seconds. */
export const RECENT_VISITS = { cookie: 'recent_visits', seconds: 11_520 * 60 } as const
export const SECTION_VISITS = { cookie: 'resort_visits', seconds: 30 * 86_400 } as const

const MOST_VISITS = 1_000_000
const MOST_SECTIONS = 20

export type PageView = {
  routeName: RouteName
  /** In the browser, after the page is there. */
  isCompleted: boolean
  isPrefetch: boolean
  isBot: boolean
  /** The reload that follows a new build. */
  isBuildReload: boolean
  /** False when only query or hash changed. */
  isNewPath: boolean
}

export function isArticleVisit({
  routeName,
  isCompleted,
  isPrefetch,
  isBot,
  isBuildReload,
  isNewPath,
}: PageView): boolean {
  return routeName === 'article' && isCompleted && isNewPath && !isPrefetch && !isBot && !isBuildReload
}

/** Everything that is no whole number from 0 is 0. */
export function parseRecentVisits(cookie: string | null | undefined): number {
  const text = cookie ?? ''
  return /^\d{1,15}$/.test(text) ? Math.min(Number(text), MOST_VISITS) : 0
}

/** The cookie's next value. */
export function countVisit(cookie: string | null | undefined): string {
  return String(Math.min(parseRecentVisits(cookie) + 1, MOST_VISITS))
}

export function mayPersonalise(recentVisits: number): boolean {
  return recentVisits > 0
}

/** First path segment → visits; written only once kdm consent is there (S4.8-03). */
export type SectionVisits = Readonly<Record<string, number>>

export function parseSectionVisits(cookie: string | null | undefined): SectionVisits {
  let value: unknown
  try {
    value = JSON.parse(cookie ?? '')
  } catch {
    return {}
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const entries = Object.entries(value).filter(
    (entry): entry is [string, number] =>
      /^[a-z0-9äöüß-]{1,60}$/.test(entry[0]) && Number.isSafeInteger(entry[1]) && entry[1] > 0,
  )
  return toSectionVisits(entries)
}

export function countSectionVisit(visits: SectionVisits, section: string): SectionVisits {
  if (!/^[a-z0-9äöüß-]{1,60}$/.test(section)) return visits
  // First, so that of equal counts the one just visited stays.
  const { [section]: before = 0, ...others } = visits
  return toSectionVisits([[section, before + 1], ...Object.entries(others)])
}

function toSectionVisits(entries: readonly [string, number][]): SectionVisits {
  return Object.fromEntries(entries.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_SECTIONS))
}

/** Sections by visits, the editors' order where these are equal. */
export function sortByVisits<Item>(
  items: readonly Item[],
  sectionOf: (item: Item) => string,
  visits: SectionVisits,
): Item[] {
  const count = (item: Item) => (Object.hasOwn(visits, sectionOf(item)) ? visits[sectionOf(item)]! : 0)
  return items.toSorted((a, b) => count(b) - count(a))
}

export const MOST_READ_ARTICLES = 100

/** `ts`: when it was last open. `progress`: 0 to 1, where the reader was then. */
export type ReadArticle = { articleId: string; ts: Date; progress: number }
/** What was taken out of the list, and when; `clearedAt`: all that was read until then. */
export type RemovedReading = { clearedAt: Date | null; removed: ReadonlyMap<string, Date> }

/**
 * What several devices know, last read first. Of one article the later reading counts, with its position; nothing that
 * was removed comes back from a device that had not heard of it; a clock that is ahead cannot pin an article to the top.
 */
export function mergeReading(
  known: readonly ReadArticle[],
  more: readonly ReadArticle[],
  { clearedAt, removed }: RemovedReading,
  now: Date,
): ReadArticle[] {
  const latest = new Map<string, ReadArticle>()
  for (const { articleId, ts, progress } of [...known, ...more]) {
    const at = ts > now ? now : ts
    const removedAt = removed.get(articleId)
    if ((clearedAt !== null && at <= clearedAt) || (removedAt !== undefined && at <= removedAt)) continue
    const before = latest.get(articleId)
    if (
      before === undefined ||
      at > before.ts ||
      (at.getTime() === before.ts.getTime() && progress > before.progress)
    ) {
      latest.set(articleId, { articleId, ts: at, progress: toProgress(progress) })
    }
  }
  return [...latest.values()]
    .toSorted((a, b) => b.ts.getTime() - a.ts.getTime() || compareIds(b.articleId, a.articleId))
    .slice(0, MOST_READ_ARTICLES)
}

/** Where to go on reading; null at the beginning and near the end. */
export function toResumePosition(progress: number): number | null {
  return progress >= 0.05 && progress < 0.95 ? progress : null
}

/** From 0.95 on the rest is names and links. */
export function isReadThrough(progress: number): boolean {
  return progress >= 0.95
}

function toProgress(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}

function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

// New since the last visit

/** `last`: when something was last looked at. `since`: the end of the visit before this one; null on the first. */
export type Presence = { last: number; since: number | null }

/** After this long without a page the next one begins another visit. */
const VISIT_PAUSE_MS = 30 * 60_000
/** Who was away for longer would see nothing but marks. */
const NEW_FOR_MS = 7 * 86_400_000

export function parsePresence(text: string | null): Presence | null {
  const [last, since] = (text ?? '').split(',').map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : null))
  return last === null || last === undefined ? null : { last, since: since ?? null }
}

export function writePresence({ last, since }: Presence): string {
  return since === null ? String(last) : `${last},${since}`
}

/** A clock that was set back begins no visit and ends none. */
export function advancePresence(before: Presence | null, now: number): Presence {
  if (before === null) return { last: now, since: null }
  return { last: Math.max(now, before.last), since: now - before.last > VISIT_PAUSE_MS ? before.last : before.since }
}

export function isNewSince(publishedAt: number, { since }: Presence, now: number): boolean {
  return since !== null && publishedAt > Math.max(since, now - NEW_FOR_MS) && publishedAt <= now
}
