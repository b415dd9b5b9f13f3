/**
 * The puzzles of a day for the way without a connection: asks the worker to keep their pages with the scripts, styles and
 * boards' pictures these name, once the overview was opened.
 */
import { GAME_KEYS, toGamePath } from '@lokalteil/domain/games/games'
import { portalClient } from '../../page/portal-client.ts'

const WAIT_MS = 3000
const FILES = /\/assets\/[\w./-]+\.(?:js|css|svg|woff2)/g
/** Of the picture puzzle; as an attribute has it. */
const PICTURES = /(?<=url\(&quot;)\/_ipx\/[^&"]+(?=&quot;\))/g

/** Not where the reader saves data, nor where no worker is. Returns how to leave it be. */
export function keepGames(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!('serviceWorker' in navigator) || connection?.saveData === true) return () => {}
  const timer = setTimeout(() => void keepAll().catch(() => {}), WAIT_MS)
  return () => clearTimeout(timer)
}

/** One after the other: nobody waits for it. */
async function keepAll(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  for (const path of GAME_KEYS.map((game) => toGamePath(game))) {
    const page = await portalClient.exchange(path, { credentials: 'omit' }, (response) => response.text())
    if (page.kind !== 'ok') continue
    const files = [...new Set([...(page.data.match(FILES) ?? []), ...(page.data.match(PICTURES) ?? [])])].map(
      (file) => location.origin + file,
    )
    active?.postMessage({ kind: 'visited', path, files, isForAll: true })
  }
  // No page names it: it comes with the first guess. The worker sees it pass.
  await import('virtual:word-list')
}
