/**
 * `window.sso` (2.4, S2.4-02): starts login and signup from templates and scripts of the publisher. Frozen and not
 * replaceable. A return path is checked like every other one before it is followed.
 */
import { HASH_START_DELAY, type HashDialog } from '@lokalteil/domain/routing/hash-dialogs'
import { openHash } from '../navigation/dialog-hash.ts'

type Start = (returnPath?: string) => void

export type SsoUtility = {
  readonly sendToLogin: Start
  readonly sendToSignup: Start
  readonly sendToLoginWithHash: Start
  readonly sendToSignupWithHash: Start
}

export type SsoStarts = {
  login: Start
  signup: Start
  /** The shell has its own login page; a hash would only flash. */ isNativeApp: () => boolean
}

declare global {
  interface Window {
    readonly sso?: SsoUtility
  }
}

export function createSsoUtility({ login, signup, isNativeApp }: SsoStarts): SsoUtility {
  const withHash = (dialog: HashDialog, start: Start) => (returnPath?: string) => {
    if (!isNativeApp()) openHash(dialog)
    setTimeout(() => start(returnPath), HASH_START_DELAY)
  }
  return Object.freeze({
    sendToLogin: (returnPath?: string) => login(returnPath),
    sendToSignup: (returnPath?: string) => signup(returnPath),
    sendToLoginWithHash: withHash('login', login),
    sendToSignupWithHash: withHash('register', signup),
  })
}

export function exposeSsoUtility(starts: SsoStarts): void {
  if (window.sso === undefined)
    Object.defineProperty(window, 'sso', { value: createSsoUtility(starts), enumerable: true })
}
