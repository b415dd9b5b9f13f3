/**
 * A bounded browser cache with an index. The index is built once from headers of the copies, so it survives the worker,
 * which the browser may end at any time. Writes run one after another; a write whose request began before the cache was
 * emptied is dropped.
 */
import { selectEvictions, type Bounds, type KeptEntry } from './cache-policy.ts'

const KEPT_AT = 'x-kept-at'
const KEPT_BYTES = 'x-kept-bytes'
/** Headers of the transfer, which do not apply to the decoded copy. */
const TRAVEL_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie']

export type KeptCache = {
  match: (key: string) => Promise<Response | undefined>
  has: (key: string, sinceMs?: number) => Promise<boolean>
  /** Call it before the request; the returned write is dropped if the cache was emptied since. */
  openWrite: () => (key: string, response: Response, body: ArrayBuffer) => Promise<void>
  drop: (key: string) => Promise<void>
  clear: () => Promise<void>
  keys: () => Promise<string[]>
  /** Total bytes. */
  size: () => Promise<number>
}

export function openKeptCache(name: string, bounds: Bounds, now: () => number): KeptCache {
  let index: Promise<Map<string, KeptEntry>> | null = null
  let tail: Promise<unknown> = Promise.resolve()
  let generation = 0

  const readIndex = () => (index ??= buildIndex(name))
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = tail.then(work, work)
    tail = run.catch(() => undefined)
    return run
  }

  return {
    match: async (key) => (await caches.open(name)).match(key, { ignoreVary: true }),
    has: async (key, sinceMs = Infinity) => {
      const entry = (await readIndex()).get(key)
      return entry !== undefined && now() - entry.at <= sinceMs
    },
    openWrite: () => {
      const started = generation
      return (key, response, body) =>
        inTurn(async () => {
          const entries = await readIndex()
          if (started !== generation) return
          const headers = new Headers(response.headers)
          for (const header of TRAVEL_HEADERS) headers.delete(header)
          const entry = { key, at: now(), bytes: body.byteLength }
          headers.set(KEPT_AT, String(entry.at))
          headers.set(KEPT_BYTES, String(entry.bytes))
          const cache = await caches.open(name)
          const out = selectEvictions(
            [...[...entries.values()].filter((other) => other.key !== key), entry],
            bounds,
            now(),
          )
          for (const old of out) {
            entries.delete(old)
            await cache.delete(old)
          }
          if (out.includes(key)) return
          await cache.put(key, new Response(body, { status: response.status, headers }))
          entries.set(key, entry)
        })
    },
    drop: (key) =>
      inTurn(async () => {
        const entries = await readIndex()
        if (entries.delete(key)) await (await caches.open(name)).delete(key)
      }),
    clear: () => {
      generation++
      return inTurn(async () => {
        index = Promise.resolve(new Map())
        await caches.delete(name)
      })
    },
    keys: async () => [...(await readIndex()).keys()],
    size: async () => [...(await readIndex()).values()].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Time of the copy in milliseconds; 0: not one of ours. */
export function keptAt(copy: Response): number {
  return Number(copy.headers.get(KEPT_AT)) || 0
}

async function buildIndex(name: string): Promise<Map<string, KeptEntry>> {
  const cache = await caches.open(name)
  const entries = new Map<string, KeptEntry>()
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true })
    const at = Number(response?.headers.get(KEPT_AT))
    const bytes = Number(response?.headers.get(KEPT_BYTES))
    if (at > 0) entries.set(request.url, { key: request.url, at, bytes })
    else await cache.delete(request)
  }
  return entries
}
