/**
 * The target of a login (`redirectAfterLogin`) belongs to the dialog that asks for it: a dialog closed without a login
 * deletes it. A dialog may also end with its whole page (Back, another address); the tab remembers that it was open,
 * and its next page deletes the target.
 */
import { clearCookie } from '../consent/cookies.ts'
import { getSession } from './session.ts'

const COOKIE = 'redirectAfterLogin'
const OPEN_KEY = 'signOnDialog'
const SIGN_ON_HASH = /^#(?:login|register|forgot-password|change-password)$/

/** Call it while a login form is shown; returns the clean-up for its end. */
export function holdReturnPath(): () => void {
  write('1')
  return () => {
    write(null)
    const { status, isLoginProgress } = getSession()
    if (status !== 'reader' && !isLoginProgress) clearCookie(COOKIE)
  }
}

/** Call it at the start of a page, and when one returns from the back/forward cache. */
export function forgetLeftReturnPath(): void {
  if (SIGN_ON_HASH.test(location.hash) || !write(null)) return
  if (getSession().status === 'anonymous') clearCookie(COOKIE)
}

/** Whether a dialog was open. False if storage is blocked. */
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
