/** The page cache over HTTP: stored pages, classes of readers, times (S2.1-17, S9-01, S9-02, S2.8-04). */
import { createDraft } from '@lokalteil/contracts/content/records'
import { createServer, request as ask, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOW, PAID_ID, PAID_SECRETS, SEED, incoming } from '@lokalteil/services/content/content.testing'
import type { ArticleDraft, IncomingDocument } from '@lokalteil/contracts/content'
import { errorTexts } from '../app/messages/routing/errors.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'key-of-the-content-service'
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36'
const TABLET = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

/** Has the content service embedded. */
let portal: TestPortal
/** Reads its content over HTTP, through `upstream`. */
let remote: TestPortal
const upstream = {
  isSilent: false,
  silentAbout: '',
  delayMs: 0,
  calls: [] as { path: string; headers: IncomingHttpHeaders }[],
}
let gate: Server

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { CONTENT_SERVICE_KEY: KEY } })
  gate = createServer((incomingRequest, response) => {
    upstream.calls.push({ path: incomingRequest.url ?? '', headers: incomingRequest.headers })
    if (upstream.isSilent || (upstream.silentAbout !== '' && incomingRequest.url!.includes(upstream.silentAbout)))
      return void response.writeHead(503).end()
    setTimeout(() => {
      const call = ask(
        {
          host: '127.0.0.1',
          port: portal.port,
          path: `/__services/content${incomingRequest.url}`,
          headers: { ...incomingRequest.headers, host: 'ak.localhost' },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(response)
        },
      )
      call.on('error', () => response.writeHead(502).end())
      call.end()
    }, upstream.delayMs)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port } = gate.address() as AddressInfo
  remote = await openTestPortal({
    seed: SEED,
    env: { CONTENT_API_URL: `http://127.0.0.1:${port}`, CONTENT_SERVICE_KEY: KEY, HOME_SWR_SECONDS: '300' },
  })
})
afterAll(async () => {
  await remote?.close()
  gate?.closeAllConnections()
  gate?.close()
  await portal?.close()
})
beforeEach(() => {
  upstream.isSilent = false
  upstream.silentAbout = ''
  upstream.delayMs = 0
})

const DRAFT: ArticleDraft = {
  ...createDraft('news', 'lokales/auenburg'),
  title: '',
  teaserTextHtml: 'Kurz gesagt',
  tagIds: ['112'],
  authors: [{ id: '11', name: 'Lena Vogt' }],
  body: [{ type: 'paragraph', html: 'Text.' }],
}

const stateOf = (response: Response) => response.headers.get('x-cache')
const forward = (target: TestPortal, seconds: number) =>
  (target.clock.now = new Date(target.clock.now.getTime() + seconds * 1000))
/** Requests until the page has this text: the renewal runs in the background. */
async function until(target: TestPortal, path: string, state: string): Promise<Response> {
  for (let i = 0; ; i++) {
    const response = await target.get(path)
    if (stateOf(response) === state || i > 200) return response
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function ingest(overrides: Partial<IncomingDocument> & { sourceId: string }): Promise<string> {
  const { app } = portal.runtime.content!
  const response = await app.fetch(
    new Request('http://content/ak/internal/documents', {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        documents: [
          {
            ...incoming(overrides.sourceId),
            publishDate: new Date(portal.clock.now.getTime() - 60_000).toISOString(),
            ...overrides,
          },
        ],
      }),
    }),
  )
  const { results } = (await response.json()) as { results: { id: string; outcome: string; reason: string }[] }
  expect(results[0]?.outcome).not.toBe('refused')
  return results[0]!.id
}

