/** The player of a tab that was listening before it loaded this document: silent until it is pressed. */
import { openPlayer } from './features/media/open-player.ts'

export async function restorePlayer(): Promise<void> {
  ;(await openPlayer()).restore()
}
