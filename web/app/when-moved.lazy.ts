/** What a page gets when it has nothing else to do: the installable app, and keys. */
import { listenToShortcuts } from './features/shortcuts/listen.ts'

export { startOfflineApp } from './features/pwa/start-offline-app.lazy.tsx'

listenToShortcuts()