describe('how long a page is cached', () => {
  it.each([
    ['R9-01 R2.1-02', '/', 120],
    ['R9-03 R2.1-15', '/lokales', 300],
    ['R9-03 R2.1-26', '/testberichte', 300],
    ['R9-03 R2.1-28', '/testbericht/901', 300],
  ])('%s: %s is fresh for %i s, then served stale once while it is renewed', async (_ids, path, seconds) => {
    const first = await portal.get(path)
    expect([first.headers.get('cache-control'), stateOf(first), first.headers.get('age')]).toEqual([
      `private, no-cache, s-maxage=${seconds}, stale-while-revalidate=86400`,
      'MISS',
      null,
    ])
    forward(portal, seconds - 1)
    const second = await portal.get(path)
    expect([stateOf(second), second.headers.get('age')]).toEqual(['HIT', String(seconds - 1)])
    forward(portal, 1)
    const third = await portal.get(path)
    expect([stateOf(third), third.headers.get('age')]).toEqual(['STALE', String(seconds)])
    const renewed = await until(portal, path, 'HIT')
    expect([stateOf(renewed), renewed.headers.get('age')]).toEqual(['HIT', '0'])
  })

  it('R9-02 keeps the home page for 300 s if the publisher configures it', async () => {
    expect((await remote.stored('/')).headers.get('cache-control')).toContain('s-maxage=300,')
  })

  it('a copy older than a day is not served', async () => {
    await portal.get('/autoren')
    forward(portal, 86_401)
    expect(stateOf(await portal.get('/autoren'))).toBe('MISS')
  })

  it('no shared cache keeps a page that differs by cookies and device, and Vary names neither', async () => {
    for (const path of [
      '/',
      '/sport',
      '/101',
      `/${PAID_ID}`,
      '/suche?q=Feuerwehr',
      '/gibt-es-nicht',
      '/builds/offline',
    ])
      for (const userAgent of ['Mozilla/5.0 Firefox/140', PHONE]) {
        const { headers } = await portal.get(path, { headers: { 'user-agent': userAgent } })
        expect([path, headers.get('vary'), headers.get('cache-control')!.startsWith('private')]).toEqual([
          path,
          'Accept-Encoding',
          true,
        ])
      }
  })
})

