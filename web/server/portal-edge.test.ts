/** Headers and purges of the portal for a shared cache in front. Real caches: portal-behind-edges.test.ts. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CONSENT, DESK, PHONE } from '@lokalteil/domain/rendering/edge-class.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { incoming, PAID_ID, SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'key-of-the-content-service'
const TOKEN = 'token-of-the-edge-1'
const OPEN = 'max-age=0, s-maxage=300, stale-while-revalidate=86400'
const EDGE_VARY = 'Accept-Encoding, Lokalteil-Class'
/** Of a page for a request that names no class. */
const OWN = 'private, no-cache, s-maxage=300, stale-while-revalidate=86400'

let portal: TestPortal
/** With an edge that takes no purges. */
let unpurged: TestPortal
let receiver: Server
/** Keys of each purge since the beginning of the test. */
let purges: string[][]

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const isKnown = request.method === 'PURGE' && request.headers.authorization === `Bearer ${TOKEN}`
    if (isKnown) purges.push(request.headers['surrogate-key']!.toString().split(' '))
    response.writeHead(isKnown ? 204 : 403).end()
  })
  purges = []
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const env = { DEMO: '1', CONTENT_SERVICE_KEY: KEY, USER_SERVICE_KEY: KEY, EDGE: 'varnish' }
  portal = await openTestPortal({ seed: SEED, env: { ...env, EDGE_PURGE_URL: url, EDGE_PURGE_TOKEN: TOKEN } })
  unpurged = await openTestPortal({ seed: SEED, env })
})
afterAll(async () => {
  await portal?.close()
  await unpurged?.close()
  receiver?.closeAllConnections()
  receiver?.close()
})

type Asked = { cookie?: string; agent?: string; given?: string; encoding?: string }

function ask(path: string, { cookie, agent = DESK, given, encoding }: Asked = {}, target = portal): Promise<Response> {
  return target.get(path, {
    headers: {
      'user-agent': agent,
      ...(cookie === undefined ? {} : { cookie }),
      ...(given === undefined ? {} : { 'lokalteil-class': given }),
      ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    },
  })
}

const wordsOf = ({ headers }: Response) => [
  headers.get('cache-control'),
  headers.get('vary'),
  headers.get('lokalteil-class'),
]
const keysOf = ({ headers }: Response) => headers.get('surrogate-key')?.split(' ') ?? []

/** Both ways to an answer: rendered or sent compressed from the list of known targets. */
async function both(path: string, asked: Asked): Promise<unknown[]> {
  for (let i = 0; i < 2; i++) await ask(path, asked)
  const [long, fast] = [await ask(path, asked), await ask(path, { ...asked, encoding: 'br' })]
  expect(wordsOf(fast)).toEqual(wordsOf(long))
  return wordsOf(long)
}

