/**
 * Which device this is to the push messages of the site: an id that page and worker share. In a cache, because it is the one
 * store that both may read and that a logout leaves alone.
 */
export const DEVICE_CACHE = 'push'
const KEY = '/push-device'

export async function readPushDevice(): Promise<string | null> {
  try {
    const kept = await caches.match(KEY, { cacheName: DEVICE_CACHE })
    const id = await kept?.text()
    return id === undefined || !/^[0-9a-f-]{36}$/.test(id) ? null : id
  } catch {
    // Storage may be closed to us.
    return null
  }
}

/** Null: forgotten. */
export async function keepPushDevice(id: string | null): Promise<void> {
  try {
    const cache = await caches.open(DEVICE_CACHE)
    if (id === null) await cache.delete(KEY)
    else await cache.put(KEY, new Response(id))
  } catch {
    // Then the page asks with the subscription again.
  }
}
