/**
 * The way out: served as `/sw.js` instead of the worker when the portal runs with `SERVICE_WORKER=retired`. It takes
 * over at once, empties every cache of this origin, removes itself and loads the pages an earlier worker answered anew.
 * A page without an earlier worker is left alone, or registering and retiring would go round in circles.
 */
import { scope } from './worker-scope.ts'

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
      // Only those that were controlled: asked before the registration is gone.
      const answered = await scope.clients.matchAll({ type: 'window' })
      await scope.registration.unregister()
      await Promise.all(answered.map((client) => client.navigate(client.url).catch(() => undefined)))
    })(),
  )
})