describe('a page', () => {
  it('of the class that the edge says may be stored by it', async () => {
    expect(await both('/sport', { given: 'desktop-web' })).toEqual([OPEN, EDGE_VARY, 'desktop-web'])
    const phone = { agent: PHONE, cookie: `_ga=1; ${CONSENT}; recent_visits=3` }
    const name = 'mobile-web-consent-returning'
    expect(await both('/sport', { ...phone, given: name })).toEqual([OPEN, EDGE_VARY, name])
  })

  it.each([
    ['another device', { agent: PHONE, given: 'desktop-web' }, 'mobile-web', /data-device="mobile"/],
    ['another consent', { cookie: CONSENT, given: 'desktop-web' }, 'desktop-web-consent', /data-device="desktop"/],
    ['no class at all', { given: 'desktop' }, 'desktop-web', /data-device="desktop"/],
    ['an empty word', { given: '' }, 'desktop-web', /data-device="desktop"/],
    ['two words', { given: 'desktop-web, mobile-web' }, 'desktop-web', /data-device="desktop"/],
    [
      'an anonymous reader, and there is a token',
      { cookie: 'FA_ID_TOKEN=x', given: 'desktop-web' },
      'signed-in',
      /data-device="desktop"/,
    ],
    [
      'an anonymous reader, and a cookie is unclear',
      { cookie: 'consents=x', given: 'desktop-web' },
      'unclear',
      /data-device="desktop"/,
    ],
  ])('is right and not stored if the edge says %s', async (_what, asked, own, text) => {
    expect(await both('/meinung', asked)).toEqual(['private, no-store', EDGE_VARY, own])
    expect(await (await ask('/meinung', asked)).text()).toMatch(text)
  })

  it.each(['signed-in', 'unclear'])(
    'of somebody who is %s is private, and is kept in memory as before',
    async (own) => {
      const cookie = own === 'signed-in' ? 'FA_ID_TOKEN=x' : 'recent_visits=x'
      expect(await both('/lokales', { cookie, given: own })).toEqual([OWN, EDGE_VARY, own])
      expect((await ask('/lokales', { cookie, given: own })).headers.get('x-cache')).toBe('HIT')
    },
  )

  it('says different things to an edge about one copy in memory, depending on who asks', async () => {
    await both('/leben', { given: 'desktop-web' })
    const words: unknown[] = []
    for (const given of ['desktop-web', 'mobile-web', 'desktop-web', undefined, 'desktop-web'])
      words.push(wordsOf(await ask('/leben', { given, encoding: 'br' }))[0])
    expect(words).toEqual([OPEN, 'private, no-store', OPEN, OWN, OPEN])
    const response = await ask('/leben', { cookie: 'FA_ID_TOKEN=x', given: 'signed-in', encoding: 'br' })
    expect(wordsOf(response)).toEqual([OWN, EDGE_VARY, 'signed-in'])
  })

  it('of a reader with a session, and a paid text, is never for others', async () => {
    const reader = new TestReader(portal)
    expect((await reader.login(toDemoEmail('plus'))).status).toBe(200)
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of ['/', '/sport', `/${PAID_ID}`])
      for (const given of ['signed-in', 'desktop-web'])
        expect([path, given, (await both(path, { cookie, given }))[0]]).toEqual([
          path,
          given,
          expect.stringMatching(/^private/),
        ])
  })

  it('without a class is kept by no shared cache', async () => {
    expect(await both('/panorama', {})).toEqual([OWN, 'Accept-Encoding', null])
    const plain = await openTestPortal({ seed: SEED })
    try {
      const response = await ask('/panorama', { given: 'desktop-web' }, plain)
      expect([...wordsOf(response), response.headers.get('surrogate-key')]).toEqual([
        OWN,
        'Accept-Encoding',
        null,
        null,
      ])
    } finally {
      await plain.close()
    }
  })

  it('is fresh for one second where the edge cannot be purged, however long it has been in memory', async () => {
    await ask('/sport', {}, unpurged)
    unpurged.clock.now = new Date(unpurged.clock.now.getTime() + 60_000)
    for (const encoding of ['', 'br']) {
      const response = await ask('/sport', { given: 'desktop-web', encoding }, unpurged)
      expect([...wordsOf(response), response.headers.get('age')]).toEqual([
        'max-age=0, s-maxage=1',
        EDGE_VARY,
        'desktop-web',
        '0',
      ])
    }
  })

  it('says no more than before when it is missing, private or a redirect', async () => {
    const given = 'desktop-web'
    expect(wordsOf(await ask('/999999', { given }))).toEqual(['private, no-store', EDGE_VARY, given])
    expect(wordsOf(await ask('/sport?state=abc', { given }))).toEqual(['private, no-store', EDGE_VARY, given])
    expect((await ask('//sport', { given })).headers.get('cache-control')).toBe('public, max-age=300')
    expect((await ask('/de/sport', { given })).headers.get('cache-control')).toBe('private, no-cache')
  })
})

describe('surrogate keys', () => {
  it('of a page name it and the linked articles, on both ways', async () => {
    for (const encoding of ['', 'br', 'br']) {
      const keys = keysOf(await ask('/lokales/auenburg', { given: 'desktop-web', encoding }))
      expect(keys.slice(0, 5)).toEqual(['all', 'text', 'publication/ak', 'pages/ak', 'path/lokales/auenburg'])
      expect(keys.filter((key) => /^a\/\d+$/.test(key)).length).toBeGreaterThan(3)
    }
    expect(keysOf(await ask('/112'))).toContain('a/112')
    expect(keysOf(await ask('/themen'))).toContain('lists')
  })

  it('fit into the headers that caches take', async () => {
    for (const path of ['/', '/lokales', '/schlagzeilen', '/112', '/suche?q=e'])
      expect([path, (await ask(path)).headers.get('surrogate-key')!.length < 4000]).toEqual([path, true])
  })

  it.each([
    ['/rss', ['all', 'publication/ak', 'text', 'data']],
    ['/sitemap.xml', ['all', 'publication/ak', 'text', 'data']],
    ['/__proxy_content_api/v5/articles/112', ['all', 'publication/ak', 'text', 'data']],
    ['/_karte/112.jpg', ['all', 'publication/ak', 'pictures/ak', 'a/112']],
    ['/sw.js', []],
  ])('of %s', async (path, expected) => {
    expect(keysOf(await ask(path))).toEqual(expected)
  })

  it('stand in Cache-Tag as well where the edge is no Varnish or nginx', async () => {
    const other = await openTestPortal({ seed: SEED, env: { EDGE: 'http' } })
    try {
      const { headers } = await ask('/sport', { given: 'desktop-web' }, other)
      expect(headers.get('cache-tag')!.split(',')).toEqual(headers.get('surrogate-key')!.split(' '))
    } finally {
      await other.close()
    }
  })
})

