/**
 * The life of the single sign-on session in the browser (specification 4.1, 4.2; decisions S4.2-01 to -11). Promises:
 * one step at a time; a refresh runs once, across tabs too; start-up without an ID token asks nobody; without a
 * connection nothing is ended. The page is told what the cookie's verified token says and nothing else: other tabs,
 * frames and events are reasons to look, never proof.
 */
import type { LOGIN_START, SIGNUP_START } from '@lokalteil/contracts/portal'
import {
  decideAfterLogin,
  isChangedLogin,
  mustRefresh,
  toSessionView,
  toUser,
  type Claims,
} from '@lokalteil/domain/accounts/login'
import { decideAdTargeting } from '@lokalteil/domain/analytics/ad-targeting'
import { toHashDialog } from '@lokalteil/domain/routing/dialog-names'
import { publicPath } from '@lokalteil/domain/routing/paths'
import { toSafePath } from '@lokalteil/domain/routing/redirect-paths'
import { isAuthenticatedRoute, matchRoute } from '@lokalteil/domain/routing/routes'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { toSettings } from '@lokalteil/domain/publication/settings'
import { parseRecentVisits, RECENT_VISITS } from '@lokalteil/domain/reading/visits'
import { portalClient, toStatus, type PortalResult } from '../../page/portal-client.ts'
import { sessionTexts } from '../../messages/accounts/session.ts'
import { renewAnonId, setAnonIdOfReader } from './anon-id.ts'
import { writeCacheKey } from './cache-key.ts'
import { createContentSession, createContentToken } from './content-session.ts'
import { clearCookie, readCookie, writeCookie } from '../consent/cookies.ts'
import { openHash, removeHash, subscribeHash } from '../navigation/dialog-hash.ts'
import { navigateTo } from '../navigation/link-clicks.ts'
import { sendToNativeApp } from '../navigation/native-bridge.ts'
import {
  getSession,
  setSession,
  subscribeSession,
  type ReaderPart,
  type SessionHost,
  type SessionVerbs,
} from './session.ts'
import { forgetReader } from './forget-reader.ts'
import { getSignOnClient } from './sign-on-client.ts'
import { listenToTabs, readLastTold, tellTabs } from './tabs.ts'
import { CLAIMS_COOKIE, withToldClaims } from './told-claims.ts'
import { NO_READER, toTabMessage, type SharedUserState, type TabMessage } from './user-state.ts'
import { createIdTokenVerifier } from './verify-id-token.ts'

const ID_TOKEN = 'FA_ID_TOKEN'
const RETURN_COOKIE = 'redirectAfterLogin'
const PATHS = {
  login: '/api/mein/oauth2/login/start' satisfies typeof LOGIN_START,
  register: '/api/mein/oauth2/registration/start' satisfies typeof SIGNUP_START,
} as const
const PUBLIC_KEY = '/api/fa-public-key'
const BRIEF = { timeoutMs: 10_000 } as const
/** Also when the page is on its way out. */
const LASTING = { ...BRIEF, keepalive: true } as const

const LOGIN_TROUBLE = 'Error while refreshing token after login success'

/** `unreachable`: nothing is known, so nothing changes. */
type Adoption = 'reader' | 'none' | 'unreachable'
/** `sign-on-again`: only the publisher's provider can say. `none`: no answer, from the network or a server in trouble. */
type Answer = 'ok' | 'refused' | 'sign-on-again' | 'none'

