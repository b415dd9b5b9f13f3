/**
 * The life of the single sign-on session in the browser (specification 4.1, 4.2; decisions S4.2-01 to -11). Promises:
 * one step at a time; a refresh runs once, across tabs as well; a start without an ID token makes no request; without a
 * connection nothing ends. The state follows the verified token in the cookie only: other tabs, frames and events are
 * reasons to check, never a proof. The steps are in `machine/`.
 */
import { toHashDialog } from '@lokalteil/domain/routing/dialog-names'
import { portalClient, toStatus } from '../../page/portal-client.ts'
import { sessionTexts } from '../../messages/accounts/session.ts'
import { readCookie } from '../consent/cookies.ts'
import { subscribeHash } from '../navigation/dialog-hash.ts'
import { createContentToken } from './content-token.ts'
import { isOver, recheck, settle } from './machine/identity.ts'
import { openDialog, succeed } from './machine/login.ts'
import { logout } from './machine/logout.ts'
import { ID_TOKEN, inTurn, report, showToast, type SessionMachine } from './machine/machine.ts'
import { followQuery } from './machine/query.ts'
import { loadContentUser } from './machine/load-reader.ts'
import { refresh } from './machine/renewal.ts'
import { hear, tell } from './machine/told-tabs.ts'
import { getSession, setSession, subscribeSession, type SessionHost, type SessionVerbs } from './session.ts'
import { getSignOnClient } from './sign-on-client.ts'
import { listenToTabs, readLastTold } from './tabs.ts'
import { createIdTokenVerifier } from './verify-id-token.ts'

const PUBLIC_KEY = '/api/fa-public-key'

/** `cookiesAtStart`: cookies at the page's start, which may be long ago. */
export async function startSessionMachine(
  host: SessionHost,
  cookiesAtStart: string = document.cookie,
): Promise<SessionVerbs> {
  const machine: SessionMachine = {
    host,
    cookiesAtStart,
    verify: createIdTokenVerifier({ fetchPem, getClient: getSignOnClient, now: () => new Date() }),
    parts: [],
    told: '',
    isGuess: false,
    toldClaims: null,
    refreshing: null,
    queue: Promise.resolve(),
  }
  const last = readLastTold()
  if (last !== null && last !== 'closed') setSession({ stateKey: last.stateKey })
  watchPage(machine)
  await inTurn(machine, async () => {
    if (await followQuery(machine)) return
    await settle(machine, last !== 'closed' && last?.loginStatus !== true)
    // A content/auth session may exist without single sign-on (4.1).
    if (getSession().status === 'anonymous' && createContentToken(host.chrome().bearerCookie).read() !== null)
      void loadContentUser().catch(report)
  })
  // A further page of the same session has no news for other tabs.
  const isAsTold = last !== null && last !== 'closed' && last.loginStatus === (getSession().status === 'reader')
  if (!isAsTold) tell(machine)
  subscribeSession(() => tell(machine))
  listenToTabs((message) => hear(machine, message))
  return {
    openLogin: (returnPath) => openDialog(machine, 'login', returnPath),
    openSignup: (returnPath) => openDialog(machine, 'register', returnPath),
    logout: () => inTurn(machine, async () => void (await logout(machine))),
    loginSucceeded: (userState) => inTurn(machine, () => succeed(machine, userState)),
    refresh: (isForced) => refresh(machine, isForced),
    recheck: () => recheck(machine),
  }
}

async function fetchPem(isFresh: boolean): Promise<string> {
  const result = await portalClient.send('GET', PUBLIC_KEY, {
    cache: isFresh ? 'reload' : 'default',
    read: (response) => response.text(),
  })
  if (result.kind !== 'ok') throw new Error(`Public key: ${toStatus(result)}`)
  return result.data
}

function watchPage(machine: SessionMachine): void {
  let hasDialogs = false
  function watchHash(): void {
    if (hasDialogs || toHashDialog(location.hash) === null) return
    hasDialogs = true
    machine.host.overlays().catch((error: unknown) => {
      hasDialogs = false
      report(error)
    })
  }
  subscribeHash(watchHash)
  watchHash()
  document.addEventListener('auth:error', () => void showToast(machine, sessionTexts.authError).catch(report))
  window.navigation?.addEventListener('navigate', (event) => {
    if (event.hashChange || !event.canIntercept || !isOver()) return
    const { pathname, search, hash } = new URL(event.destination.url)
    const isLeaving = event.formData === null && event.downloadRequest === null && event.cancelable
    void refresh(machine, false, isLeaving ? pathname + search + hash : null)
  })
  window.addEventListener('online', () => {
    if (readCookie(ID_TOKEN) !== null) void recheck(machine)
  })
}
