/** Whether this tab was listening to something when it left its last document. What it was, the player knows (`features/media`). */

/** In the session storage. */
export const KEPT_PLAYER = 'listening'

export function hasKeptPlayer(): boolean {
  try {
    return sessionStorage.getItem(KEPT_PLAYER) !== null
  } catch {
    return false
  }
}
