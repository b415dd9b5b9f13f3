/**
 * Keeps the day's puzzles for offline use once the overview was opened: asks the worker to store their pages with
 * scripts, styles and pictures.
 */
import { GAME_KEYS, toGamePath } from '@lokalteil/domain/games/games'
import { portalClient } from '@lokalteil/web/app/page/portal-client'

const WAIT_MS = 3000
const FILES = /\/assets\/[\w./-]+\.(?:js|css|svg|woff2)/g
/** Pictures of the jigsaw, inside an HTML attribute. */
const PICTURES = /(?<=url\(&quot;)\/_ipx\/[^&"]+(?=&quot;\))/g

/** Not with saved data, nor without a worker. Returns a function that cancels. */
export function keepGames(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!('serviceWorker' in navigator) || connection?.saveData === true) return () => {}
  const timer = setTimeout(() => void keepAll().catch(() => {}), WAIT_MS)
  return () => clearTimeout(timer)
}

/** Loads them one after the other, because there is no hurry. */
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
  // No page names this file, which is loaded with the first guess; loading it now lets the worker store it.
  await import('virtual:word-list')
}
