/** The end of a login, by the reader, the server or another tab. */
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { toSessionView } from '@lokalteil/domain/accounts/login'
import { publicPath } from '@lokalteil/domain/routing/paths'
import { isAuthenticatedRoute, matchRoute } from '@lokalteil/domain/routing/routes'
import { sessionTexts } from '../../../messages/accounts/session.ts'
import { clearCookie, writeCookie } from '../../consent/cookies.ts'
import { renewAnonId } from '../anon-id.ts'
import { writeCacheKey } from '../cache-key.ts'
import { createContentToken } from '../content-token.ts'
import { forgetReader } from '../forget-reader.ts'
import { getSession, setSession } from '../session.ts'
import { NO_READER } from '../user-state.ts'
import { countRecentVisits, isToldReader, report, setTargeting, showToast, type SessionMachine } from './machine.ts'
import { openContentSession } from './load-reader.ts'
import { askForLogout } from './requests.ts'

/** False: the page navigates to the one that ends the session (S4.2-09), because it shows the reader's own data. */
export async function logout(machine: SessionMachine): Promise<boolean> {
  const match = matchRoute(location.pathname)
  if (match.kind === 'route' && isAuthenticatedRoute(match.route.name)) {
    location.replace('/?logout')
    return false
  }
  let answer = await askForLogout()
  if (answer !== 'ok') answer = await askForLogout()
  await endLogin(machine, 'logout')
  await showToast(machine, answer === 'ok' ? sessionTexts.loggedOut : sessionTexts.logoutFailed).catch(report)
  return true
}

/** Resets everything after a login has ended, for any reason. */
export async function endLogin(machine: SessionMachine, reason: 'logout' | 'refused' | 'elsewhere'): Promise<void> {
  const wasReader = reason === 'logout' || getSession().status === 'reader' || isToldReader()
  const match = matchRoute(location.pathname)
  const isOwn = match.kind === 'route' && isAuthenticatedRoute(match.route.name)
  // A paid text that another tab's reader has opened must not stay visible for the next reader.
  if (isOwn || (reason === 'elsewhere' && document.querySelector('[data-access="open"][data-paid]') !== null))
    location.replace('/')
  resetLogin(machine)
  if (wasReader) {
    if (reason !== 'elsewhere') createReturnState()
    document.dispatchEvent(new CustomEvent('LOGOUT_SUCCESS'))
  }
  await endContentSession(machine)
}

async function endContentSession({ host }: SessionMachine): Promise<void> {
  const content = await openContentSession().catch(() => null)
  if (content === null) createContentToken(host.chrome().bearerCookie).clear()
  else content.logout()
}

function resetLogin(machine: SessionMachine): void {
  machine.isGuess = false
  machine.toldClaims = null
  forgetReader(machine.cookiesAtStart)
  const anonId = renewAnonId()
  const view = toSessionView({
    isLoggedIn: false,
    user: null,
    anonId,
    idToken: null,
    recentVisits: countRecentVisits(),
  })
  setSession({ ...NO_READER, status: 'anonymous', user: null, view, marks: null, wallet: null })
  for (const part of machine.parts) part.reset?.()
  setTargeting(machine)
  writeCacheKey(toReaderFlags({ isLoggedIn: false, roles: [], emailVerified: false }))
}

/** Stores where the reader was: `?state={stateKey}` leads back there (S2.8-02, S3.2-03). */
function createReturnState(): void {
  const { stateKey: former } = getSession()
  if (former !== null) clearCookie(`DM_STATE_${former}`)
  const stateKey = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  writeCookie(`DM_STATE_${stateKey}`, publicPath(location.pathname, location.search))
  setSession({ stateKey })
}
