/** Starts the installable app once the page is otherwise done; its notices are outside the page's React tree. */
import { createRoot } from 'react-dom/client'
import type { Chrome } from '../../page/page.ts'
import {
  createOfflineApp,
  type InstallPrompt,
  type OfflineApp,
  type OfflineAppState,
} from '../../browser/offline/service-worker.ts'
import { isSavingData } from '../../browser/offline/edition-cache.ts'
import { handOverState } from '../../browser/navigation/held-state.ts'

/** Attribute names of the states on the document, for styles and tests. */
const STATE_NAMES: Readonly<Record<keyof OfflineAppState, string>> = {
  canInstall: 'can-install',
  isInstalled: 'installed',
  isOfflineReady: 'offline-ready',
  needsRefresh: 'need-refresh',
  registrationError: 'registration-error',
}

export function startOfflineApp(chrome: Chrome, prompt: InstallPrompt | null): OfflineApp {
  const app = createOfflineApp({
    container: navigator.serviceWorker,
    prompt,
    beforeReload: () => handOverState(Date.now()),
  })
  const show = () => {
    const state = app.get()
    const names = Object.entries(STATE_NAMES).flatMap(([key, name]) =>
      state[key as keyof OfflineAppState] ? [name] : [],
    )
    document.documentElement.dataset.offlineApp = names.join(' ')
  }
  app.subscribe(show)
  show()
  void startRest(app.get().isInstalled).catch(() => {})
  void showNotices(app, chrome).catch(() => {})
  return app
}

async function showNotices(app: OfflineApp, { publication, app: flags }: Chrome): Promise<void> {
  const { AppNotices } = await import('./AppNotices.lazy.tsx')
  const place = document.createElement('div')
  place.id = 'app-notices'
  document.body.append(place)
  createRoot(place).render(
    <AppNotices
      app={app}
      siteName={publication.name}
      emblem={`/assets/brand/${publication.code}/emblem.svg`}
      isNativeApp={flags.isNativeApp}
    />,
  )
}

/** In chunks of their own, loaded when needed. */
async function startRest(isInstalled: boolean): Promise<void> {
  if (await isSavingData()) (await import('../../browser/offline/tap-pictures.ts')).startTapPictures()
  if (!isInstalled) return
  const { showBadge } = await import('../../browser/offline/badge.ts')
  void showBadge()
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void showBadge())
}
