/**
 * Counts visits (4.7). A visit of an article adds one to `recent_visits` at once, because the number identifies no person
 * (S4.7-02). Sections are counted in `resort_visits` only after consent to kdm; until then they stay in this page's memory
 * (S4.7-03, S4.8-03). Prefetches, invisible prerenders, bots and the reload for a new build do not count.
 */
import { parseConsent } from '@lokalteil/domain/consent/consent'
import { isBot } from '@lokalteil/domain/display/device'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { countSectionVisit, countVisit, isArticleVisit } from '@lokalteil/domain/reading/count-visits'
import { parseRecentVisits, parseSectionVisits, RECENT_VISITS, SECTION_VISITS } from '@lokalteil/domain/reading/visits'
import { holdState, takeHeldState } from '../navigation/held-state.ts'
import { writeCacheKey } from '../session/cache-key.ts'
import { subscribeConsent } from '../consent/consent.ts'
import { readCookie, writeCookie } from '../consent/cookies.ts'
import type { PageState } from '../../page/page.ts'
import { getSession, setSession } from '../session/session.ts'

const HELD = 'visited'

export type Visits = { viewed: (page: PageState, isNewPath: boolean) => void }

/** `first`: the first page of this document; `getPage`: the page in view. */
export function startVisits(first: PageState, getPage: () => PageState): Visits {
  let deferred: string[] = []

  function viewed(page: PageState, isNewPath: boolean, isBuildReload = false): void {
    const { route, content, path } = page
    if (route === null || content.kind !== 'page') return
    const view = { isCompleted: true, isPrefetch: false, isBot: isBot(navigator.userAgent), isBuildReload, isNewPath }
    if (isArticleVisit({ routeName: route.name, ...view })) {
      const isFirst = parseRecentVisits(readCookie(RECENT_VISITS.cookie)) === 0
      writeCookie(RECENT_VISITS.cookie, countVisit(readCookie(RECENT_VISITS.cookie)), RECENT_VISITS.seconds)
      if (isFirst) allowPersonalisation()
    }
    const section = toSection(page, path)
    if (section !== null && isNewPath && !view.isBot && !isBuildReload) {
      deferred.push(section)
      writeDeferred(page)
    }
  }

  function writeDeferred({ chrome }: PageState): void {
    const { isPurUser, isPlusUser } = getSession().view
    if (chrome.publication.isLocalEdition || (isPurUser && !isPlusUser)) deferred = []
    if (deferred.length === 0 || parseConsent(readCookie('consents'))?.kdmConsent !== true) return
    const visits = deferred.reduce(countSectionVisit, parseSectionVisits(readCookie(SECTION_VISITS.cookie)))
    writeCookie(SECTION_VISITS.cookie, JSON.stringify(visits), SECTION_VISITS.seconds)
    deferred = []
  }

  const reloadedFrom = takeHeldState(HELD, Date.now())
  holdState(HELD, () => getPage().path)
  whenShown(() => viewed(first, true, reloadedFrom === first.path))
  // Consent may be given while the page is being read.
  subscribeConsent(() => writeDeferred(getPage()))
  return { viewed }
}

/** A page that the browser prerendered counts once it is shown. */
function whenShown(act: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering === true)
    document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}

function allowPersonalisation(): void {
  const { status, view } = getSession()
  if (status === 'unknown') return
  setSession({ view: { ...view, mayPersonalise: true } })
  writeCacheKey(
    toReaderFlags({ isLoggedIn: status === 'reader', roles: view.roles, emailVerified: view.hasVerifiedEmail }),
  )
}

/** The first segment of a section's path, or the section of an article. */
function toSection({ route, content }: PageState, path: string): string | null {
  if (route?.name === 'channel') return path.split('/')[1] || null
  if (route?.name !== 'article' || content.kind !== 'page') return null
  const { article } = content.data as { article?: { section?: { path: string } } }
  return article?.section?.path.split('/')[0] || null
}
