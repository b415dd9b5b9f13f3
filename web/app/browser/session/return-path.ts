/**
 * Where a login leads (`redirectAfterLogin`) belongs to the dialog that asks for it: closed without a login, by whatever
 * way, it is forgotten. A dialog can also be left with its whole page (Back, another address); the tab then remembers
 * that there was one, and the next page in it forgets.
 */
import { clearCookie } from '../consent/cookies.ts'
import { getSession } from './session.ts'

const COOKIE = 'redirectAfterLogin'
const OPEN_KEY = 'signOnDialog'
const SIGN_ON_HASH = /^#(?:login|register|forgot-password|change-password)$/

/** While a form that logs in is shown; returns what to do when it goes. */
export function holdReturnPath(): () => void {
  write('1')
  return () => {
    write(null)
    const { status, isLoginProgress } = getSession()
    if (status !== 'reader' && !isLoginProgress) clearCookie(COOKIE)
  }
}

/** At the start of a page, and when one comes back whole. */
export function forgetLeftReturnPath(): void {
  if (SIGN_ON_HASH.test(location.hash) || !write(null)) return
  if (getSession().status === 'anonymous') clearCookie(COOKIE)
}

/** Whether there was one. Where storage is closed nobody remembers. */
function write(value: string | null): boolean {
  try {
    const was = sessionStorage.getItem(OPEN_KEY) !== null
    if (value === null) sessionStorage.removeItem(OPEN_KEY)
    else sessionStorage.setItem(OPEN_KEY, value)
    return was
  } catch {
    return false
  }
}
