/**
 * When the session's machinery comes: at once with a token, a parameter of 2.8 or a dialog in the address, else with the
 * first verb; what every visitor gets comes once the page is loaded, and looks for a content/auth session then.
 */
import { toHashDialog } from '@lokalteil/domain/routing/dialog-names'
import { provideSession, setSession, type SessionHost, type SessionVerbs } from './session.ts'

/** A token to verify, or a login or logout that comes back; without both, who is here reads as anybody. */
export function mayBeReader(): boolean {
  return /FA_ID_TOKEN=./.test(document.cookie) || /[?&](logout|state|userState)\b/.test(location.search)
}

/** After hydration, once. */
export function startSession(host: SessionHost): void {
  let machine: Promise<SessionVerbs> | undefined
  const cookiesAtStart = document.cookie
  const load = () =>
    (machine ??= import('./session-machine.lazy.ts')
      .then(({ startSessionMachine }) => startSessionMachine(host, cookiesAtStart))
      .catch((error: unknown) => {
        // A chunk that did not come is asked for again with the next wish.
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