/** `cookiesAtStart`: those of the page's start, which may be long ago. */
export async function startSessionMachine(
  host: SessionHost,
  cookiesAtStart: string = document.cookie,
): Promise<SessionVerbs> {
  const verify = createIdTokenVerifier({
    fetchPem: async (isFresh) => {
      const result = await portalClient.send('GET', PUBLIC_KEY, {
        cache: isFresh ? 'reload' : 'default',
        read: (response) => response.text(),
      })
      if (result.kind !== 'ok') throw new Error(`Public key: ${toStatus(result)}`)
      return result.data
    },
    getClient: getSignOnClient,
    now: () => new Date(),
  })
  let parts: readonly ReaderPart[] = []
  let told = ''
  /** Nobody could be asked, often because the page was on its way out: not known, so nothing to tell the tabs and the next page. */
  let isGuess = false
  /** Beside the ID token when it was last looked at. */
  let toldClaims: string | null = null
  let refreshing: Promise<boolean> | null = null
  let queue: Promise<unknown> = Promise.resolve()

  /** Steps that change who is logged in never overlap. */
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = queue.then(step)
    queue = result.catch(() => {})
    return result
  }

  // Verification

  /**
   * What the cookie holds becomes the session, if it verifies. `isVouched`: the server has just called it good, so that
   * the times in it are no longer this device's to judge; its clock may be wrong.
   */
  async function adoptToken(isNewLogin: boolean, isVouched = false): Promise<Adoption> {
    const token = readCookie(ID_TOKEN)
    if (token === null) return 'none'
    const { status, view } = getSession()
    const beside = readCookie(CLAIMS_COOKIE)
    if (status === 'reader' && view.idToken === token && toldClaims === beside && !isOver()) return 'reader'
    const check = await verify(token)
    if (check.kind === 'unreachable') return 'unreachable'
    if (check.kind === 'invalid' || (check.kind !== 'valid' && !isVouched)) return 'none'
    toldClaims = beside
    becomeReader(withToldClaims(check.claims), token, isNewLogin)
    return 'reader'
  }

  /** A cookie there: verified, else validated once, else reset. No cookie: nobody is asked (S4.2-10). */
  async function settle(isNewLogin: boolean): Promise<boolean> {
    const { status } = getSession()
    if (readCookie(ID_TOKEN) === null) {
      // Another tab ended it, and has left what is to be left.
      isGuess = false
      if (status === 'reader' || isToldReader()) await endLogin('elsewhere')
      else setSession({ status: 'anonymous' })
      return false
    }
    let adoption = await adoptToken(isNewLogin)
    if (adoption === 'none') {
      const answer = await validate('false')
      if (answer === 'ok') adoption = await adoptToken(isNewLogin, true)
      if (answer === 'none') adoption = 'unreachable'
      if (answer === 'sign-on-again') {
        // At the start of a page nothing is lost by leaving it; later the reader may be in the middle of something.
        if (status === 'unknown') return leaveToSignOn(location.pathname + location.search + location.hash)
        adoption = 'unreachable'
      }
    }
    if (adoption === 'unreachable') {
      if (status === 'unknown') {
        isGuess = true
        setSession({ status: 'anonymous' })
      }
      return status === 'reader'
    }
    if (adoption === 'none') {
      await endLogin('refused')
      return false
    }
    if (isNewLogin && status !== 'reader') await changeLogin()
    return true
  }

  /** The provider of a session without a refresh token is asked whether it still knows its reader, without a form. */
  function leaveToSignOn(target: string): false {
    location.replace(`${PATHS.login}?prompt=none&return=${encodeURIComponent(target)}`)
    return false
  }

  function becomeReader(claims: Claims, idToken: string, isNewLogin: boolean): void {
    isGuess = false
    const before = getSession()
    const user = toUser(claims)
    setAnonIdOfReader(user.ssoId)
    const isSame = !isChangedLogin({ isLoggedIn: before.status === 'reader', user: before.view.userData }, user)
    const isOther = before.status === 'reader' && before.view.userData?.ssoId !== user.ssoId
    const view = isSame
      ? { ...before.view, idToken }
      : toSessionView({ isLoggedIn: true, user, anonId: user.ssoId, idToken, recentVisits: countRecentVisits() })
    setSession({ ...(isOther ? { ...NO_READER, user: null } : {}), status: 'reader', view })
    setTargeting()
    writeCacheKey(toReaderFlags({ isLoggedIn: true, roles: user.roles, emailVerified: user.emailVerified }))
    if (before.status !== 'reader' || isOther || isNewLogin) void loadReader(isNewLogin)
  }

  /** All at once; what fails is logged and stops nothing else. */
  async function loadReader(isNewLogin: boolean): Promise<void> {
    const { view } = getSession()
    const loads = [
      loadMissingFields(),
      loadContentUser(),
      (async () => {
        parts = (await host.readerParts?.()) ?? []
        // The login may be over by now: what came too late must not ask for its reader.
        if (getSession().view.userData?.ssoId !== view.userData?.ssoId) return
        await Promise.all(parts.map((part) => part.load({ view, isNewLogin, showToast }).catch(report)))
      })(),
    ]
    await Promise.all(loads.map((load) => load.catch(report)))
  }

  async function loadMissingFields(): Promise<void> {
    const fields = await dataOf(portalClient.call('GET /api/mein/oauth2/registration/form/missing-fields', BRIEF))
    if (Array.isArray(fields) && getSession().status === 'reader') {
      setSession({ missedConsentFormFields: fields.map((field: { name?: unknown }) => String(field.name)) })
    }
  }

  async function loadContentUser(): Promise<void> {
    if (getSession().user === null) await (await openContentSession())?.fetchUser()
  }

  async function openContentSession() {
    const { contentApi, contentApiVersion, bearerCookie } = await getSignOnClient()
    const token = createContentToken(bearerCookie)
    return contentApi === null
      ? null
      : createContentSession({
          base: contentApi,
          version: contentApiVersion,
          token,
          setUser: (user) => setSession({ user }),
        })
  }

  // Login

  /** Follows where the login was wanted from, with the dialog that comes after it (S4.2-04). */
  async function changeLogin(): Promise<void> {
    setSession({ isLoginProgress: true })
    try {
      const wanted = readCookie(RETURN_COOKIE)
      if (wanted !== null) clearCookie(RETURN_COOKIE)
      const target = toSafePath(wanted, location.origin)
      const path = target === null ? location.pathname : new URL(target, location.origin).pathname
      const dialog = await decideDialog(path)
      if (target !== null) {
        // A dialog of this page must not take its hash away while the browser is on its way.
        removeHash()
        navigateTo(dialog === null ? target : `${target.split('#', 1)[0]}#${dialog}`)
      } else if (dialog !== null) {
        removeHash()
        openHash(dialog)
      }
    } finally {
      setSession({ isLoginProgress: false })
    }
  }

  async function decideDialog(path: string): Promise<'verify-email' | 'onboarding' | null> {
    const { view, isNewVerifiedRegistration } = getSession()
    // A publisher's own provider has its addresses confirmed itself.
    const isForeign = (await getSignOnClient().catch(() => null))?.signOn === 'foreign'
    const emailVerified = view.hasVerifiedEmail || isForeign
    const needsSettings = emailVerified && !path.includes('/order/') && !host.chrome().publication.isLocalEdition
    const settings = toSettings(needsSettings ? await dataOf(portalClient.call('GET /api/settings', BRIEF)) : null)
    const decision = decideAfterLogin({ path, emailVerified, isNewVerifiedRegistration, settings })
    if (decision.kind !== 'ask-onboarding') return decision.kind === 'verify-email' ? 'verify-email' : null
    const status = await dataOf(portalClient.call('GET /api/onboarding', BRIEF))
    if (typeof status?.isOnboardingCompleted !== 'boolean') return null
    setSession({ onboardingCompleted: status.isOnboardingCompleted })
    return status.isOnboardingCompleted ? null : 'onboarding'
  }

  async function succeed(userState: string): Promise<void> {
    setSession({ isLoginProgress: true, isNewVerifiedRegistration: userState === 'registration_verified' })
    try {
      let before = readCookie(ID_TOKEN)
      let answer = await validate('true')
      if (answer === 'ok') {
        // Validating has renewed it.
        before = readCookie(ID_TOKEN)
        answer = await askForTokens()
      }
      if (answer !== 'ok') report(LOGIN_TROUBLE)
      const isRefused = answer === 'refused' && [before, null].includes(readCookie(ID_TOKEN))
      if (!isRefused && (await adoptToken(true, answer === 'ok')) === 'reader') {
        document.dispatchEvent(new CustomEvent('LOGIN_SUCCESS'))
        await changeLogin()
        return
      }
      if (isRefused) await endLogin('refused')
      else if (await settle(true)) return
      // A form or a provider has just said yes: whoever sees no name must not be left to guess.
      await showToast(sessionTexts.loginFailed)
    } catch (error) {
      report(LOGIN_TROUBLE, error)
    } finally {
      setSession({ isLoginProgress: false })
    }
  }

  // Refresh

  function isOver(): boolean {
    const { status, view } = getSession()
    return mustRefresh(
      { isLoggedIn: status === 'reader', expiresAt: view.userData?.expiresAt ?? '' },
      new URLSearchParams(),
      new Date(),
    )
  }

  /** `target`: where the page is going, so that a journey to the provider may end there; null: it stays. */
  function refresh(isForced: boolean, target: string | null = null): Promise<boolean> {
    refreshing ??= inTurn(() => renew(isForced, target)).finally(() => {
      refreshing = null
    })
    return isForced ? refreshing.then(renewParts) : refreshing
  }

  /** By force means that something was bought or given: it is in the new token, and in what hangs on the reader. */
  function renewParts(isReader: boolean): boolean {
    const { view } = getSession()
    if (isReader) for (const part of parts) void part.renew?.({ view, isNewLogin: false, showToast }).catch(report)
    return isReader
  }

  async function renew(isForced: boolean, target: string | null = null): Promise<boolean> {
    const before = readCookie(ID_TOKEN)
    if (before === null || getSession().status !== 'reader') return settle(false)
    if (!isForced && !isOver()) return true
    return inOneTab(async () => {
      // Another tab was first: its token is ours too.
      if (readCookie(ID_TOKEN) !== before && (await adoptToken(false)) === 'reader') return true
      const answer = await askForTokens()
      if (answer === 'sign-on-again' && target !== null) leaveToSignOn(target)
      if (answer === 'none' || answer === 'sign-on-again') return true
      const hasNewToken = answer === 'ok' || readCookie(ID_TOKEN) !== before
      if (hasNewToken && (await adoptToken(false, answer === 'ok')) !== 'none') return true
      await endLogin('refused')
      return false
    })
  }

  // Logout

  /** False: the page is on its way to the one that ends the session (S4.2-09), because what it shows is the reader's. */
  async function logout(): Promise<boolean> {
    const match = matchRoute(location.pathname)
    if (match.kind === 'route' && isAuthenticatedRoute(match.route.name)) {
      location.replace('/?logout')
      return false
    }
    let answer = await askForLogout()
    if (answer !== 'ok') answer = await askForLogout()
    await endLogin('logout')
    await showToast(answer === 'ok' ? sessionTexts.loggedOut : sessionTexts.logoutFailed).catch(report)
    return true
  }

  /** Nobody is logged in any more, whoever ended it. */
  async function endLogin(reason: 'logout' | 'refused' | 'elsewhere'): Promise<void> {
    const wasReader = reason === 'logout' || getSession().status === 'reader' || isToldReader()
    const match = matchRoute(location.pathname)
    const isOwn = match.kind === 'route' && isAuthenticatedRoute(match.route.name)
    // What another tab's reader has paid for must not stand here for the next one.
    if (isOwn || (reason === 'elsewhere' && document.querySelector('[data-access="open"][data-paid]') !== null))
      location.replace('/')
    resetLogin()
    if (wasReader) {
      if (reason !== 'elsewhere') createReturnState()
      document.dispatchEvent(new CustomEvent('LOGOUT_SUCCESS'))
    }
    await endContentSession()
  }

  async function endContentSession(): Promise<void> {
    const content = await openContentSession().catch(() => null)
    if (content === null) createContentToken(host.chrome().bearerCookie).clear()
    else content.logout()
  }

  function resetLogin(): void {
    isGuess = false
    toldClaims = null
    forgetReader(cookiesAtStart)
    const anonId = renewAnonId()
    const view = toSessionView({
      isLoggedIn: false,
      user: null,
      anonId,
      idToken: null,
      recentVisits: countRecentVisits(),
    })
    setSession({ ...NO_READER, status: 'anonymous', user: null, view, marks: null, wallet: null })
    for (const part of parts) part.reset?.()
    setTargeting()
    writeCacheKey(toReaderFlags({ isLoggedIn: false, roles: [], emailVerified: false }))
  }

  /** Where the reader was: `?state={stateKey}` leads back there (S2.8-02, S3.2-03). */
  function createReturnState(): void {
    const { stateKey: former } = getSession()
    if (former !== null) clearCookie(`DM_STATE_${former}`)
    const stateKey = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    writeCookie(`DM_STATE_${stateKey}`, publicPath(location.pathname, location.search))
    setSession({ stateKey })
  }

  function setTargeting(): void {
    const { view } = getSession()
    document.documentElement.dataset.plususer = decideAdTargeting(view, host.chrome().app.isApp, new Date()).plususer
  }

  // Tabs, navigation, parameters

  function isToldReader(): boolean {
    const last = readLastTold()
    return last !== null && last !== 'closed' && last.loginStatus
  }

  function tell(): void {
    const state = getSession()
    if (state.status === 'unknown' || isGuess) return
    const message = toTabMessage(state)
    const text = JSON.stringify(message)
    if (text === told) return
    told = text
    tellTabs(message)
  }

  function hear(message: TabMessage): void {
    const { status, view } = getSession()
    const isReader = status === 'reader'
    if (message.loginStatus !== isReader || (isReader && readCookie(ID_TOKEN) !== view.idToken)) {
      void recheck()
      return
    }
    const { loginStatus: _, ...shared } = message
    // A tab that has just opened does not know yet.
    const known: Partial<SharedUserState> = Object.fromEntries(
      Object.entries(shared).filter(([, value]) => value !== null),
    )
    // Before it is taken over, so that it is not told again.
    told = JSON.stringify(toTabMessage({ ...getSession(), ...known }))
    setSession(known)
  }

  function recheck(): Promise<boolean> {
    return inTurn(() => settle(false))
  }

  async function open(dialog: 'login' | 'register', returnPath?: string): Promise<void> {
    const target = toSafePath(returnPath, location.origin)
    if (getSession().status === 'reader') {
      if (target !== null) navigateTo(target)
      return
    }
    if (target !== null) writeCookie(RETURN_COOKIE, target)
    if (host.chrome().app.isNativeApp && sendToNativeApp({ type: 'login' })) return
    const client = await getSignOnClient().catch(() => null)
    if (client?.signOn === 'foreign')
      location.assign(`${PATHS[dialog]}?return=${encodeURIComponent(target ?? location.pathname + location.search)}`)
    else openHash(dialog)
  }

  async function followQuery(): Promise<boolean> {
    if (!/[?&](logout|state|userState)\b/.test(location.search)) return false
    const { decideQuery } = await import('../navigation/query-parameters.lazy.ts')
    const { pathname, search, hash, origin } = location
    const request = decideQuery({ path: pathname, search, hash, origin }, readCookie)
    const replace = (to: string) => history.replaceState(history.state, '', to)
    switch (request.kind) {
      case 'nothing':
        return false
      case 'redirect':
        clearCookie(request.clear)
        location.replace(request.to)
        return true
      case 'drop-state':
        if (request.clear !== null) clearCookie(request.clear)
        replace(request.to)
        return followQuery()
      case 'logout':
        // What stands there was made for the reader: the page comes anew, without an entry for the way here.
        if (await logout()) navigateTo(request.to, { history: 'replace' })
        return true
      case 'user-state':
        replace(request.to)
        if (readCookie(ID_TOKEN) === null) return false
        if (request.userState !== null) await succeed(request.userState)
        else if (await settle(false)) await renew(true)
        return true
    }
  }

  async function showToast(text: string): Promise<void> {
    if (host.chrome().app.isNativeApp && sendToNativeApp({ type: 'toast', payload: { message: text } })) return
    ;(await host.overlays()).showToast(text)
  }

  let hasDialogs = false
  function watchHash(): void {
    if (hasDialogs || toHashDialog(location.hash) === null) return
    hasDialogs = true
    host.overlays().catch((error: unknown) => {
      hasDialogs = false
      report(error)
    })
  }

  const last = readLastTold()
  if (last !== null && last !== 'closed') setSession({ stateKey: last.stateKey })
  subscribeHash(watchHash)
  watchHash()
  document.addEventListener('auth:error', () => void showToast(sessionTexts.authError).catch(report))
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.hashChange || !event.canIntercept || !isOver()) return
    const { pathname, search, hash } = new URL(event.destination.url)
    const isLeaving = event.formData === null && event.downloadRequest === null && event.cancelable
    void refresh(false, isLeaving ? pathname + search + hash : null)
  })
  window.addEventListener('online', () => {
    if (readCookie(ID_TOKEN) !== null) void recheck()
  })

  await inTurn(async () => {
    if (await followQuery()) return
    await settle(last !== 'closed' && last?.loginStatus !== true)
    // A content/auth session may stand without single sign-on (4.1).
    if (getSession().status === 'anonymous' && createContentToken(host.chrome().bearerCookie).read() !== null)
      void loadContentUser().catch(report)
  })
  // A new page of the same session has nothing to tell yet.
  const isAsTold = last !== null && last !== 'closed' && last.loginStatus === (getSession().status === 'reader')
  if (!isAsTold) tell()
  subscribeSession(tell)
  listenToTabs(hear)

  return {
    openLogin: (returnPath) => open('login', returnPath),
    openSignup: (returnPath) => open('register', returnPath),
    logout: () => inTurn(async () => void (await logout())),
    loginSucceeded: (userState) => inTurn(() => succeed(userState)),
    refresh: (isForced) => refresh(isForced),
    recheck,
  }
}

