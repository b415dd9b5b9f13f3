/** Part C of the decisions: no sentence of a paid text in any answer to an anonymous request. */
import { createServer } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTENT_PATHS } from '@lokalteil/contracts/content/paths'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { PAID_ID, PAID_SECRETS, PAID_TEST_ID, SEED } from '@lokalteil/services/content/content.testing'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED })
})
afterAll(() => portal.close())

const found = (text: string) => PAID_SECRETS.filter((secret) => text.includes(secret))
const PAID_PATHS = [
  `/${PAID_ID}`,
  `/der-umbau-des-klinikums-${PAID_ID}`,
  `/-${PAID_ID}`,
  `/testbericht/${PAID_TEST_ID}`,
  `/testbericht/lastenrad-${PAID_TEST_ID}`,
]
const PAGES = [
  ...PAID_PATHS,
  '/',
  '/lokales',
  '/lokales/auenburg',
  '/leben',
  '/klinikum',
  '/radverkehr',
  '/themen',
  '/themen/mobil',
  '/autoren',
  '/autor/11',
  '/schlagzeilen',
  '/neueste-artikel',
  '/testberichte',
  '/podcasts',
  '/podcast/700',
  '/gutscheine',
  '/suche?q=Quastenflosser',
  '/suche?q=GEHEIM',
  '/suche?q=Klinikum',
  '/101',
  '/139',
  '/newsletter-anmeldung',
  '/newsletter-anmeldung/morgen',
  '/meineregion',
  '/read-articles',
  '/gibt-es-nicht-130',
]
const FILES = [
  '/rss',
  '/atom',
  '/feed.json',
  '/rss/lokales',
  '/rss/lokales/auenburg',
  '/atom/lokales',
  '/rss/tag/klinikum',
  '/rss/autor/11',
  '/sitemap.xml',
  '/news-sitemap.xml',
  '/sitemaps/articles-1.xml',
  '/sitemaps/sections.xml',
  '/suggest?q=Quasten',
  '/suggest?q=GEHEIM',
  '/suggest?q=Klin',
  '/podcast-feed/700.xml',
  '/podcast-feed/700/701.txt',
  '/rss/themen/mobil',
  '/rss/region/auenburg',
  '/feed/lokales.json',
  '/opensearch.xml',
  '/manifest.webmanifest',
  '/robots.txt',
  '/llms.txt',
  '/builds/latest.json',
]
const AGENTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Googlebot-News',
  'Mozilla/5.0 (compatible; bingbot/2.0)',
  'facebookexternalhit/1.1',
  'Google-InspectionTool/1.0',
  'Twitterbot/1.0',
  'GPTBot/1.0',
  'Mediapartners-Google',
  'Chrome-Lighthouse',
  'NewsPortalApp/3 Flutter (iPhone)',
  'Mozilla/5.0 (Linux; Android 15) Mobile',
  '',
]

