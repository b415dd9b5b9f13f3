/** What was played before the login joins the account at once: a logout elsewhere must not take it away. */
import type { ReaderPart } from '../../../browser/session/session.ts'
import type { Chrome } from '../../../page/page.ts'

export function createGamesPart(chrome: () => Chrome): ReaderPart {
  return {
    async load({ isNewLogin }) {
      if (!isNewLogin || !hasPlayed()) return
      await (await import('./account-progress.lazy.ts')).syncProgress(chrome().publication.code)
    },
  }
}

/** By the key of `progress-store`, which is not loaded for this. */
function hasPlayed(): boolean {
  try {
    return localStorage.getItem('games') !== null
  } catch {
    return false
  }
}