/** One tab at a time; the others then find a new token in the cookie. */
async function inOneTab<T>(step: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return step()
  return navigator.locks.request('session-refresh', step) as Promise<T>
}

async function settled(asked: Promise<PortalResult<unknown>>): Promise<Answer> {
  const result = await asked
  if (result.kind === 'ok') return 'ok'
  const status = toStatus(result)
  if (status === 401) return result.kind === 'refused' && result.code === 'SIGN_ON_AGAIN' ? 'sign-on-again' : 'refused'
  // A server in trouble has not said no.
  return status === 0 || status >= 500 || status === 429 ? 'none' : 'refused'
}

const validate = (forceRefresh: 'true' | 'false') =>
  settled(portalClient.call('GET /api/validate', { ...LASTING, query: { forceRefresh } }))
const askForTokens = () => settled(portalClient.call('POST /api/mein/oauth2/refresh', LASTING))
const askForLogout = () => settled(portalClient.call('GET /api/mein/oauth2/logout', LASTING))

/** Null when there is none. */
async function dataOf<T>(asked: Promise<PortalResult<T>>): Promise<T | null> {
  const result = await asked
  return result.kind === 'ok' ? result.data : null
}

function countRecentVisits(): number {
  return parseRecentVisits(readCookie(RECENT_VISITS.cookie))
}

function report(...what: unknown[]): void {
  // oxlint-disable-next-line no-console
  console.error(...what)
}
