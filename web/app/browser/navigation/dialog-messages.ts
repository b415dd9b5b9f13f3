/**
 * Messages from a framed form to the page around it (S2.2-01, T28): sent to this origin only and accepted from it only.
 * No message carries a token; `logged-in` is a reason to read the cookies, not a proof.
 */
import type { HashDialog } from '@lokalteil/domain/routing/hash-dialogs'

export type DialogMessage =
  | { type: 'dialog-close' }
  /** Opens another dialog instead, e.g. register instead of login. */
  | { type: 'dialog-open'; dialog: Extract<HashDialog, 'login' | 'register' | 'forgot-password' | 'change-password'> }
  /** Height of the form in CSS pixels, so that the frame needs no scroll bar. */
  | { type: 'dialog-height'; height: number }
  | { type: 'logged-in'; userState: 'login' | 'registration' | 'registration_verified' }

const DIALOGS: ReadonlySet<unknown> = new Set(['login', 'register', 'forgot-password', 'change-password'])
const USER_STATES: ReadonlySet<unknown> = new Set(['login', 'registration', 'registration_verified'])

export function tellParent(message: DialogMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin)
}

/** Null: not from our frame, or no known message. */
export function parseDialogMessage(
  event: Pick<MessageEvent, 'origin' | 'data' | 'source'>,
  own: { origin: string; frame: Window | null },
): DialogMessage | null {
  if (event.origin !== own.origin || own.frame === null || event.source !== own.frame) return null
  const data = event.data as Record<string, unknown> | null
  if (typeof data !== 'object' || data === null) return null
  switch (data.type) {
    case 'dialog-close':
      return { type: 'dialog-close' }
    case 'dialog-open':
      return DIALOGS.has(data.dialog) ? { type: 'dialog-open', dialog: data.dialog as 'login' } : null
    case 'dialog-height':
      return typeof data.height === 'number' && data.height > 0 && data.height < 5000
        ? { type: 'dialog-height', height: data.height }
        : null
    case 'logged-in':
      return USER_STATES.has(data.userState) ? { type: 'logged-in', userState: data.userState as 'login' } : null
    default:
      return null
  }
}
