/** Whether this tab was playing something when it left its last document. `features/media` stores the piece itself. */
import { readStored } from '../device-storage.ts'

/** Key in the session storage. */
export const KEPT_PLAYER = 'listening'

export function hasKeptPlayer(): boolean {
  return readStored(KEPT_PLAYER, 'sessionStorage') !== null
}
