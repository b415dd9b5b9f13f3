/** Counting visits. Separate from reading the counters, which every first view loads. */
import type { RouteName } from '../routing/routes.ts'
import { MOST_VISITS, parseRecentVisits, SECTION, type SectionVisits, toSectionVisits } from './visits.ts'

export type PageView = {
  routeName: RouteName
  /** In the browser, after the page is shown. */
  isCompleted: boolean
  isPrefetch: boolean
  isBot: boolean
  /** The automatic reload after a new build. */
  isBuildReload: boolean
  /** False if only query or hash changed. */
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

/** The new value of the cookie. */
export function countVisit(cookie: string | null | undefined): string {
  return String(Math.min(parseRecentVisits(cookie) + 1, MOST_VISITS))
}

export function countSectionVisit(visits: SectionVisits, section: string): SectionVisits {
  if (!SECTION.test(section)) return visits
  // First, so that among equal counts the section just visited is kept.
  const { [section]: before = 0, ...others } = visits
  return toSectionVisits([[section, before + 1], ...Object.entries(others)])
}
