/**
 * The framed page and the page around it: guard 'verify-iframe' in the browser (S2.2-01), the steps after a login, and
 * the ways between forms. A login with open consents is reported to the parent only after they are answered, because
 * the report closes the dialog.
 */
import type { LoginAnswer } from '@lokalteil/contracts/portal'
import { toHashOfDialogFlow, type HashDialog } from '@lokalteil/domain/routing/hash-dialogs'
import { buildPath, type RouteName } from '@lokalteil/domain/routing/routes'
import { tellParent, type DialogMessage } from '../../browser/navigation/dialog-messages.ts'

type FramedDialog = Extract<DialogMessage, { type: 'dialog-open' }>['dialog']

const USER_STATE_KEY = 'signOnUserState'
const EMAIL_KEY = 'signOnEmail'
const LONGEST_EMAIL = 254
export const COMPLETION = '__mein-portal/dialog-flow/complete-registration'

type FramedWindow = {
  self: unknown
  top: unknown
  parent: { location: { origin: string } }
  location: { origin: string; search: string; replace: (to: string) => void }
}

/** In a frame of this site. Accessing a foreign parent throws. */
export function isFramed(own: FramedWindow): boolean {
  if (own.self === own.top) return false
  try {
    return own.parent.location.origin === own.location.origin
  } catch {
    return false
  }
}

/** False: the page was opened outside its dialog and is being redirected there, with its query. */
export function verifyFrame(name: RouteName, own: FramedWindow = window): boolean {
  if (isFramed(own)) return true
  own.location.replace(`/${own.location.search}${toHashOfDialogFlow(name) ?? ''}`)
  return false
}

/** Opens the next form, another document in this tab; the typed address is stored for it. */
export function openDialog(dialog: FramedDialog & HashDialog): void {
  const email = document.querySelector<HTMLInputElement>('input[name="email"]')?.value.trim() ?? ''
  const { storage } = openWays()
  if (email !== '' && email.length <= LONGEST_EMAIL) storage?.setItem(EMAIL_KEY, email)
  tellParent({ type: 'dialog-open', dialog })
}

export type Ways = {
  tell: (message: DialogMessage) => void
  goTo: (path: string) => void
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
}

/** Storage may be blocked; then a completed registration counts as a login. */
export function openWays(): Ways {
  let storage: Storage | null = null
  try {
    storage = window.sessionStorage
  } catch {
    // Blocked by the reader's settings.
  }
  return { tell: tellParent, goTo: (path) => location.replace(path), storage }
}

/** Reads the address once: '' if none was typed in the form before. */
export function takeTypedEmail({ storage }: Pick<Ways, 'storage'>): string {
  const email = storage?.getItem(EMAIL_KEY) ?? ''
  storage?.removeItem(EMAIL_KEY)
  return email
}

export function finishLogin(
  { userState, missingFields }: Pick<LoginAnswer, 'userState' | 'missingFields'>,
  { tell, goTo, storage }: Ways,
): void {
  if (missingFields.length === 0) return tell({ type: 'logged-in', userState })
  storage?.setItem(USER_STATE_KEY, userState)
  goTo(buildPath({ name: COMPLETION }))
}

/** Closes the dialog; the page around it then loads the session again and finds nothing missing. */
export function finishCompletion({ tell, storage }: Ways): void {
  const kept = storage?.getItem(USER_STATE_KEY)
  storage?.removeItem(USER_STATE_KEY)
  tell({ type: 'logged-in', userState: kept === 'registration' || kept === 'registration_verified' ? kept : 'login' })
  tell({ type: 'dialog-close' })
}

/** Only a hint: the server decides about the cookie's validity. */
export function hasIdToken(cookies: string): boolean {
  return /(?:^|;\s*)FA_ID_TOKEN=[^;]/.test(cookies)
}

/** The address for the password manager, or ''. For display only, never trusted. */
export function readAccountEmail(cookies: string): string {
  const payload = /(?:^|;\s*)FA_ID_TOKEN=[^.;]+\.([^.;]+)\./.exec(cookies)?.[1]
  if (payload === undefined) return ''
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const { email } = JSON.parse(new TextDecoder().decode(bytes)) as { email?: unknown }
    return typeof email === 'string' ? email : ''
  } catch {
    return ''
  }
}
