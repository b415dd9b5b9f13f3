/** Starting a login, and the steps after a successful one. */
import type { SIGNUP_START } from '@lokalteil/contracts/portal'
import { toSafePath } from '@lokalteil/domain/routing/redirect-paths'
import { sessionTexts } from '../../../messages/accounts/session.ts'
import { readCookie, writeCookie } from '../../consent/cookies.ts'
import { openHash } from '../../navigation/dialog-hash.ts'
import { navigateTo } from '../../navigation/link-clicks.ts'
import { sendToNativeApp } from '../../navigation/native-bridge.ts'
import { getSession, setSession } from '../session.ts'
import { getSignOnClient } from '../sign-on-client.ts'
import { changeLogin } from './after-login.ts'
import { adoptToken, LOGIN_PATH, settle } from './identity.ts'
import { endLogin } from './logout.ts'
import { ID_TOKEN, report, RETURN_COOKIE, showToast, type SessionMachine } from './machine.ts'
import { askForTokens, validate } from './requests.ts'

const PATHS = {
  login: LOGIN_PATH,
  register: '/api/mein/oauth2/registration/start' satisfies typeof SIGNUP_START,
} as const
const LOGIN_TROUBLE = 'Error while refreshing token after login success'

export async function openDialog(
  { host }: SessionMachine,
  dialog: 'login' | 'register',
  returnPath?: string,
): Promise<void> {
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

export async function succeed(machine: SessionMachine, userState: string): Promise<void> {
  setSession({ isLoginProgress: true, isNewVerifiedRegistration: userState === 'registration_verified' })
  try {
    let before = readCookie(ID_TOKEN)
    let answer = await validate('true')
    if (answer === 'ok') {
      // The validation has renewed the token.
      before = readCookie(ID_TOKEN)
      answer = await askForTokens()
    }
    if (answer !== 'ok') report(LOGIN_TROUBLE)
    const isRefused = answer === 'refused' && [before, null].includes(readCookie(ID_TOKEN))
    if (!isRefused && (await adoptToken(machine, true, answer === 'ok')) === 'reader') {
      document.dispatchEvent(new CustomEvent('LOGIN_SUCCESS'))
      await changeLogin(machine)
      return
    }
    if (isRefused) await endLogin(machine, 'refused')
    else if (await settle(machine, true)) return
    // The form has just reported success, so it needs a message if no reader is logged in after all.
    await showToast(machine, sessionTexts.loginFailed)
  } catch (error) {
    report(LOGIN_TROUBLE, error)
  } finally {
    setSession({ isLoginProgress: false })
  }
}
