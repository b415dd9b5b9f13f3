/**
 * When the session machine is loaded: at once with a token, a parameter of 2.8 or a dialog in the address; else with
 * the first verb. Parts for every visitor come once the page is loaded, and look for a content/auth session then.
 */
import { toHashDialog } from '@lokalteil/domain/routing/dialog-names'
import { provideSession, setSession, type SessionHost, type SessionVerbs } from './session.ts'

/** Whether there is a token to verify, or a login or logout that returns. If not, the visitor is anonymous. */
export function mayBeReader(): boolean {
  return /FA_ID_TOKEN=./.test(document.cookie) || /[?&](logout|state|userState)\b/.test(location.search)
}

/** Call it once, after hydration. */
export function startSession(host: SessionHost): void {
  let machine: Promise<SessionVerbs> | undefined
  const cookiesAtStart = document.cookie
  const load = () =>
    (machine ??= import('./session-machine.lazy.ts')
      .then(({ startSessionMachine }) => startSessionMachine(host, cookiesAtStart))
      .catch((error: unknown) => {
        // A chunk that failed to load is requested again with the next verb.
        machine = undefined
        throw error
      }))
  const wake = () => void load().catch(() => {})
  const isDialog = () => toHashDialog(location.hash) !== null
  provideSession(load)
  if (isDialog() || mayBeReader()) wake()
  else setSession({ status: 'anonymous' })
  addEventListener('hashchange', () => isDialog() && wake())
  const visit = () =>
    setTimeout(
      () => void import('./visitor.later.ts').then(({ startVisitor }) => startVisitor(host)).catch(() => {}),
      200,
    )
  if (document.readyState === 'complete') visit()
  else addEventListener('load', visit)
}
