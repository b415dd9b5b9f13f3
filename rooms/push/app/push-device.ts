/**
 * The id of this device for push messages, shared by page and worker. Stored in a cache, the only storage that both can
 * read and that survives a logout.
 */
export const DEVICE_CACHE = 'push'
const KEY = '/push-device'

export async function readPushDevice(): Promise<string | null> {
  try {
    const kept = await caches.match(KEY, { cacheName: DEVICE_CACHE })
    const id = await kept?.text()
    return id === undefined || !/^[0-9a-f-]{36}$/.test(id) ? null : id
  } catch {
    // Storage may be blocked.
    return null
  }
}

/** Null deletes it. */
export async function keepPushDevice(id: string | null): Promise<void> {
  try {
    const cache = await caches.open(DEVICE_CACHE)
    if (id === null) await cache.delete(KEY)
    else await cache.put(KEY, new Response(id))
  } catch {
    // Without storage the page identifies the device by its subscription again.
  }
}