describe('R1-34 no sentence of a paid text', () => {
  it('is in a page, in any publication, with or without the language prefix', async () => {
    const leaks: string[] = []
    for (const publication of PUBLICATION_CODES) {
      for (const path of PAGES)
        for (const prefix of ['', '/de']) {
          const response = await portal.get(prefix + path, { publication })
          const text = (await response.text()) + JSON.stringify([...response.headers])
          if (found(text).length > 0) leaks.push(`${publication} ${prefix}${path}: ${found(text).join(', ')}`)
        }
    }
    expect(leaks).toEqual([])
  })

  it('is shown, although preview and paywall layer are', async () => {
    const html = await portal.html(`/${PAID_ID}`)
    expect([
      html.includes('Die öffentliche Vorschau.'),
      html.includes('data-access="locked"'),
      html.includes('Was der <b>Umbau</b> kostet'),
    ]).toEqual([true, true, true])
    expect((await portal.html(`/testbericht/${PAID_TEST_ID}`)).includes('data-access="locked"')).toBe(true)
  })

  it('is in the structured data, the description, the state or a hidden element of the article', async () => {
    const html = await portal.html(`/${PAID_ID}`)
    const [json] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text]) => text!)
    expect(found(json!)).toEqual([])
    expect(json!.includes('articleBody')).toBe(false)
    const state = JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)![1]!) as {
      content: { data: { article: { contentItems: unknown[]; headerVideo: unknown } } }
    }
    expect([state.content.data.article.contentItems.length, state.content.data.article.headerVideo]).toEqual([1, null])
  })

  it('is in the pages for bots, apps and phones', async () => {
    const leaks: string[] = []
    for (const userAgent of AGENTS)
      for (const path of PAID_PATHS) {
        const text = await portal.html(path, {
          headers: { 'user-agent': userAgent, referer: 'https://www.google.com/', 'x-forwarded-for': '66.249.66.1' },
        })
        if (found(text).length > 0) leaks.push(`${userAgent} ${path}`)
      }
    expect(leaks).toEqual([])
  })

  it('is in a body of any encoding, freshly rendered or cached', async () => {
    for (let round = 0; round < 3; round++) {
      for (const encoding of ['br', 'gzip', 'identity', 'br, gzip', '']) {
        const response = await portal.get(`/${PAID_ID}`, { headers: { 'accept-encoding': encoding } })
        const body = Buffer.from(await response.arrayBuffer())
        const sent = response.headers.get('content-encoding')
        const text = (sent === 'br' ? brotliDecompressSync(body) : sent === 'gzip' ? gunzipSync(body) : body).toString()
        expect([text.includes('Die öffentliche Vorschau.'), found(text)]).toEqual([true, []])
      }
    }
  })

  it.each([
    ['gaa', '?gaa_at=g&gaa_n=abc&gaa_sig=def&gaa_ts=6740f000'],
    ['a gift token', '?link-token=eyJhbGciOiJub25lIn0.eyJzY29wZSI6Im5vX3BheXdhbGwifQ.'],
    ['a user state', '?userState=login'],
    ['a logout', '?logout'],
    ['a fresh render', '?nocache=1763726400000'],
    ['a print view', '?print=1&view=print&amp=1&output=amp'],
  ])('is opened by %s in the address', async (_name, query) => {
    for (const path of PAID_PATHS) expect(found(await portal.html(path + query))).toEqual([])
  })

  it.each([
    { cookie: 'cache_key=r:plus|c:1|p:1' },
    {
      cookie:
        'FA_ID_TOKEN=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwic3Vic2NyaXB0aW9uUm9sZXMiOlsiUExVU19VU0VSIl19.; loginStatus=true',
    },
    { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlcyI6WyJQTFVTX1VTRVIiXX0.' },
    { 'x-reader-class': 'plus', 'x-roles': 'PLUS_USER', 'x-publication': 'ak', 'x-forwarded-for': '127.0.0.1' },
    { range: 'bytes=0-99999999' },
    { range: 'bytes=-100000' },
    { 'if-none-match': 'W/"x"', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' },
    { 'cache-control': 'max-age=0' },
    { 'cache-control': 'no-cache', pragma: 'no-cache' },
  ] as Record<string, string>[])('is opened by the headers %j', async (headers) => {
    for (const path of [
      ...PAID_PATHS,
      `/api/articles/${PAID_ID}/body`,
      `/__proxy_content_api/v5/articles/${PAID_ID}`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await portal.get(path, { headers, method })
        expect([path, found((await response.text()) + JSON.stringify([...response.headers]))]).toEqual([path, []])
      }
    }
  })

  it('is in a feed, a sitemap, a suggestion or another file for machines', async () => {
    const leaks: string[] = []
    let answered = 0
    for (const publication of PUBLICATION_CODES)
      for (const path of FILES) {
        const response = await portal.get(path, { publication })
        if (response.status === 200) answered++
        const text = await response.text()
        if (found(text).length > 0) leaks.push(`${publication} ${path}`)
      }
    expect(leaks).toEqual([])
    expect(answered).toBeGreaterThan(40)
  })

  it('R7.3-15 is in any answer of the public content API or its proxy', async () => {
    const values: Record<string, string[]> = {
      version: ['v5'],
      id: [PAID_ID, PAID_TEST_ID, '139', '151', '11', '7', 'mobil', '700', 'impressum'],
      slug: ['klinikum', 'morgen', 'radverkehr'],
      'path+': ['lokales', 'lokales/auenburg', 'leben', 'klinikum'],
    }
    const queries = [
      '',
      '?q=Quastenflosser',
      '?q=GEHEIM-ABSATZ',
      '?searchTerms=Klinikum;Umbau&offset=0&limit=3',
      `?ids=${PAID_ID},${PAID_TEST_ID}`,
      '?tags=151',
      '?full=1&populate=*&fields=body',
    ]
    const paths = Object.values(CONTENT_PATHS).flatMap((template) =>
      ['version', 'id', 'slug', 'path+'].reduce<string[]>(
        (list, name) =>
          list.flatMap((path) =>
            path.includes(`{${name}}`) ? values[name]!.map((value) => path.replace(`{${name}}`, value)) : [path],
          ),
        [template],
      ),
    )
    const leaks: string[] = []
    let answered = 0
    for (const path of paths)
      for (const query of queries)
        for (const base of ['/__proxy_content_api', '/__services/content/ak']) {
          const response = await portal.get(base + path + query)
          if (response.status === 200) answered++
          const text = await response.text()
          if (found(text).length > 0) leaks.push(`${base}${path}${query}`)
        }
    expect(leaks).toEqual([])
    expect(answered).toBeGreaterThan(200)
  })

  it('is in the answer of the endpoint for bodies, which reports the article as locked', async () => {
    for (const id of [PAID_ID, PAID_TEST_ID]) {
      const response = await portal.get(`/api/articles/${id}/body`)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(await response.json()).toMatchObject({ decision: 'locked', contentItems: [] })
    }
    expect(await (await portal.get('/api/articles/101/body')).json()).toMatchObject({
      decision: 'allowed',
      rule: 'free',
    })
    expect((await portal.get('/api/articles/999999/body')).status).toBe(404)
    expect((await portal.get('/api/articles/abc/body')).status).toBe(400)
  })

  it('is in an answer of the internal endpoints, which require the key at every address', async () => {
    const addresses = [
      `/__proxy_content_api/internal/articles/${PAID_ID}`,
      `/__proxy_content_api/v5/../internal/articles/${PAID_ID}`,
      `/__proxy_content_api/v5/%2e%2e/internal/articles/${PAID_ID}`,
      `/__proxy_content_api/v5/..%2finternal/articles/${PAID_ID}`,
      `/__proxy_content_api/v5/./../internal/articles/${PAID_ID}`,
      `/__proxy_content_api//internal/articles/${PAID_ID}`,
      `/__services/content/ak/internal/articles/${PAID_ID}`,
      `/__services/content/internal/articles/${PAID_ID}`,
      `/__services/content/ak/v5/%2e%2e/internal/articles/${PAID_ID}`,
      `/internal/articles/${PAID_ID}`,
      `/ak/internal/articles/${PAID_ID}`,
      `/api/ingest/internal/articles/${PAID_ID}`,
    ]
    for (const path of addresses)
      for (const headers of [
        {},
        { authorization: 'Bearer ' },
        { authorization: 'Bearer undefined' },
        { authorization: 'Bearer null' },
      ] as Record<string, string>[]) {
        const response = await portal.get(path, { headers })
        expect([path, response.status >= 400 && response.status < 500, found(await response.text())]).toEqual([
          path,
          true,
          [],
        ])
      }
  })

  it('is in a line of the log', async () => {
    await portal.get(`/${PAID_ID}`)
    expect(found(portal.logged().join('\n'))).toEqual([])
  })
})

describe('if the access decision is not possible', () => {
  it('an article stays locked: a content service that returns no full text opens nothing', async () => {
    // Everything answers 503 except public calls.
    const gate = createServer((request, response) => {
      if (request.url!.includes('/internal/')) return void response.writeHead(503).end()
      portal.get(`/__services/content${request.url}`).then(
        async (answer) =>
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
        () => response.writeHead(502).end(),
      )
    })
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
    const { port } = gate.address() as { port: number }
    const other = await openTestPortal({
      seed: SEED,
      env: {
        CONTENT_API_URL: `http://127.0.0.1:${port}`,
        CONTENT_SERVICE_KEY: 'key-of-the-content-service',
        PAYWALL_ENABLED: '0',
      },
    })
    try {
      const html = await other.html(`/${PAID_ID}`)
      expect([html.includes('data-access="locked"'), found(html)]).toEqual([true, []])
    } finally {
      await other.close()
      gate.closeAllConnections()
      gate.close()
    }
  })
})
