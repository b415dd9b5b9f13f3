/**
 * Visits (specification 4.7; decisions S4.7-01 to S4.7-03, S2.2-12). A visit is a page view of an article that a person
 * completed in the browser. The counters contain no identifier. Values of cookies and other devices are accepted only
 * if they have the right form.
 */

/** Seconds. */
export const RECENT_VISITS = { cookie: 'recent_visits', seconds: 11_520 * 60 } as const
export const SECTION_VISITS = { cookie: 'resort_visits', seconds: 30 * 86_400 } as const

export const MOST_VISITS = 1_000_000
const MOST_SECTIONS = 20
/** A first path segment. */
export const SECTION = /^[a-z0-9äöüß-]{1,60}$/

/** Everything but a whole number from 0 counts as 0. */
export function parseRecentVisits(cookie: string | null | undefined): number {
  const text = cookie ?? ''
  return /^\d{1,15}$/.test(text) ? Math.min(Number(text), MOST_VISITS) : 0
}

export function mayPersonalise(recentVisits: number): boolean {
  return recentVisits > 0
}

/** First path segment → visits. Written only with kdm consent (S4.8-03). */
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
    (entry): entry is [string, number] => SECTION.test(entry[0]) && Number.isSafeInteger(entry[1]) && entry[1] > 0,
  )
  return toSectionVisits(entries)
}

export function toSectionVisits(entries: readonly [string, number][]): SectionVisits {
  return Object.fromEntries(entries.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_SECTIONS))
}

/** Sections sorted by visits; equal ones keep the editors' order. */
export function sortByVisits<Item>(
  items: readonly Item[],
  sectionOf: (item: Item) => string,
  visits: SectionVisits,
): Item[] {
  const count = (item: Item) => (Object.hasOwn(visits, sectionOf(item)) ? visits[sectionOf(item)]! : 0)
  return items.toSorted((a, b) => count(b) - count(a))
}