describe('properties that separate pages', () => {
  it.each([
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'gopher'],
    ['x-forwarded-port', '4444'],
    ['x-forwarded-prefix', '/evil.example'],
    ['x-original-url', '/101'],
    ['x-rewrite-url', '/101'],
    ['x-http-method-override', 'POST'],
    ['x-publication', 'fb'],
    ['x-host', 'evil.example'],
    ['forwarded', 'host=evil.example'],
    ['accept-language', 'en-GB'],
    ['accept', 'application/json'],
    ['origin', 'https://evil.example'],
    ['referer', 'https://evil.example/?q=1'],
    ['cookie', 'cache_key=r:plus.pur|c:1|p:1; consents=[4]; locale=en'],
    ['authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['x-request-id', '<evil.example>'],
  ])('%s: %s does not change a stored page or its key', async (name, value) => {
    const path = `/${126 - name.length}`
    const poisoned = await portal.get(path, { headers: { [name]: value } })
    const html = await poisoned.text()
    expect(poisoned.status).toBe(200)
    expect(html.includes('evil.example')).toBe(false)
    const clean = await portal.get(path)
    expect([stateOf(clean), clean.headers.get('etag')]).toEqual(['HIT', poisoned.headers.get('etag')])
    expect([...clean.headers.values()].some((text) => text.includes('evil.example'))).toBe(false)
  })

  it('R9-37 a forged cookie does not give the page of subscribers', async () => {
    const plain = await portal.get(`/${PAID_ID}`)
    const claimed = await portal.get(`/${PAID_ID}`, {
      headers: {
        cookie:
          'cache_key=r:plus|c:1|p:1; FA_ID_TOKEN=eyJhbGciOiJub25lIn0.eyJzdWJzY3JpcHRpb25Sb2xlcyI6WyJQTFVTX1VTRVIiXX0.; loginStatus=true',
      },
    })
    const html = await claimed.text()
    expect(html).toBe(await plain.text())
    expect(PAID_SECRETS.filter((secret) => html.includes(secret))).toEqual([])
  })

  it.each(['utm_source=x', 'fbclid=abc', '__proto__=1', 'q=Rathaus', 'cache=0', 'page=2', 'nocache=bald', 'logout2'])(
    'ignores the unknown parameter %s in page and key',
    async (query) => {
      const plain = await portal.get('/themen')
      const other = await portal.get(`/themen?${query}`)
      expect([stateOf(other), other.headers.get('etag')]).toEqual(['HIT', plain.headers.get('etag')])
      expect((await other.text()).includes(query)).toBe(false)
    },
  )

  it('separates phones, desktops and both kinds of app, but not one phone from another', async () => {
    const agents = ['Mozilla/5.0 Firefox/140', PHONE, 'NewsPortalApp/3 (iPhone)', 'NewsPortalApp/3 Flutter (iPhone)']
    for (const userAgent of agents)
      expect([userAgent, stateOf(await portal.get('/meinung', { headers: { 'user-agent': userAgent } }))]).toEqual([
        userAgent,
        'MISS',
      ])
    for (const userAgent of [...agents, 'Another desk', TABLET, `${PHONE} Build/2`, 'NewsPortalApp/4 (iPhone)']) {
      expect([userAgent, stateOf(await portal.get('/meinung', { headers: { 'user-agent': userAgent } }))]).toEqual([
        userAgent,
        'HIT',
      ])
    }
    expect(await portal.html('/meinung', { headers: { 'user-agent': PHONE } })).toMatch(/data-device="mobile"/)
    expect(await portal.html('/meinung')).toMatch(/data-device="desktop"/)
  })

  it('R1-04 separates publications on one path', async () => {
    const names = await Promise.all(
      (['ak', 'fb', 'ht', 'la'] as const).map(
        async (publication) =>
          /og:site_name" content="([^"]+)"/.exec(await portal.html('/panorama', { publication }))?.[1],
      ),
    )
    expect(names).toEqual(['Auenkurier', 'Flussbote', 'Hügelland-Tageblatt', 'Lokal aktuell'])
    const again = await Promise.all(
      (['ak', 'fb', 'ht', 'la'] as const).map(
        async (publication) =>
          /og:site_name" content="([^"]+)"/.exec(await portal.html('/panorama', { publication }))?.[1],
      ),
    )
    expect(again).toEqual(names)
  })

  it('separates search terms, and treats spellings of one term as the same page', async () => {
    expect(stateOf(await portal.get('/suche?q=Rathaus'))).toBe('MISS')
    expect(stateOf(await portal.get('/suche?q=Meldung'))).toBe('MISS')
    await portal.stored('/suche?q=Rathaus')
    expect(stateOf(await portal.get('/suche?utm=1&q=%20Rathaus%20'))).toBe('HIT')
    expect(await portal.html('/suche?q=Meldung')).toMatch(/value="Meldung"/)
  })
})

describe('parameters of a single visit', () => {
  it.each([
    'gaa_at=1',
    'gaa_n=1',
    'gaa_sig=x',
    'gaa_ts=1',
    'link-token=abc',
    'state=abc',
    'userState=login',
    'logout',
    'logout=1',
  ])('answers ?%s as private, stores nothing and does not use it as a key', async (query) => {
    const path = `/autor/lena-vogt-11/2?${query}`
    const response = await portal.get(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await response.text()).includes('abc')).toBe(false)
    expect(['BYPASS', 'HIT']).toContain(stateOf(response))
  })

  it('does not store the page rendered for such a visit', async () => {
    await portal.get('/tag-fuer-niemand-112?state=abc')
    expect(stateOf(await portal.get('/podcasts?logout'))).toBe('BYPASS')
    expect(stateOf(await portal.get('/podcasts'))).toBe('MISS')
  })

  it('renders again for nocache at most once a second, stores nothing, and gives other readers the stored copy', async () => {
    await portal.get('/coupons-gibt-es-nicht')
    await portal.get('/gutscheine')
    const fresh = await portal.get('/gutscheine?nocache=1763726400000')
    expect([stateOf(fresh), fresh.headers.get('cache-control')]).toEqual(['BYPASS', 'private, no-cache'])
    const burst = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) => portal.get(`/gutscheine?nocache=17637264000${index + 10}`)),
    )
    expect(new Set(burst.map(stateOf))).toEqual(new Set(['HIT']))
    forward(portal, 1)
    expect(stateOf(await portal.get('/gutscheine?nocache=1763726401000'))).toBe('BYPASS')
  })
})

