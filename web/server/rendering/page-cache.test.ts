import { describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createPageCache, encodePage, type Filled, type PageCache } from './page-cache.ts'
import type { StoredPage } from './shared-pages.ts'

const page = (body: string, more: Partial<Filled> = {}): Filled => ({
  status: 200,
  headers: {},
  body,
  isStorable: true,
  ...more,
})

function setUp(options: { entries?: number; bytes?: number } = {}) {
  const clock = { ms: 1_000_000 }
  const cache = createPageCache({
    entries: options.entries ?? 10,
    bytes: options.bytes ?? 1_000_000,
    staleSeconds: 86_400,
    now: () => clock.ms,
  })
  let renders = 0
  const fill =
    (body = 'page') =>
    async () =>
      page(`${body} ${++renders}`)
  return {
    cache,
    clock,
    fill,
    count: () => renders,
    text: async (key: string, fresh = 120, body = 'page') =>
      (await cache.get(key, fresh, fill(body))).page.identity.toString(),
  }
}

describe('the page cache', () => {
  it.each([
    ['R2.1-02 home', 120],
    ['R2.1-15 a channel', 300],
    ['R2.1-26 the test reports', 300],
    ['R2.1-28 a test report', 300],
  ])('%s is fresh for its %i seconds, then served stale once while it is renewed', async (_name, seconds) => {
    const { cache, clock, fill } = setUp()
    expect((await cache.get('k', seconds, fill())).state).toBe('MISS')
    clock.ms += seconds * 1000 - 1
    expect((await cache.get('k', seconds, fill())).state).toBe('HIT')
    clock.ms += 1
    const stale = await cache.get('k', seconds, fill())
    expect([stale.state, stale.page.identity.toString()]).toEqual(['STALE', 'page 1'])
    const textNow = async () => (await cache.get('k', seconds, fill())).page.identity.toString()
    await expect.poll(textNow).toBe('page 2')
    const renewed = await cache.get('k', seconds, fill())
    expect([renewed.state, renewed.page.identity.toString()]).toEqual(['HIT', 'page 2'])
  })

  it('renders once for parallel readers (single flight)', async () => {
    const { cache, fill, count } = setUp()
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('k', 120, fill())))
    expect(count()).toBe(1)
    expect(new Set(answers.map((answer) => answer.page.etag)).size).toBe(1)
  })

  it('keeps the old copy if the renewal fails, and waits before the next try', async () => {
    const { cache, clock, text } = setUp()
    await text('k')
    clock.ms += 200_000
    let tries = 0
    const failing = async (): Promise<Filled> => {
      tries++
      throw new Error('down')
    }
    for (let i = 0; i < 5; i++) {
      expect((await cache.get('k', 120, failing)).page.identity.toString()).toBe('page 1')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(tries).toBe(1)
    clock.ms += 2000
    await cache.get('k', 120, failing)
    expect(tries).toBe(2)
  })

  it('drops a copy after a day', async () => {
    const { clock, text } = setUp()
    await text('k')
    clock.ms += 86_400_001
    expect(await text('k')).toBe('page 2')
  })

  it('never stores an answer that is not storable', async () => {
    const { cache } = setUp()
    const error = async () => page('error', { status: 404, isStorable: false })
    await cache.get('k', 120, error)
    expect(cache.size.entries).toBe(0)
  })

  it('drops a page that is certainly gone, but keeps it while the content service is down', async () => {
    const { cache, clock, text } = setUp()
    await text('k')
    clock.ms += 200_000
    await cache.get('k', 120, async () =>
      page('404', { status: 404, isStorable: false, headers: { 'x-upstream-status': '503' } }),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(cache.size.entries).toBe(1)
    // A failed service is not asked for two seconds.
    const countAfterAnother = async () => {
      clock.ms += 3000
      await cache.get('k', 120, async () => page('404', { status: 404, isStorable: false }))
      return cache.size.entries
    }
    await expect.poll(countAfterAnother).toBe(0)
  })

  it('limits entries and bytes', async () => {
    const few = setUp({ entries: 3 })
    for (let i = 0; i < 20; i++) await few.text(`k${i}`)
    expect(few.cache.size.entries).toBe(3)
    const small = setUp({ entries: 1000, bytes: 20_000 })
    for (let i = 0; i < 20; i++) await small.text(`k${i}`, 120, `${'x'.repeat(4000)}${i}`)
    expect(small.cache.size.bytes).toBeLessThanOrEqual(20_000)
  })

  it.each([
    ['something was published', (cache: PageCache) => cache.expire()],
    ['another article changed', (cache: PageCache) => cache.renewArticles(['10012'])],
    ['a text was withdrawn', (cache: PageCache) => cache.purge()],
  ])('after %s it renders a page again before serving it, once for all', async (_what, change) => {
    const { cache, text, fill, count } = setUp()
    for (const key of ['front', 'section', 'other-10013']) await text(key)
    change(cache)
    expect(cache.getFresh('front', 120)).toBeNull()
    expect(await Promise.all(Array.from({ length: 9 }, () => text('front')))).toEqual(Array(9).fill('page 4'))
    expect([await text('section'), await text('other-10013'), count()]).toEqual(['page 5', 'page 6', 6])
    expect((await cache.get('front', 120, fill())).state).toBe('HIT')
  })

  it('never serves a render that began before a change to a reader who came after it', async () => {
    const { cache, text } = setUp()
    await text('k')
    cache.expire()
    let finish = () => {}
    const early = cache.get('k', 120, () => new Promise((resolve) => (finish = () => resolve(page('before')))))
    cache.expire()
    expect(await text('k', 120, 'after')).toBe('after 2')
    finish()
    await early
    expect(await text('k', 120, 'after')).toBe('after 2')
  })

  it('serves the old copy after a change if the new page is not available, and tries again', async () => {
    const { cache, clock, text } = setUp()
    await text('k')
    cache.expire()
    const failing = async (): Promise<Filled> => {
      throw new Error('down')
    }
    const outage = async () => page('503', { status: 503, isStorable: false })
    for (const fill of [failing, outage]) {
      const answer = await cache.get('k', 120, fill)
      expect([answer.state, answer.page.identity.toString()]).toEqual(['STALE', 'page 1'])
      clock.ms += 2000
    }
    expect(await text('k')).toBe('page 2')
  })

  it.each([
    ['something was published', (cache: PageCache) => cache.expire()],
    ['another article changed', (cache: PageCache) => cache.renewArticles(['10012'])],
    ['a text was withdrawn', (cache: PageCache) => cache.purge()],
    ['a front was edited', (cache: PageCache) => cache.renewPage('ak', '/')],
  ])('says of a page that it is outdated if, while it was rendered, %s', async (_what, change) => {
    const { cache, text } = setUp()
    const key = 'ak|r:|c:0|p:0|desktop|web|/'
    let finish = () => {}
    const slow = () => new Promise<Filled>((resolve) => (finish = () => resolve(page('before'))))
    const early = cache.get(key, 120, slow)
    change(cache)
    finish()
    expect((await early).isOutdated).toBe(true)
    await text(key)
    for (let again = 0; again < 2; again++) expect((await cache.get(key, 120, slow)).isOutdated).toBeUndefined()
    change(cache)
    const kept = await cache.get(key, 120, async () => page('503', { status: 503, isStorable: false }))
    // A withdrawal leaves no old copy.
    expect([kept.state, kept.isOutdated]).toEqual(kept.state === 'STALE' ? ['STALE', true] : ['MISS', undefined])
  })

  it('a copy that is only older than its time is not outdated', async () => {
    const { cache, clock, text, fill } = setUp()
    await text('k')
    clock.ms += 200_000
    const { state, isOutdated } = await cache.get('k', 120, fill())
    expect([state, isOutdated]).toEqual(['STALE', undefined])
  })

  it('lets a reader wait at most a second and a half for a changed page', async () => {
    const { cache, text } = setUp()
    await text('k')
    cache.expire()
    const begun = performance.now()
    const answer = await cache.get('k', 120, () => new Promise(() => {}))
    expect([answer.state, performance.now() - begun < 3000]).toEqual(['STALE', true])
  })

  it('lets a reader of a page that lists a changed article wait for the new page, and keeps its old copy for outages', async () => {
    const { cache, clock, text } = setUp()
    const toKey = (path: string) => `ak|r:|c:0|p:0|desktop|web|${path}`
    const paths = ['/', '/sport', '/sport/2', '/suche?q=sport']
    for (const path of paths) await text(toKey(path))
    cache.renewArticles(['10012'], ['/', '/sport'])
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1700))
      return page('new')
    }
    const states = await Promise.all(paths.map(async (path) => (await cache.get(toKey(path), 120, slow)).state))
    expect(states).toEqual(['MISS', 'MISS', 'MISS', 'STALE'])
    cache.renewArticles(['10012'], ['/'])
    const failing = async (): Promise<Filled> => {
      throw new Error('down')
    }
    expect((await cache.get(toKey('/'), 120, failing)).page.identity.toString()).toBe('new')
    clock.ms += 2000
    expect(await text(toKey('/'), 120, 'later')).toMatch(/^later/)
  })

  it('renews one page of one publication and leaves all others fresh', async () => {
    const { cache, text, fill } = setUp()
    const keys = ['ak|0|d|w|/sport', 'ak|0|m|w|/sport?x=1', 'ak|0|d|w|/sport/2', 'ak|0|d|w|/', 'fb|0|d|w|/sport']
    for (const key of keys) await text(key)
    cache.renewPage('ak', '/sport')
    expect(cache.getFresh(keys[0]!, 120)).toBeNull()
    const states = []
    for (const key of keys) states.push((await cache.get(key, 120, fill())).state)
    expect(states).toEqual(['MISS', 'MISS', 'HIT', 'HIT', 'HIT'])
    expect((await cache.get(keys[0]!, 120, fill())).state).toBe('HIT')
  })

  it('keeps the old copy of a page that is renewed alone for an outage', async () => {
    const { cache, text } = setUp()
    await text('ak|0|d|w|/')
    cache.renewPage('ak', '/')
    const failing = () => Promise.reject(new Error('down'))
    expect((await cache.get('ak|0|d|w|/', 120, failing)).page.identity.toString()).toBe('page 1')
  })

  it('stores no render of a page that began before its renewal, and lets no other request join it', async () => {
    const { cache, fill } = setUp()
    let go = () => {}
    const slow = new Promise<void>((resolve) => (go = resolve))
    const before = cache.get('ak|0|d|w|/', 120, async () => {
      await slow
      return page('before')
    })
    cache.renewPage('ak', '/')
    const after = cache.get('ak|0|d|w|/', 120, fill('after'))
    go()
    expect((await before).page.identity.toString()).toBe('before')
    expect((await after).page.identity.toString()).toBe('after 1')
    expect((await cache.get('ak|0|d|w|/', 120, fill())).page.identity.toString()).toBe('after 1')
  })

  it('keeps no old copy of a changed article, because it may be paid now', async () => {
    const { cache, text } = setUp()
    const article = 'ak|r:|c:0|p:0|desktop|web|/streit-um-linie-7-10012'
    for (const key of [article, 'ak|r:|c:0|p:0|desktop|web|/sport']) await text(key)
    cache.renewArticles(['10012'])
    expect([cache.peek(article), cache.peek('ak|r:|c:0|p:0|desktop|web|/sport')?.status]).toEqual([null, 200])
  })

  it('does not store a render that began before a withdrawal', async () => {
    const { cache } = setUp()
    let finish = () => {}
    const slow = cache.get('k', 120, () => new Promise((resolve) => (finish = () => resolve(page('old')))))
    cache.purge()
    finish()
    await slow
    expect(cache.size.entries).toBe(0)
  })

  it('S9-02 shares only public pages with other processes', async () => {
    const shelf = new Map<string, StoredPage>()
    const asked: string[] = []
    const shared = {
      get: async (key: string) => (asked.push(key), shelf.get(key) ?? null),
      await: async () => ({ isOwn: true, page: null }),
      release: () => {},
      set: (key: string, stored: StoredPage) => void shelf.set(key, stored),
      close: async () => {},
    }
    const cache = createPageCache({ entries: 10, bytes: 1_000_000, staleSeconds: 86_400, now: () => 1000, shared })
    await cache.get('open', 120, async () => page('for all'))
    await cache.get('class', 120, async () => page('for a class'), 'own-memory')
    await cache.get('paid', 120, async () => page('paid text', { hasPaidText: true }))
    expect([[...shelf.keys()], asked]).toEqual([['open'], ['open', 'paid']])
    // Both are stored here; the paid one carries the mark.
    expect([cache.peek('class')?.hasPaidText, cache.peek('paid')?.hasPaidText]).toEqual([undefined, true])
  })

  it.each([
    [4999, 'rendered anew'],
    [5000, 'from another process'],
  ])('trusts other processes from five seconds after a withdrawal on: stored %i ms later', async (later, body) => {
    const clock = { ms: 1_000_000 }
    const { page: elsewhere } = await setUp().cache.bypass(async () => page('from another process'))
    const shared = {
      get: async () => ({ ...elsewhere, storedAt: 1_000_000 + later }),
      await: async () => ({ isOwn: true, page: null }),
      release: () => {},
      set: () => {},
      close: async () => {},
    }
    const own = createPageCache({ entries: 10, bytes: 1_000_000, staleSeconds: 86_400, now: () => clock.ms, shared })
    own.purge()
    clock.ms += 6000
    const answer = await own.get('k', 120, async () => page('rendered anew'))
    expect(answer.page.identity.toString()).toBe(body)
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['', null],
  ])('answers %j with %j', async (accepted, encoding) => {
    const { cache, fill } = setUp()
    const { page: stored } = await cache.get('k', 120, fill('ä'.repeat(500)))
    const { body, encoding: chosen } = await encodePage(stored, accepted, false)
    expect(chosen).toBe(encoding)
    const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
    expect(plain.toString()).toBe(stored.identity.toString())
  })

  it.each([
    ['br, zstd', 'zstd', zstdDecompressSync],
    ['br;q=1, zstd;q=0', 'br', brotliDecompressSync],
  ] as const)(
    'compresses quickly for the first client that sends %j, and with brotli for the next',
    async (accepted, encoding, open) => {
      const { cache, fill } = setUp()
      const { page: stored } = await cache.get('k', 120, fill('ä'.repeat(500)))
      const first = await encodePage(stored, accepted, true)
      expect([first.encoding, open(first.body).toString()]).toEqual([encoding, stored.identity.toString()])
      expect(await encodePage(stored, accepted, true)).toBe(first)
      const next = await encodePage(stored, accepted, false)
      expect([next.encoding, brotliDecompressSync(next.body).toString()]).toEqual(['br', stored.identity.toString()])
      expect((await encodePage(stored, accepted, true)).body).toBe(next.body)
    },
  )
})
