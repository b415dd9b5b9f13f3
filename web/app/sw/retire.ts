/**
 * Kill switch: served as `/sw.js` instead of the worker if the portal runs with `SERVICE_WORKER=retired`. It takes over
 * at once, empties every cache of this origin, unregisters itself and reloads the pages that an earlier worker
 * controlled. Pages without an earlier worker are left alone, or registering and retiring would loop.
 */
import { scope } from './worker-scope.ts'

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
      // Controlled pages only; must be listed before the registration is gone.
      const answered = await scope.clients.matchAll({ type: 'window' })
      await scope.registration.unregister()
      await Promise.all(answered.map((client) => client.navigate(client.url).catch(() => undefined)))
    })(),
  )
})
