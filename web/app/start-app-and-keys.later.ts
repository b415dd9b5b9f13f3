/** Starts the installable app and keyboard shortcuts, which reading does not need. */
import { untilMoved } from './browser/navigation/until-moved.later.ts'
import { keepLastKey } from './browser/navigation/kept-key.ts'
import type { InstallPrompt, OfflineApp } from './browser/offline/service-worker.ts'
import type { Chrome } from './page/page.ts'

export async function startAppAndKeys(chrome: Chrome, takePrompt: () => InstallPrompt | null): Promise<OfflineApp> {
  const takeKey = keepLastKey()
  await untilMoved()
  const { listenToShortcuts, startOfflineApp } = await import('./app-and-keys.lazy.ts')
  listenToShortcuts(takeKey())
  return startOfflineApp(chrome, takePrompt())
}
