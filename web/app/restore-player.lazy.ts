/** Restores the player of a tab that was playing before it loaded this document, paused. */
import { openPlayer } from './features/media/open-player.ts'

export async function restorePlayer(): Promise<void> {
  ;(await openPlayer()).restore()
}
