/**
 * Whether this tab was playing something when it left its last document. The player itself knows what
 * (`features/media`).
 */
import { readStored } from '../device-storage.ts'

/** Key in the session storage. */
export const KEPT_PLAYER = 'listening'

export function hasKeptPlayer(): boolean {
  return readStored(KEPT_PLAYER, 'sessionStorage') !== null
}
