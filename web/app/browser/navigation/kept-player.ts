/**
 * Whether this tab was playing something when it left its last document. The player itself knows what
 * (`features/media`).
 */

/** Key in the session storage. */
export const KEPT_PLAYER = 'listening'

export function hasKeptPlayer(): boolean {
  try {
    return sessionStorage.getItem(KEPT_PLAYER) !== null
  } catch {
    return false
  }
}
