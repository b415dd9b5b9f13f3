/** What counts as a visit, and how the counters go on: apart from their reading, which every first view has. */
import type { RouteName } from '../routing/routes.ts'
import { MOST_VISITS, parseRecentVisits, SECTION, type SectionVisits, toSectionVisits } from './visits.ts'

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

/** The cookie's next value. */
export function countVisit(cookie: string | null | undefined): string {
  return String(Math.min(parseRecentVisits(cookie) + 1, MOST_VISITS))
}

export function countSectionVisit(visits: SectionVisits, section: string): SectionVisits {
  if (!SECTION.test(section)) return visits
  // First, so that of equal counts the one just visited stays.
  const { [section]: before = 0, ...others } = visits
  return toSectionVisits([[section, before + 1], ...Object.entries(others)])
}
