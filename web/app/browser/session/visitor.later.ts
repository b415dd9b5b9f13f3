/**
 * Parts for every visitor once the page is loaded: the anonymous id, the cache key, `window.sso`, listening to other
 * tabs, and the login dialog for guarded pages (S2.2-03). The session machine is loaded only if one of them needs it.
 */
import { ANONYMOUS_READER } from '@lokalteil/domain/access/roles'
import { matchRoute, ROUTE_META } from '@lokalteil/domain/routing/routes'
import { parseRecentVisits, RECENT_VISITS } from '@lokalteil/domain/reading/visits'
import { keepAnonId } from './anon-id.ts'
import { writeCacheKey } from './cache-key.ts'
import { createContentToken } from './content-token.ts'
import { readCookie } from '../consent/cookies.ts'
import { forgetLeftReturnPath } from './return-path.ts'
import { getSession, session, setSession, subscribeSession, type SessionHost } from './session.ts'
import { listenToTabs, readLastTold } from './tabs.ts'
import { exposeSsoUtility } from './sso-utility.lazy.ts'

const ID_TOKEN = 'FA_ID_TOKEN'

export function startVisitor(host: SessionHost): void {
  exposeSsoUtility({
    login: (path) => void session.openLogin(path).catch(ignore),
    signup: (path) => void session.openSignup(path).catch(ignore),
    isNativeApp: () => host.chrome().app.isNativeApp,
  })
  whenKnown(() => {
    if (getSession().status === 'reader') return
    const anonId = keepAnonId()
    const mayPersonalise = parseRecentVisits(readCookie(RECENT_VISITS.cookie)) > 0
    setSession({ view: { ...getSession().view, anonId, mayPersonalise } })
    writeCacheKey(ANONYMOUS_READER)
  })
  listenToTabs((message) => {
    if (message.loginStatus && getSession().status === 'anonymous') lookAgain()
  })
  // A frozen tab receives no messages.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAgain())
  window.addEventListener('pageshow', (event) => event.persisted && lookAgain())
  window.navigation?.addEventListener('navigate', sendToLogin)
  whenKnown(() => lookForSessions(host))
  whenKnown(forgetLeftReturnPath)
  window.addEventListener('pageshow', (event) => event.persisted && forgetLeftReturnPath())
  void host
    .visitorParts?.()
    .then(({ startVisitorParts }) => startVisitorParts(host.chrome))
    .catch(ignore)
  watchGiftTokens()
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, warmUp(host), { passive: true })
}

/** The first address with a gift token loads the code that checks it. */
function watchGiftTokens(): void {
  const look = () => {
    if (!new URLSearchParams(location.search).get('link-token')) return
    window.navigation?.removeEventListener('currententrychange', look)
    void import('./gift-token.lazy.ts').then(({ watchGiftToken }) => watchGiftToken()).catch(ignore)
  }
  window.navigation?.addEventListener('currententrychange', look)
  look()
}

/** Only if the cookie differs from the one this page knows. */
function lookAgain(): void {
  const { status, view } = getSession()
  if (status !== 'unknown' && readCookie(ID_TOKEN) !== view.idToken) void session.recheck().catch(ignore)
}

/**
 * Without a token nothing has been checked yet. If the last page here had a reader, the session has ended since, and
 * its data must be deleted. A content/auth session may exist without single sign-on (4.1), with a bearer of any form.
 */
function lookForSessions(host: SessionHost): void {
  if (getSession().status !== 'anonymous' || readCookie(ID_TOKEN) !== null) return
  const last = readLastTold()
  const hadReader = last !== null && last !== 'closed' && last.loginStatus
  if (hadReader || createContentToken(host.chrome().bearerCookie).read() !== null) void session.recheck().catch(ignore)
}

/** A guarded page is not requested at all: the dialog opens here, and the login leads there. */
function sendToLogin(event: NavigateEvent): void {
  if (
    !event.canIntercept ||
    !event.cancelable ||
    event.hashChange ||
    event.formData !== null ||
    event.downloadRequest !== null
  )
    return
  if (event.navigationType !== 'push' && event.navigationType !== 'replace') return
  const { pathname, search, origin } = new URL(event.destination.url)
  if (origin !== location.origin || getSession().status !== 'anonymous' || readCookie(ID_TOKEN) !== null) return
  const match = matchRoute(pathname)
  if (match.kind !== 'route' || !ROUTE_META[match.route.name].guards.includes('auth')) return
  event.preventDefault()
  void session.openLogin(pathname + search).catch(ignore)
}

/** Prefetches the dialog's code on pointerdown, before the click. */
function warmUp(host: SessionHost): (event: Event) => void {
  let isWarm = false
  return ({ target }) => {
    if (isWarm || !(target instanceof Element) || target.closest('a[href="#login"], a[href="#register"]') === null)
      return
    isWarm = true
    void Promise.all([host.overlays(), import('./session-machine.lazy.ts')]).catch(ignore)
  }
}

function whenKnown(act: () => void): void {
  if (getSession().status !== 'unknown') {
    act()
    return
  }
  const stop = subscribeSession(() => {
    if (getSession().status === 'unknown') return
    stop()
    act()
  })
}

/** The next attempt asks again. */
function ignore(): void {}
