/**
 * Dialogs that open by a hash (2.4): follows the hash and the session, decides with `decideHashDialog`, and removes a
 * hash that does not apply. Nothing opens before the session was verified. Login and signup with a publisher's own
 * provider are a redirect instead of a dialog.
 */
import { Suspense, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import {
  decideHashDialog,
  DIALOG_FRAMES,
  toHashDialog,
  type HashDialogDecision,
} from '@lokalteil/domain/routing/hash-dialogs'
import { readHash, removeHash, subscribeHash } from '../../browser/navigation/dialog-hash.ts'
import { hasNativeBridge } from '../../browser/navigation/native-bridge.ts'
import { readOnboarding } from '../../browser/session/onboarding-status.ts'
import type { Chrome } from '../../page/page.ts'
import { getSession, session, setSession, useSession, type SessionState } from '../../browser/session/session.ts'
import { getSignOnClient } from '../../browser/session/sign-on-client.ts'
import { readSettings } from '../../browser/session/site-settings.ts'
import { sessionTexts } from '../../messages/accounts/session.ts'
import { FrameDialog, type FramedDialog } from './FrameDialog.tsx'
import { VerifyEmailDialog } from './VerifyEmailDialog.tsx'

/** Belongs to another feature; the app passes it in. */
export type OnboardingPart = ComponentType<{
  chrome: Chrome
  title: string
  closeLabel: string
  onClose: () => void
  onDone: (text: string) => void
}>

type HashDialogsProps = { chrome: () => Chrome; Onboarding: OnboardingPart; onDone: (text: string) => void }

export function HashDialogs({ chrome, Onboarding, onDone }: HashDialogsProps) {
  const { isNativeApp } = chrome().app
  const hash = useSyncExternalStore(subscribeHash, readHash)
  const state = useSession()
  const isOnboardingEnabled = useOnboarding(toHashDialog(hash) === 'onboarding' && state.status === 'reader', chrome)
  const decision = decideForSession(hash, state, isNativeApp && hasNativeBridge(), isOnboardingEnabled)
  const isSignOn = decision.kind === 'open' && (decision.dialog === 'login' || decision.dialog === 'register')
  const isForeign = useForeignSignOn(isSignOn)

  useEffect(() => {
    if (decision.kind === 'remove-hash') removeHash()
    if (decision.kind === 'native-login' || (isSignOn && isForeign === true)) {
      removeHash()
      void (hash === '#register' ? session.openSignup() : session.openLogin()).catch(() => {})
    }
  }, [decision.kind, isSignOn, isForeign, hash])

  if (decision.kind !== 'open' || (isSignOn && isForeign !== false)) return null
  const { dialog } = decision
  if (DIALOG_FRAMES[dialog] !== undefined) return <FrameDialog dialog={dialog as FramedDialog} onClose={removeHash} />
  if (dialog === 'verify-email')
    return <VerifyEmailDialog email={state.view.userData?.email ?? ''} onClose={removeHash} />
  return (
    <Suspense>
      <Onboarding
        chrome={chrome()}
        title={sessionTexts.dialogs.onboarding}
        closeLabel={sessionTexts.close}
        onClose={removeHash}
        onDone={onDone}
      />
    </Suspense>
  )
}

/** `isOnboardingEnabled`: null until the settings and the reader's status are known. */
export function decideForSession(
  hash: string,
  { status, view, onboardingCompleted }: Pick<SessionState, 'status' | 'view' | 'onboardingCompleted'>,
  isNativeApp: boolean,
  isOnboardingEnabled: boolean | null = null,
): HashDialogDecision {
  return decideHashDialog(hash, {
    isLoggedIn: status === 'unknown' ? null : status === 'reader',
    hasVerifiedEmail: view.hasVerifiedEmail,
    isOnboardingEnabled: isOnboardingEnabled ?? true,
    isOnboardingCompleted: isOnboardingEnabled === null && onboardingCompleted === false ? null : onboardingCompleted,
    isNativeApp,
  })
}

/**
 * Whether the onboarding may open for this reader: the setting is on and the status could be loaded. Null until both
 * are known. The status is stored in the session, which shares it with other tabs.
 */
function useOnboarding(isAsked: boolean, chrome: () => Chrome): boolean | null {
  const [isEnabled, setEnabled] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isAsked) {
      setEnabled(null)
      return
    }
    let isGone = false
    void decideOnboardingOf(chrome().publication).then((found) => !isGone && setEnabled(found))
    return () => {
      isGone = true
    }
  }, [isAsked, chrome])
  return isEnabled
}

export async function decideOnboardingOf(publication: { isLocalEdition: boolean }): Promise<boolean> {
  if (!(await readSettings(publication)).onboardingpopup_enabled) return false
  if (getSession().onboardingCompleted !== null) return true
  const isCompleted = await readOnboarding()
  if (isCompleted !== null && getSession().status === 'reader') setSession({ onboardingCompleted: isCompleted })
  return isCompleted !== null
}

/** Null until the server has answered; without an answer the built-in dialog opens, which shows the error. */
function useForeignSignOn(isAsked: boolean): boolean | null {
  const [isForeign, setForeign] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isAsked || isForeign !== null) return
    let isGone = false
    void getSignOnClient().then(
      ({ signOn }) => !isGone && setForeign(signOn === 'foreign'),
      () => !isGone && setForeign(false),
    )
    return () => {
      isGone = true
    }
  }, [isAsked, isForeign])
  return isForeign
}
