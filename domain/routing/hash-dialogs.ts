/**
 * The dialogs that open by a hash on any page (specification 2.4, decisions S2.4-01 to S2.4-09). Decided only after the
 * session is verified in the browser: until then `isLoggedIn` is null and nothing happens. Two irregularities come from
 * the specification: a `#forgot-password` that does not apply stays in the address, and `#change-password` always
 * opens.
 */
import { HASH_DIALOGS, toHashDialog, type HashDialog } from './dialog-names.ts'
import type { RouteName } from './routes.ts'

export { toHashDialog, type HashDialog }

/** Milliseconds between setting the hash and starting login or signup (S2.4-02). */
export const HASH_START_DELAY = 100

/** Shown in an iframe of the overlay; the other two dialogs are drawn directly (S2.4-01). */
export const DIALOG_FRAMES: Readonly<Partial<Record<HashDialog, RouteName>>> = {
  login: '__mein-portal/dialog-flow/login',
  register: '__mein-portal/dialog-flow/registration',
  'forgot-password': '__mein-portal/dialog-flow/forgot-password',
  'change-password': '__mein-portal/dialog-flow/change-password',
}

export type HashDialogContext = {
  /** Null: the session is not verified yet. */
  isLoggedIn: boolean | null
  hasVerifiedEmail: boolean
  isOnboardingEnabled: boolean
  /** Null: not loaded yet. */
  isOnboardingCompleted: boolean | null
  isNativeApp: boolean
}

export type HashDialogDecision =
  | { kind: 'open'; dialog: HashDialog }
  /** Replace the address without the hash, keep the position, add no history entry (S2.4-04). */
  | { kind: 'remove-hash' }
  /** Tell the app shell, then remove the hash (S2.4-06). */
  | { kind: 'native-login' }
  | { kind: 'nothing' }

const REMOVE: HashDialogDecision = { kind: 'remove-hash' }
const NOTHING: HashDialogDecision = { kind: 'nothing' }

export function decideHashDialog(hash: string, context: HashDialogContext): HashDialogDecision {
  const dialog = toHashDialog(hash)
  const { isLoggedIn } = context
  if (dialog === null) return NOTHING
  if (dialog === 'change-password') return { kind: 'open', dialog }
  if (isLoggedIn === null) return NOTHING
  switch (dialog) {
    case 'login':
    case 'register':
      if (isLoggedIn) return REMOVE
      return context.isNativeApp ? { kind: 'native-login' } : { kind: 'open', dialog }
    case 'forgot-password':
      return isLoggedIn ? NOTHING : { kind: 'open', dialog }
    case 'verify-email':
      return isLoggedIn && !context.hasVerifiedEmail ? { kind: 'open', dialog } : REMOVE
    case 'onboarding':
      if (!isLoggedIn || !context.isOnboardingEnabled || context.isOnboardingCompleted === true) return REMOVE
      return context.isOnboardingCompleted === null ? NOTHING : { kind: 'open', dialog }
  }
}

/**
 * For a page of a dialog opened outside of an iframe, the hash to which it redirects (S2.2-01); null for other pages.
 */
export function toHashOfDialogFlow(name: RouteName): `#${HashDialog}` | null {
  if (name === '__mein-portal/dialog-flow/complete-registration') return '#register'
  const dialog = HASH_DIALOGS.find((candidate) => DIALOG_FRAMES[candidate] === name)
  return dialog === undefined ? null : `#${dialog}`
}
