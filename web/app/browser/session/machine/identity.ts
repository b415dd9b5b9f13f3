/** The identity of the reader: the verified token in the cookie, and nothing else. */
import { isChangedLogin, mustRefresh, toSessionView, toUser, type Claims } from '@lokalteil/domain/accounts/login'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import type { LOGIN_START } from '@lokalteil/contracts/portal'
import { readCookie } from '../../consent/cookies.ts'
import { setAnonIdOfReader } from '../anon-id.ts'
import { writeCacheKey } from '../cache-key.ts'
import { getSession, setSession } from '../session.ts'
import { CLAIMS_COOKIE, withToldClaims } from '../told-claims.ts'
import { NO_READER } from '../user-state.ts'
import { changeLogin } from './after-login.ts'
import { endLogin } from './logout.ts'
import { countRecentVisits, ID_TOKEN, inTurn, isToldReader, setTargeting, type SessionMachine } from './machine.ts'
import { loadReader } from './load-reader.ts'
import { validate } from './requests.ts'

export const LOGIN_PATH = '/api/mein/oauth2/login/start' satisfies typeof LOGIN_START

/** `unreachable`: no answer, so nothing changes. */
type Adoption = 'reader' | 'none' | 'unreachable'

/**
 * Makes the cookie's token the session if it verifies. `isVouched`: the server has just accepted it, so this device
 * does not judge its times; the device's clock may be wrong.
 */
export async function adoptToken(machine: SessionMachine, isNewLogin: boolean, isVouched = false): Promise<Adoption> {
  const token = readCookie(ID_TOKEN)
  if (token === null) return 'none'
  const { status, view } = getSession()
  const beside = readCookie(CLAIMS_COOKIE)
  if (status === 'reader' && view.idToken === token && machine.toldClaims === beside && !isOver()) return 'reader'
  const check = await machine.verify(token)
  if (check.kind === 'unreachable') return 'unreachable'
  if (check.kind === 'invalid' || (check.kind !== 'valid' && !isVouched)) return 'none'
  machine.toldClaims = beside
  becomeReader(machine, withToldClaims(check.claims), token, isNewLogin)
  return 'reader'
}

/** With a cookie: verifies it, else validates it once, else resets. Without a cookie no request is made (S4.2-10). */
export async function settle(machine: SessionMachine, isNewLogin: boolean): Promise<boolean> {
  const { status } = getSession()
  if (readCookie(ID_TOKEN) === null) {
    // Another tab ended the session and has stored the return state.
    machine.isGuess = false
    if (status === 'reader' || isToldReader()) await endLogin(machine, 'elsewhere')
    else setSession({ status: 'anonymous' })
    return false
  }
  let adoption = await adoptToken(machine, isNewLogin)
  if (adoption === 'none') {
    const answer = await validate('false')
    if (answer === 'ok') adoption = await adoptToken(machine, isNewLogin, true)
    if (answer === 'none') adoption = 'unreachable'
    if (answer === 'sign-on-again') {
      // At the start of a page the reader loses nothing by a redirect; later they may be in the middle of something.
      if (status === 'unknown') return leaveToSignOn(location.pathname + location.search + location.hash)
      adoption = 'unreachable'
    }
  }
  if (adoption === 'unreachable') {
    if (status === 'unknown') {
      machine.isGuess = true
      setSession({ status: 'anonymous' })
    }
    return status === 'reader'
  }
  if (adoption === 'none') {
    await endLogin(machine, 'refused')
    return false
  }
  if (isNewLogin && status !== 'reader') await changeLogin(machine)
  return true
}

export function recheck(machine: SessionMachine): Promise<boolean> {
  return inTurn(machine, () => settle(machine, false))
}

/** Asks the provider of a session without a refresh token whether its session lives, without a form (`prompt=none`). */
export function leaveToSignOn(target: string): false {
  location.replace(`${LOGIN_PATH}?prompt=none&return=${encodeURIComponent(target)}`)
  return false
}

function becomeReader(machine: SessionMachine, claims: Claims, idToken: string, isNewLogin: boolean): void {
  machine.isGuess = false
  const before = getSession()
  const user = toUser(claims)
  setAnonIdOfReader(user.ssoId)
  const isSame = !isChangedLogin({ isLoggedIn: before.status === 'reader', user: before.view.userData }, user)
  const isOther = before.status === 'reader' && before.view.userData?.ssoId !== user.ssoId
  const view = isSame
    ? { ...before.view, idToken }
    : toSessionView({ isLoggedIn: true, user, anonId: user.ssoId, idToken, recentVisits: countRecentVisits() })
  setSession({ ...(isOther ? { ...NO_READER, user: null } : {}), status: 'reader', view })
  setTargeting(machine)
  writeCacheKey(toReaderFlags({ isLoggedIn: true, roles: user.roles, emailVerified: user.emailVerified }))
  if (before.status !== 'reader' || isOther || isNewLogin) void loadReader(machine, isNewLogin)
}

export function isOver(): boolean {
  const { status, view } = getSession()
  return mustRefresh(
    { isLoggedIn: status === 'reader', expiresAt: view.userData?.expiresAt ?? '' },
    new URLSearchParams(),
    new Date(),
  )
}
