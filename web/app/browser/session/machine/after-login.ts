/** The navigation after a login. */
import { decideAfterLogin } from '@lokalteil/domain/accounts/login'
import { toSettings } from '@lokalteil/domain/publication/settings'
import { toSafePath } from '@lokalteil/domain/routing/redirect-paths'
import { portalClient } from '../../../page/portal-client.ts'
import { clearCookie, readCookie } from '../../consent/cookies.ts'
import { openHash, removeHash } from '../../navigation/dialog-hash.ts'
import { navigateTo } from '../../navigation/link-clicks.ts'
import { getSession, setSession } from '../session.ts'
import { getSignOnClient } from '../sign-on-client.ts'
import { RETURN_COOKIE, type SessionMachine } from './machine.ts'
import { BRIEF, dataOf } from './requests.ts'

/** Goes to the page from which the login was started, with the dialog that follows it (S4.2-04). */
export async function changeLogin(machine: SessionMachine): Promise<void> {
  setSession({ isLoginProgress: true })
  try {
    const wanted = readCookie(RETURN_COOKIE)
    if (wanted !== null) clearCookie(RETURN_COOKIE)
    const target = toSafePath(wanted, location.origin)
    const path = target === null ? location.pathname : new URL(target, location.origin).pathname
    const dialog = await decideDialog(machine, path)
    if (target !== null) {
      // Closing a dialog of this page must not remove the hash during the navigation.
      removeHash()
      navigateTo(dialog === null ? target : `${target.split('#', 1)[0]}#${dialog}`)
    } else if (dialog !== null) {
      removeHash()
      openHash(dialog)
    }
  } finally {
    setSession({ isLoginProgress: false })
  }
}

async function decideDialog({ host }: SessionMachine, path: string): Promise<'verify-email' | 'onboarding' | null> {
  const { view, isNewVerifiedRegistration } = getSession()
  // A publisher's own provider confirms addresses itself.
  const isForeign = (await getSignOnClient().catch(() => null))?.signOn === 'foreign'
  const emailVerified = view.hasVerifiedEmail || isForeign
  const needsSettings = emailVerified && !path.includes('/order/') && !host.chrome().publication.isLocalEdition
  const settings = toSettings(needsSettings ? await dataOf(portalClient.call('GET /api/settings', BRIEF)) : null)
  const decision = decideAfterLogin({ path, emailVerified, isNewVerifiedRegistration, settings })
  if (decision.kind !== 'ask-onboarding') return decision.kind === 'verify-email' ? 'verify-email' : null
  const status = await dataOf(portalClient.call('GET /api/onboarding', BRIEF))
  if (typeof status?.isOnboardingCompleted !== 'boolean') return null
  setSession({ onboardingCompleted: status.isOnboardingCompleted })
  return status.isOnboardingCompleted ? null : 'onboarding'
}