describe('a purge', () => {
  beforeEach(() => {
    purges = []
  })
  const purged = () => new Set(purges.flat())

  async function call(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await portal.runtime.content!.app.fetch(
      new Request(`http://content/ak/internal/${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    expect(response.status).toBe(200)
    return response.json()
  }
  async function ingest(sourceId: string, more: object): Promise<string> {
    const publishDate = new Date(portal.clock.now.getTime() - 60_000).toISOString()
    const document = { ...incoming(sourceId), publishDate, sectionPath: 'lokales/auenburg', ...more }
    const { results } = (await call('POST', 'documents', { documents: [document] })) as { results: { id: string }[] }
    return results[0]!.id
  }

  it('of everything is sent at the start, before a change could be missed', async () => {
    const young = await openTestPortal({
      seed: SEED,
      env: {
        EDGE: 'nginx',
        EDGE_PURGE_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
        EDGE_PURGE_TOKEN: TOKEN,
      },
    })
    await young.close()
    expect(purged()).toContain('all')
  })

  it('follows a new article: it, its lists, home, feeds; not all pages', async () => {
    const id = await ingest('urn:edge-1', { title: 'Neu am Markt' })
    await expect.poll(purged).toContain(`a/${id}`)
    // All keys are sent a second time within four seconds; the first change purged all pages, because no news were known.
    await new Promise((resolve) => setTimeout(resolve, 4500))
    purges = []
    await ingest('urn:edge-1', { title: 'Neu am Markt, verbessert', version: 2 })
    await expect.poll(purged).toContain(`a/${id}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([...purged()].toSorted()).toEqual(
      expect.arrayContaining([`a/${id}`, 'data', 'lists', 'path/', 'path/lokales', 'path/lokales/auenburg'].toSorted()),
    )
    expect([...purged()].filter((key) => /^(?:all|text|pages\/.*|publication\/.*)$/.test(key))).toEqual([])
  })

  it('of all pages follows an article that opens breaking news', async () => {
    await ingest('urn:edge-2', { title: 'Vorher' })
    purges = []
    await ingest('urn:edge-2', { title: 'Brücke gesperrt', version: 2, urgency: 1 })
    await expect.poll(purged).toContain('pages/ak')
  })

  it('of everything follows a withdrawal', async () => {
    await ingest('urn:edge-3', { title: 'Zurückgezogen' })
    purges = []
    await ingest('urn:edge-3', { version: 2, status: 'canceled' })
    await expect.poll(purged).toContain('all')
  })

  it('of all texts follows a setting that every page may show', async () => {
    await ask('/sport')
    const response = await portal.get('/__services/user/mandators/ak/settings', {
      method: 'PUT',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ changes: { swipe_tooltip_enabled: true } }),
    })
    expect(response.status).toBe(200)
    // The settings are looked at every five seconds by the portal's clock.
    portal.clock.now = new Date(portal.clock.now.getTime() + 6000)
    await ask('/politik')
    await expect.poll(purged, { timeout: 20_000 }).toContain('text')
  })

  it('comes after the pages in memory are outdated', async () => {
    const before = await ask('/lokales/auenburg', { given: 'desktop-web' })
    expect(before.status).toBe(200)
    let seen: Promise<Response> | null = null
    const listener = () => {
      seen ??= ask('/lokales/auenburg', { given: 'desktop-web' })
    }
    receiver.prependListener('request', listener)
    try {
      await ingest('urn:edge-4', { title: 'Gleich danach gefragt' })
      const text = await vi.waitFor(async () => {
        if (seen === null) throw new Error('No purge has come')
        return (await seen).text()
      })
      expect(text).toContain('Gleich danach gefragt')
    } finally {
      receiver.off('request', listener)
    }
  })
})
