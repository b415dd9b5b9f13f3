/** What a social sign-in says about the session while it runs (4.2): a flag for display, and the end of it all on failure. */
import { session, setSession } from '../../browser/session/session.ts'

/** Answers how to take it back. */
export function markLoginProgress(): () => void {
  setSession({ isLoginProgress: true })
  return () => setSession({ isLoginProgress: false })
}

/** A failed token-based login leaves nobody logged in; what the cookies say is looked at anew. */
export function resetLogin(): void {
  setSession({ isLoginProgress: false })
  void session.recheck().catch(() => {})
}
