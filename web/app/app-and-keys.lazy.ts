/** What nobody needs for reading: the installable app, and keys. */
export { startOfflineApp } from './features/pwa/start-offline-app.lazy.tsx'
export { listenToShortcuts } from './features/shortcuts/listen.ts'
