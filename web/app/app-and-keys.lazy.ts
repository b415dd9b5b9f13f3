/** Parts that reading does not need: the installable app, and keyboard shortcuts. */
export { startOfflineApp } from './features/pwa/start-offline-app.lazy.tsx'
export { listenToShortcuts } from './features/shortcuts/listen.ts'