describe('the answer', () => {
  it('answers 304 for an unchanged page, without body and without policy', async () => {
    const first = await portal.get('/sport/fussball')
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^W\/"[\w-]{20}"$/)
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
    for (const headers of [{ 'if-none-match': etag }, { 'if-none-match': etag, 'accept-encoding': 'br' }] as Record<
      string,
      string
    >[]) {
      const second = await portal.get('/sport/fussball', { headers })
      expect([
        second.status,
        second.headers.get('etag'),
        second.headers.get('content-security-policy'),
        second.headers.get('content-length'),
      ]).toEqual([304, etag, null, null])
      expect(second.headers.get('cache-control')).toContain('s-maxage=300')
    }
    expect((await portal.get('/sport/fussball', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
  })

  it('is the same in brotli, gzip and plain, also from the cache', async () => {
    const read = async (encoding: string) => {
      const response = await portal.get('/leben', { headers: { 'accept-encoding': encoding } })
      const body = Buffer.from(await response.arrayBuffer())
      expect([response.headers.get('content-encoding') ?? '', Number(response.headers.get('content-length'))]).toEqual([
        encoding,
        body.length,
      ])
      return encoding === 'br'
        ? brotliDecompressSync(body).toString()
        : encoding === 'gzip'
          ? gunzipSync(body).toString()
          : body.toString()
    }
    const texts = [await read(''), await read('br'), await read('gzip'), await read('br'), await read('gzip')]
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toMatch(/^<!doctype html>/)
  })

  it('compresses public calls, and never one about a reader', async () => {
    const read = async (path: string, encoding: string) => {
      const response = await portal.get(path, { headers: { 'accept-encoding': encoding } })
      const body = Buffer.from(await response.arrayBuffer())
      const isSmaller = response.headers.get('content-encoding') === 'gzip'
      return { isSmaller, length: body.length, text: (isSmaller ? gunzipSync(body) : body).toString() }
    }
    const path = '/__proxy_content_api/v5/articles/112'
    const [plain, small] = [await read(path, ''), await read(path, 'br, gzip')]
    expect([plain.isSmaller, small.isSmaller, small.text === plain.text]).toEqual([false, true, true])
    expect(small.length).toBeLessThan(plain.length * 0.7)
    expect((await read('/api/mein/account', 'gzip')).isSmaller).toBe(false)
  })

  it('gives stored pages the same headers as rendered ones', async () => {
    const headersFor = async (headers: Record<string, string>) => {
      const response = await portal.get('/lokales/auenburg', { headers })
      const all = Object.fromEntries(response.headers)
      for (const name of ['date', 'x-request-id', 'content-encoding', 'content-length']) delete all[name]
      return all
    }
    await headersFor({})
    const long = await headersFor({ 'accept-encoding': 'gzip' })
    await headersFor({ 'accept-encoding': 'br' })
    expect(await headersFor({ 'accept-encoding': 'br' })).toEqual(long)
  })

  it('answers HEAD like GET, without a body, and a range request with the whole page', async () => {
    const get = await portal.get('/politik')
    const head = await portal.get('/politik', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      get.headers.get('etag'),
      get.headers.get('content-length'),
      '',
    ])
    const range = await portal.get('/politik', { headers: { range: 'bytes=0-10' } })
    expect([range.status, (await range.text()).length > 1000]).toEqual([200, true])
  })

  it('R9-05 sets no cookie with a page that other caches may store', async () => {
    for (const path of [
      '/',
      '/sport',
      '/101',
      `/${PAID_ID}`,
      '/suche?q=Rathaus',
      '/de',
      '/de/sport',
      '/de/101',
      '/gibt-es-nicht',
      '/bookmarks',
    ]) {
      const response = await portal.get(path, { headers: { cookie: 'FA_ID_TOKEN=x; anon_cookie=12345' } })
      const isShared = /s-maxage|public/.test(response.headers.get('cache-control') ?? '')
      expect([path, isShared && response.headers.has('set-cookie')]).toEqual([path, false])
      expect((await response.text()).includes('12345')).toBe(false)
    }
  })
})

describe('while the content service is down', () => {
  it.each(['/sport', '/101', '/', '/testberichte', '/suche?q=Rathaus'])(
    'serves the old copy of %s, and the new one when the service is back',
    async (path) => {
      const before = await remote.stored(path)
      expect([before.status, stateOf(before)]).toEqual([200, 'HIT'])
      upstream.isSilent = true
      forward(remote, 600)
      for (let i = 0; i < 3; i++) {
        const response = await remote.get(path)
        expect([response.status, stateOf(response), response.headers.get('etag')]).toEqual([
          200,
          'STALE',
          before.headers.get('etag'),
        ])
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      upstream.isSilent = false
      // The service is asked again after a probe by the machine's clock; the page, some seconds later by the portal's.
      const renewed = async () => {
        forward(remote, 3)
        const response = await remote.get(path)
        return [response.status, stateOf(response)]
      }
      await expect.poll(renewed, { timeout: 15_000, interval: 200 }).toEqual([200, 'HIT'])
    },
  )

  it('S8-02 answers 503 without a stored copy, hides the cause, and stores nothing', async () => {
    upstream.isSilent = true
    const missing = await remote.get('/politik')
    expect([
      missing.status,
      missing.headers.get('cache-control'),
      missing.headers.get('x-upstream-status'),
      missing.headers.get('retry-after'),
    ]).toEqual([
      503,
      'private, no-store',
      // The service's status, or 0 if earlier failures had already opened the circuit breaker.
      expect.stringMatching(/^(?:503|0)$/),
      '10',
    ])
    upstream.isSilent = false
    // While the service is known to be down it is not asked; a probe a second later finds out.
    await expect.poll(async () => (await remote.get('/politik')).status, { timeout: 15_000 }).toBe(200)
  })

  it('reports an outage at the start without its cause, and recovers as soon as the service is back', async () => {
    const { port } = gate.address() as AddressInfo
    const young = await openTestPortal({
      seed: SEED,
      env: { CONTENT_API_URL: `http://127.0.0.1:${port}`, CONTENT_SERVICE_KEY: KEY },
    })
    try {
      upstream.isSilent = true
      const response = await young.get('/')
      const requestId = response.headers.get('x-request-id')!
      const html = await response.text()
      expect([response.status, html.includes(errorTexts.outageTitle), response.headers.get('cache-control')]).toEqual([
        503,
        true,
        'private, no-store',
      ])
      expect(html).not.toMatch(/127\.0\.0\.1:|ECONN/)
      expect(young.logged().filter((line) => line.includes(requestId)).length).toBe(1)
      upstream.isSilent = false
      expect((await young.get('/')).status).toBe(200)
    } finally {
      await young.close()
    }
  })

  it('stores no page whose text could not be loaded: the next reader gets it', async () => {
    const { port } = gate.address() as AddressInfo
    const open = await openTestPortal({
      seed: SEED,
      env: { CONTENT_API_URL: `http://127.0.0.1:${port}`, CONTENT_SERVICE_KEY: KEY, PAYWALL_ENABLED: '0' },
    })
    try {
      upstream.silentAbout = '/internal/'
      expect((await open.html(`/${PAID_ID}`)).includes('data-access="locked"')).toBe(true)
      upstream.silentAbout = ''
      expect((await open.html(`/${PAID_ID}`)).includes('data-access="open"')).toBe(true)
    } finally {
      await open.close()
    }
  })

  it('R8-04 leaves out secondary parts that fail, and shows the page', async () => {
    const hasMostRead = (html: string) =>
      /<aside[^>]*>.*?<a /s.test(html.slice(html.indexOf('<main'), html.indexOf('</main>')))
    expect(hasMostRead(await remote.html('/neueste-artikel'))).toBe(true)
    upstream.silentAbout = '/most-read'
    const response = await remote.get('/neueste-artikel/2')
    const html = await response.text()
    expect([response.status, hasMostRead(html), /data-document="\d+"/.test(html)]).toEqual([200, false, true])
  })

  it('asks the content service once for two hundred parallel readers (single flight)', async () => {
    upstream.delayMs = 100
    const before = upstream.calls.length
    const answers = await Promise.all(Array.from({ length: 200 }, () => remote.get('/meinung')))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.headers.get('etag')}`)).size).toBe(1)
    expect(upstream.calls.slice(before).filter((call) => call.path.includes('/channels/meinung')).length).toBe(1)
  })

  it('R7.3-06 passes on exactly max-age=0, and no other cache directive', async () => {
    const seen = async (path: string, headers: Record<string, string>, about = '') => {
      const before = upstream.calls.length
      expect((await remote.get(path, { headers })).status).toBe(200)
      const calls = upstream.calls.slice(before).filter((call) => call.path.includes(about))
      return calls.map((call) => call.headers['cache-control'])
    }
    expect(await seen('/106', { 'cache-control': 'max-age=0' })).toContain('max-age=0')
    expect(await seen('/107', { 'cache-control': 'no-cache' })).not.toContain('no-cache')
    expect(await seen('/108', {})).not.toContain('max-age=0')
    // One call each; the portal's own calls meanwhile concern other addresses.
    const proxied = (id: string, wish: string) =>
      seen(`/__proxy_content_api/v5/articles/${id}`, { 'cache-control': wish }, `articles/${id}`)
    expect(await proxied('109', 'max-age=0')).toEqual(['max-age=0'])
    expect(await proxied('110', 'no-store')).toEqual([undefined])
  })

  it('R7.3-05 sends no cookie, no credential and no address of a reader to the content service', async () => {
    const before = upstream.calls.length
    await remote.get('/111', {
      headers: { cookie: 'FA_ID_TOKEN=x', authorization: 'Bearer reader', 'x-forwarded-for': '192.0.2.7' },
    })
    await remote.get('/__proxy_content_api/v5/articles/112', {
      headers: { cookie: 'FA_ID_TOKEN=x', authorization: 'Bearer reader', 'x-forwarded-for': '192.0.2.7' },
    })
    // The portal's own calls carry its key and are not a reader's.
    const calls = upstream.calls.slice(before).filter(({ path }) => !path.includes('/internal/'))
    expect(calls.length).toBeGreaterThan(1)
    for (const { headers } of calls)
      expect([headers.cookie, headers.authorization, headers['x-forwarded-for']]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
  })
})

describe('changes of content', () => {
  it('answers 410 for a withdrawn article at once, on every device and in the proxy', async () => {
    const id = await ingest({ sourceId: 'urn:withdrawn' })
    const askAll = () =>
      Promise.all([
        portal.get(`/${id}`),
        portal.get(`/${id}`, { headers: { 'accept-encoding': 'br' } }),
        portal.get(`/${id}`, { headers: { 'user-agent': PHONE } }),
        portal.get(`/__proxy_content_api/v5/articles/${id}`),
      ])
    await askAll()
    expect((await askAll()).map((response) => response.status)).toEqual([200, 200, 200, 200])
    await ingest({ sourceId: 'urn:withdrawn', version: 2, status: 'canceled' })
    const gone = await askAll()
    expect(gone.map((response) => response.status)).toEqual([410, 410, 410, 410])
    expect(gone[0]!.headers.get('cache-control')).toBe('private, no-store')
    expect((await portal.html('/panorama')).includes('Dokument urn:withdrawn')).toBe(false)
  })

  it('closes an article that turns paid at once', async () => {
    const text = {
      contentItems: [
        { type: 'paragraph' as const, html: 'Vorschau.' },
        { type: 'paragraph' as const, html: 'BALD-GEHEIM steht hier.' },
      ],
    }
    const id = await ingest({ sourceId: 'urn:flip', ...text })
    const paths = [`/${id}`, `/dokument-urn-flip-${id}`, `/de/${id}`, `/__proxy_content_api/v5/articles/${id}`]
    const read = () =>
      Promise.all(paths.flatMap((path) => [portal.html(path), portal.html(path, { headers: { 'user-agent': PHONE } })]))
    await read()
    expect((await read()).every((body) => body.includes('BALD-GEHEIM'))).toBe(true)
    await ingest({ sourceId: 'urn:flip', version: 2, contentRestriction: 'paid', ...text })
    expect((await read()).filter((body) => body.includes('BALD-GEHEIM'))).toEqual([])
  })

  const PAGES = [
    '/',
    '/lokales',
    '/lokales/auenburg',
    '/autor/lena-vogt-11',
    '/schlagzeilen',
    '/neueste-artikel',
    '/rss/lokales',
  ]
  const listShowing = async (text: string, paths = PAGES) => {
    const shown: string[] = []
    for (const path of paths) if ((await portal.html(path)).includes(text)) shown.push(path)
    return shown
  }

  it('shows publications, corrections and withdrawals to the first reader of each affected page', async () => {
    await listShowing('')
    const document = { sourceId: 'urn:seen', sectionPath: 'lokales/auenburg', authors: ['Lena Vogt'] }
    const id = await ingest({ ...document, title: 'Gleich zu sehen' })
    expect(await listShowing('Gleich zu sehen')).toEqual(PAGES)
    await portal.get(`/${id}`)
    await ingest({ ...document, version: 2, title: 'Sofort verbessert' })
    expect(await listShowing('Sofort verbessert', [...PAGES, `/${id}`])).toEqual([...PAGES, `/${id}`])
    expect(await listShowing('Gleich zu sehen')).toEqual([])
    await ingest({ ...document, version: 3, status: 'canceled' })
    expect(await listShowing('Sofort verbessert')).toEqual([])
  })

  it('shows breaking news on every page at once, and removes them after six hours without a write', async () => {
    const paths = ['/', '/sport', '/lokales/auenburg', '/101', '/autoren', '/suche?q=Rathaus']
    await listShowing('', paths)
    await ingest({ sourceId: 'urn:flash', urgency: 1, title: 'Pegel steigt schnell', sectionPath: 'sport' })
    expect(await listShowing('Pegel steigt schnell', paths)).toEqual(paths)
    forward(portal, 6 * 3600)
    expect(await listShowing('Pegel steigt schnell', ['/101', '/autoren'])).toEqual([])
  })

  it('opens an embargoed article on all its pages at its time, without a write', async () => {
    const embargo = new Date(portal.clock.now.getTime() + 60_000).toISOString()
    const id = await ingest({
      sourceId: 'urn:embargo',
      title: 'Bis dahin gesperrt',
      sectionPath: 'lokales/auenburg',
      authors: ['Lena Vogt'],
      embargo,
    })
    expect((await portal.get(`/${id}`)).status).toBe(404)
    expect(await listShowing('Bis dahin gesperrt')).toEqual([])
    forward(portal, 59)
    expect((await portal.get(`/${id}`)).status).toBe(404)
    expect(await listShowing('Bis dahin gesperrt')).toEqual([])
    forward(portal, 1)
    expect(await listShowing('Bis dahin gesperrt')).toEqual(PAGES)
    expect((await portal.get(`/${id}`)).status).toBe(200)
  })

  it('shows an article of the office to the first reader of each page, with the breaking bar', async () => {
    const { app } = portal.runtime.content!
    const call = async (path: string, init: RequestInit) => {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const response = await app.fetch(new Request(`http://content/ak/internal/${path}`, { ...init, headers }))
      expect(response.status).toBe(200)
      return response.json()
    }
    const { id } = (await call('record-ids', { method: 'POST' })) as { id: string }
    const save = (revision: number, title: string, change: Partial<ArticleDraft>) => {
      const draft = { ...DRAFT, ...change, title }
      return call(`records/${id}`, { method: 'PUT', body: JSON.stringify({ revision, draft, updated: null }) })
    }
    const listing = ['/', '/lokales', '/lokales/auenburg', '/radverkehr', '/themen/mobil']
    await listShowing('', [...listing, '/sport'])
    await save(1, 'Der Steg ist offen', { frontTitle: 'Steg offen', shareTitle: 'Endlich: der Steg' })
    expect(await listShowing('Steg offen', listing)).toEqual(listing)
    const html = await portal.html(`/${id}`)
    expect([/og:title" content="([^"]+)"/.exec(html)?.[1], html.includes('Der Steg ist offen')]).toEqual([
      'Endlich: der Steg',
      true,
    ])
    await save(2, 'Der Steg ist gesperrt', { urgency: 1 })
    expect(await listShowing('Der Steg ist gesperrt', ['/sport', ...listing, `/${id}`])).toEqual([
      '/sport',
      ...listing,
      `/${id}`,
    ])
    expect(await listShowing('Steg offen', listing)).toEqual([])
    await save(3, 'Der Steg ist gesperrt', { sectionPath: 'sport', tagIds: [] })
    expect(await listShowing('Der Steg ist gesperrt', ['/lokales/auenburg', '/radverkehr', '/sport'])).toEqual([
      '/sport',
    ])
  })

  it('shows the bar that the desk opens with the next answer on every page, and removes it at its end', async () => {
    const { app } = portal.runtime.content!
    const call = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
      const init = { method, headers, body: JSON.stringify({ by: 'Jonas Kern', ...body }) }
      const response = await app.fetch(new Request(`http://content/ak/internal/breaking${path}`, init))
      expect(response.status).toBe(200)
      return (await response.json()) as { bar: { articleId: string } | null }
    }
    const state = await app.fetch(
      new Request('http://content/ak/internal/breaking', { headers: { authorization: `Bearer ${KEY}` } }),
    )
    const { bar } = (await state.json()) as { bar: { articleId: string } | null }
    if (bar !== null) await call('POST', '/end', { seen: bar.articleId })
    const paths = ['/', '/sport', '/lokales/auenburg', '/101', '/autoren', '/suche?q=Rathaus']
    await listShowing('', paths)
    const open = (line: string, seen: string | null, seconds: number) =>
      call('PUT', '', {
        articleId: '120',
        line,
        seen,
        until: new Date(portal.clock.now.getTime() + seconds * 1000).toISOString(),
      })
    await open('Stadt sperrt die Brücke', null, 600)
    expect(await listShowing('Stadt sperrt die Brücke', paths)).toEqual(paths)
    // Facts for the push service are not in a page.
    expect(await portal.html('/sport')).not.toContain('isPushed')
    await open('Brücke ist wieder frei', '120', 60)
    expect(await listShowing('Brücke ist wieder frei', paths)).toEqual(paths)
    forward(portal, 60)
    expect(await listShowing('Brücke ist wieder frei', paths)).toEqual([])
    await open('Brücke wieder zu', null, 600)
    await call('POST', '/end', { seen: '120' })
    expect(await listShowing('Brücke wieder zu', paths)).toEqual([])
  })

  it('never stores an error: a missing page may exist a moment later', async () => {
    expect((await portal.get('/suche/foo')).headers.get('cache-control')).toBe('private, no-store')
    for (const path of ['/gibt-es-nicht', '/999999', '/autor/999', '/api-x.php', '/themen/weg']) {
      const responses = [await portal.get(path), await portal.get(path)]
      for (const response of responses)
        expect([
          path,
          response.status,
          response.headers.get('cache-control'),
          ['MISS', 'BYPASS'].includes(stateOf(response) ?? ''),
        ]).toEqual([path, 404, 'private, no-store', true])
    }
  })

  it('uses the clock of the tests', () => {
    expect(portal.clock.now.getTime()).toBeGreaterThan(NOW.getTime())
  })
})
