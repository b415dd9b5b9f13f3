import { beforeEach, expect, it, vi } from 'vitest'
import { openKeptCache } from './kept-cache.ts'

/** A small Cache Storage with the rule that a body can be read only once. */
function createCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    const toKey = (request: string | { url: string }) => (typeof request === 'string' ? request : request.url)
    return {
      match: async (request: string | { url: string }) => store.get(toKey(request))?.clone(),
      put: async (key: string, response: Response) => void store.set(key, response),
      delete: async (request: string | { url: string }) => store.delete(toKey(request)),
      keys: async () => [...store.keys()].map((url) => ({ url })),
    }
  }
  return { stores, open, delete: async (name: string) => stores.delete(name) }
}

let storage: ReturnType<typeof createCaches>
let now: number
beforeEach(() => {
  storage = createCaches()
  now = 1000
  vi.stubGlobal('caches', storage)
})

const BOUNDS = { most: 2, bytes: 100, maxAgeMs: 10_000 }
const open = () => openKeptCache('pages', BOUNDS, () => now)
const bytes = (length: number) => new ArrayBuffer(length)
const keep = async (cache: ReturnType<typeof open>, key: string, length = 10) => {
  now += 1
  await cache.openWrite()(
    key,
    new Response('', {
      headers: {
        'content-type': 'text/html',
        'content-encoding': 'br',
        'content-security-policy': "default-src 'self'",
      },
    }),
    bytes(length),
  )
}

it('R1-51 keeps an answer with its policy, without its transfer encoding', async () => {
  const cache = open()
  await keep(cache, '/a')
  const { headers } = (await cache.match('/a'))!
  expect(headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(headers.get('content-encoding')).toBeNull()
})

it('R1-51 stays within its bounds, also after the browser ended the worker', async () => {
  await keep(open(), '/a')
  await keep(open(), '/b')
  await keep(open(), '/a')
  await keep(open(), '/c')
  expect([...storage.stores.get('pages')!.keys()].toSorted()).toEqual(['/a', '/c'])
})

it('holds the bounds when many are kept at once', async () => {
  const cache = open()
  await Promise.all(Array.from({ length: 20 }, (_, index) => keep(cache, `/${index}`)))
  expect(storage.stores.get('pages')!.size).toBe(2)
})

it('does not store a single answer that is too large', async () => {
  const cache = open()
  await keep(cache, '/a')
  await keep(cache, '/huge', 101)
  expect(await cache.keys()).toEqual(['/a'])
})

it('does not store answers to requests from before the cache was emptied', async () => {
  const cache = open()
  const put = cache.openWrite()
  await cache.clear()
  await put('/personal', new Response(''), bytes(1))
  expect(await cache.match('/personal')).toBeUndefined()
  await keep(cache, '/later')
  expect(await cache.has('/later')).toBe(true)
})

it('knows how long ago it kept something', async () => {
  const cache = open()
  await keep(cache, '/a')
  now += 500
  expect([await cache.has('/a', 499), await cache.has('/a', 500), await cache.has('/b')]).toEqual([false, true, false])
})

it('deletes foreign entries in its cache', async () => {
  await (await storage.open('pages')).put('/strange', new Response('x'))
  const cache = open()
  expect(await cache.keys()).toEqual([])
  expect(storage.stores.get('pages')!.size).toBe(0)
})
