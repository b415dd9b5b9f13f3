/** Syncs progress made before the login at once, so that a logout elsewhere cannot delete it. */
import type { ReaderPart } from '@lokalteil/web/app/browser/session/session'
import type { Chrome } from '@lokalteil/web/app/page/page'
import { readStored } from '@lokalteil/web/app/browser/device-storage'

export function createGamesPart(chrome: () => Chrome): ReaderPart {
  return {
    async load({ isNewLogin }) {
      if (chrome().isLibraryOff || !isNewLogin || !hasPlayed()) return
      await (await import('./account-progress.lazy.ts')).syncProgress(chrome().publication.code)
    },
  }
}

/** Reads the key of `progress-store` without loading that module. */
function hasPlayed(): boolean {
  return readStored('games') !== null
}
