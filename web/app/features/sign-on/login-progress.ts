/** The session's flag during a social sign-in (4.2), for display, and its reset after a failure. */
import { session, setSession } from '../../browser/session/session.ts'

/** Returns a function that clears it. */
export function markLoginProgress(): () => void {
  setSession({ isLoginProgress: true })
  return () => setSession({ isLoginProgress: false })
}

/** A failed token-based login leaves the reader logged out; the cookies are read again. */
export function resetLogin(): void {
  setSession({ isLoginProgress: false })
  void session.recheck().catch(() => {})
}
