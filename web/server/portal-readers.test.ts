/** Pages for every kind of reader: access to texts, caching, and redirects of the guards (2.2, 4.5, 6, 9). */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { WIDGET_PATHS } from '@lokalteil/domain/routing/widgets.testing'
import {
  article,
  PAID_ID,
  PAID_SECRETS,
  PAID_TEST_ID,
  paragraph,
  SEED,
} from '@lokalteil/services/content/content.testing'
import { DEMO_PASSWORD, DEMO_PERSONAS, toDemoEmail, toDemoSub } from '@lokalteil/services/accounts/demo-accounts'
import { DEMO_TAG_ID } from '@lokalteil/demo/seed/readers'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const CHILD_ID = '181'
const TAGGED_ID = '182'
const NATIVE = 'NewsPortalApp/3 (iPhone)'
const seed = {
  ...SEED,
  tags: [
    ...SEED.tags,
    { id: DEMO_TAG_ID, slug: 'hochwasser', name: 'Hochwasser', parentId: null, kind: 'topic' as const },
    { id: '231', slug: 'pegel', name: 'Pegel', parentId: DEMO_TAG_ID, kind: 'topic' as const },
  ],
  articles: [
    ...SEED.articles,
    article(TAGGED_ID, 'Das Wasser steigt', {
      contentRestriction: 'paid',
      tagIds: [DEMO_TAG_ID],
      body: [paragraph('Vorschau.'), paragraph('GEHEIM-ABSATZ')],
    }),
    article(CHILD_ID, 'Der Pegel fällt', {
      contentRestriction: 'paid',
      tagIds: ['231'],
      body: [paragraph('Vorschau.'), paragraph('GEHEIM-ABSATZ')],
    }),
  ],
}

type Cookies = Record<string, string>

let portal: TestPortal
const cookiesOf: Record<string, string> = {}

beforeAll(async () => {
  portal = await openTestPortal({ seed, env: { DEMO: '1' } })
  for (const { name } of DEMO_PERSONAS) cookiesOf[name] = toHeader(await logIn(name))
}, 240_000)
afterAll(() => portal.close())

async function logIn(name: string, publication: PublicationCode = 'ak'): Promise<Cookies> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const response = await portal.get('/api/mein/oauth2/login', {
    publication,
    method: 'POST',
    headers,
    body: JSON.stringify({ email: toDemoEmail(name), password: DEMO_PASSWORD }),
  })
  expect([name, response.status]).toEqual([name, 200])
  return toCookies(response)
}

/** Cookies as a browser stores them; an empty value deletes one. */
function toCookies(response: Response, before: Cookies = {}): Cookies {
  const cookies = { ...before }
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const cut = pair.indexOf('=')
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)]
    if (value === '') delete cookies[name]
    else cookies[name] = value
  }
  return cookies
}

const toHeader = (cookies: Cookies) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
const ask = (path: string, name: string | null, headers: Record<string, string> = {}, method = 'GET') =>
  portal.get(path, { method, headers: { ...(name === null ? {} : { cookie: cookiesOf[name]! }), ...headers } })
const found = (text: string) => PAID_SECRETS.filter((secret) => text.includes(secret))
const later = (seconds: number) => (portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000))

async function read(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer())
  const encoding = response.headers.get('content-encoding')
  return (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

describe('access to a paid article', () => {
  // The last two columns: an article of the subscribed tag, and one of a tag below it.
  it.each([
    ['R6-16', null, false, false, false],
    ['R1-14', 'free', false, false, false],
    ['R1-15 R6-06 R4.5-18', 'plus', true, true, true],
    ['S6-03', 'pur', false, false, false],
    ['R6-06', 'pur-plus', true, true, true],
    ['R6-09 R4.5-06 S4.5-05', 'epaper', true, true, true],
    ['R4.5-26', 'wallet', false, false, false],
    ['R6-06', 'plus-wallet', true, true, true],
    ['R1-16 R6-13 R4.5-19 R4.5-20', 'tagsub', false, true, true],
    ['R4.5-26', 'unverified', false, false, false],
  ] as const)('%s: %s reads %s, %s, %s', async (_ids, name, ...expected) => {
    const paths = [PAID_ID, TAGGED_ID, CHILD_ID]
    // First rendered, then cached.
    for (let round = 0; round < 3; round++) {
      for (const [index, id] of paths.entries()) {
        const page = await ask(`/${id}`, name)
        const html = await page.text()
        const isOpen = expected[index]!
        expect([name, id, found(html).length > 0, html.includes('data-access="open"')]).toEqual([
          name,
          id,
          isOpen,
          isOpen,
        ])
        if (isOpen)
          expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['private, no-store', null])
        const body = (await (await ask(`/api/articles/${id}/body`, name)).json()) as {
          decision: string
          contentItems: unknown[]
        }
        expect([body.decision, body.contentItems.length > 0, found(JSON.stringify(body)).length > 0]).toEqual(
          isOpen ? ['allowed', true, true] : ['locked', false, false],
        )
      }
    }
  })

  it('R6-06 includes everything that belongs to the article: the film above, a test report’s verdict', async () => {
    expect(found(await (await ask(`/${PAID_ID}`, 'plus')).text())).toEqual(
      expect.arrayContaining(['GEHEIM-KOPFFILM', 'GEHEIM-ZITAT', 'GEHEIM-TABELLE']),
    )
    expect(found(await (await ask(`/testbericht/${PAID_TEST_ID}`, 'plus')).text())).toEqual(
      expect.arrayContaining(['GEHEIM-URTEIL', 'GEHEIM-ABSATZ', 'GEHEIM-LISTE']),
    )
    expect(found(await (await ask(`/testbericht/${PAID_TEST_ID}`, 'wallet')).text())).toEqual([])
  })

  it('R6-13 S4.5-07 opens an article by its own tag only, if the tag hierarchy is unavailable', async () => {
    const { createServer } = await import('node:http')
    const gate = createServer((request, response) => {
      if (request.url!.includes('/hierarchy')) return void response.writeHead(503).end()
      const { authorization } = request.headers
      portal
        .get(`/__services/content${request.url}`, authorization === undefined ? {} : { headers: { authorization } })
        .then(
          async (answer) =>
            response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
          () => response.writeHead(502).end(),
        )
    })
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
    const { port } = gate.address() as { port: number }
    const { createArticleAccess } = await import('./access/article-access.ts')
    const { toReaderFlags } = await import('@lokalteil/domain/access/roles')
    const { createTestClient } = await import('@lokalteil/contracts/kernel/client.testing')
    const { CONTENT } = await import('@lokalteil/contracts/content')
    const client = createTestClient(CONTENT, { fetch, base: `http://127.0.0.1:${port}/ak` })
    const access = createArticleAccess({
      isPaywallEnabled: true,
      legalSiteIds: [],
      content: {
        getTagHierarchy: async (params) => client.getTagHierarchy({ params: params as { id: string } }) as never,
      },
      internal: { getFullArticle: async () => ({ ok: true, data: { contentItems: [] } }) as never },
      now: () => 0,
    })(toReaderFlags({ isLoggedIn: true, roles: [`PLUS-TAG-${DEMO_TAG_ID}`], emailVerified: true }))
    try {
      const decided = await Promise.all(
        [TAGGED_ID, CHILD_ID].map(async (id) => {
          const answer = await client.getArticle({ params: { id } })
          if (!answer.ok) throw new Error('No article')
          return (await access(answer.data)).access.isLocked
        }),
      )
      expect(decided).toEqual([false, true])
    } finally {
      gate.closeAllConnections()
      gate.close()
    }
  })
})

describe('caching for readers', () => {
  it('R4.5-28 S9-02 a subscriber’s page is never served to others: by encoding, HEAD, ETag, nocache or prefix', async () => {
    const others = [null, 'free', 'pur', 'wallet', 'tagsub', 'unverified']
    const leaks: string[] = []
    for (let round = 0; round < 2; round++) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const paths = [
          `/${PAID_ID}`,
          `/der-umbau-${PAID_ID}`,
          `/de/${PAID_ID}`,
          `/${PAID_ID}?nocache=${1_763_726_400_000 + round}`,
          `/${PAID_ID}?userState=login`,
          `/testbericht/${PAID_TEST_ID}`,
        ]
        for (const path of paths) {
          const own = await ask(path, 'plus', { 'accept-encoding': encoding })
          expect([path, own.headers.get('cache-control'), found(await read(own)).length > 0]).toEqual([
            path,
            'private, no-store',
            true,
          ])
          for (const name of others) {
            // The first one is compressed in another way than later ones.
            await read(await ask(path, name, { 'accept-encoding': encoding }))
            const plain = await ask(path, name, { 'accept-encoding': encoding })
            const length = plain.headers.get('content-length')
            if (found(await read(plain)).length > 0) leaks.push(`${name} ${encoding} ${path}`)
            const head = await ask(path, name, { 'accept-encoding': encoding }, 'HEAD')
            if (!path.includes('nocache') && head.headers.get('content-length') !== length)
              leaks.push(`HEAD ${name} ${encoding} ${path}`)
          }
        }
      }
    }
    expect(leaks).toEqual([])
  })

  it('S9-02 the fast path does not serve the public locked page to a subscriber of its topic', async () => {
    // Browsers accept brotli; the third request of the same kind takes the fast path.
    const look = async (name: string | null) =>
      (await read(await ask(`/${CHILD_ID}?short`, name, { 'accept-encoding': 'br' }))).includes('data-access="open"')
    const seen = []
    for (const name of [null, null, null, 'tagsub', null]) seen.push(await look(name))
    expect(seen).toEqual([false, false, false, true, false])
  })

  it('S2.1-17 only the page of readers without a role names seconds; no shared cache keeps any of them', async () => {
    const controls: Record<string, (string | null)[]> = {}
    for (const name of [null, ...DEMO_PERSONAS.map((one) => one.name)]) {
      const first = await ask('/politik', name)
      const second = await ask('/politik', name)
      controls[name ?? 'nobody'] = [
        first.headers.get('cache-control'),
        second.headers.get('x-cache'),
        second.headers.get('vary'),
      ]
    }
    const open = ['private, no-cache, s-maxage=300, stale-while-revalidate=86400', 'HIT', 'Accept-Encoding']
    const own = ['private, no-cache', 'HIT', 'Accept-Encoding']
    expect(controls).toEqual({
      nobody: open,
      free: open,
      tagsub: open,
      unverified: open,
      plus: own,
      pur: own,
      'pur-plus': own,
      epaper: own,
      wallet: own,
      'plus-wallet': own,
    })
  })

  it('R9-36 S9-02 stores a page for each class, and for both states of consent and personalisation', async () => {
    const path = '/schlagzeilen'
    const toConsent = (vendors: object) => `consents=${encodeURIComponent(JSON.stringify([4, true, false, vendors]))}`
    const consent = toConsent({ analytics: true })
    const askWith = async (cookie: string) => (await portal.get(path, { headers: { cookie } })).headers.get('x-cache')
    const kinds = [
      '',
      consent,
      'recent_visits=3',
      `${consent}; recent_visits=3`,
      cookiesOf.plus!,
      cookiesOf.pur!,
      cookiesOf['pur-plus']!,
      cookiesOf.epaper!,
      cookiesOf.wallet!,
      `${cookiesOf.pur!}; ${consent}`,
    ]
    for (const cookie of kinds)
      expect([cookie.slice(0, 60), await askWith(cookie)]).toEqual([cookie.slice(0, 60), 'MISS'])
    for (const cookie of kinds)
      expect([cookie.slice(0, 60), await askWith(cookie)]).toEqual([cookie.slice(0, 60), 'HIT'])
    // None of these is a class of its own.
    for (const cookie of [
      cookiesOf.free!,
      cookiesOf.tagsub!,
      'recent_visits=0',
      'recent_visits=x',
      'consents=[3,true]',
      'consents=%',
      toConsent({ youtube: true }),
      cookiesOf['plus-wallet']!,
      'cache_key=r:wallet|c:1|p:1',
    ]) {
      expect([cookie.slice(0, 60), await askWith(cookie)]).toEqual([cookie.slice(0, 60), 'HIT'])
    }
  })

  it('a stored page of a class has the same headers on the fast path as on the long one', async () => {
    const headersOf = async (name: string, path: string, headers: Record<string, string>) => {
      const all = Object.fromEntries((await ask(path, name, headers)).headers)
      for (const ignored of ['date', 'x-request-id', 'content-encoding', 'content-length']) delete all[ignored]
      return all
    }
    for (const [name, path] of [
      ['plus', `/${PAID_ID}`],
      ['pur', '/leben'],
    ] as const) {
      await headersOf(name, path, {})
      const long = await headersOf(name, path, { 'accept-encoding': 'gzip' })
      expect(long['x-cache']).toBe('HIT')
      expect(await headersOf(name, path, { 'accept-encoding': 'br' })).toEqual(long)
    }
  })

  it('R9-05 S9-02 separates readers in any order of requests, with any other cookies', async ({ task }) => {
    const count = process.env.TEST_RUN === 'release' ? 1000 : 400
    const names = [null, ...DEMO_PERSONAS.map((one) => one.name)]
    const isOpen = new Set(['plus', 'pur-plus', 'epaper', 'plus-wallet'])
    const noise = [
      'cache_key=r:plus|c:1|p:1',
      'recent_visits=9',
      'consents=[4]',
      'loginStatus=true',
      'FA_ID_TOKEN_X=1',
      'anon_cookie=77',
      'FA_REFRESH_TOKEN_ID=a',
    ]
    let dice = 7
    const roll = (sides: number) => (dice = (dice * 48_271) % 2_147_483_647) % sides
    const wrong: string[] = []
    for (let i = 0; i < count; i += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const name = names[roll(names.length)]!
          const parts = [
            noise[roll(noise.length)]!,
            ...(name === null ? [] : [cookiesOf[name]!]),
            noise[roll(noise.length)]!,
          ]
          const response = await portal.get(`/${PAID_ID}`, {
            headers: { cookie: parts.join('; '), 'accept-encoding': ['br', 'gzip', 'identity'][roll(3)]! },
          })
          const text = await read(response)
          if (found(text).length > 0 !== (name !== null && isOpen.has(name))) wrong.push(`${name} got the other page`)
          if (text.includes('demo.example') || response.headers.has('set-cookie')) wrong.push(`${name} is named`)
        }),
      )
    }
    task.meta.measured = `${count} requests of ${names.length} kinds of readers: ${wrong.length} wrong`
    expect(wrong).toEqual([])
  })
})

describe('an invalid token', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, payload: object) => {
    const text = `${encode(header)}.${encode(payload)}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  it('R9-37 S4.2-01 counts as none: other algorithm, key, publication, kind, claims, or broken', async () => {
    const mine = await logIn('plus')
    const token = mine.FA_ID_TOKEN!
    const session = `__Host-FA_SESSION=${mine['__Host-FA_SESSION']}`
    const [header = '', payload = '', signature = ''] = token.split('.')
    const plain = {
      header: JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>,
      payload: JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>,
    }
    const pem = await (await portal.get('/api/fa-public-key')).text()
    const hmac = (name: string) => {
      const text = `${encode({ ...plain.header, alg: name })}.${payload}`
      return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`
    }
    const free = (await logIn('free')).FA_ID_TOKEN!.split('.')
    const tokens = [
      `${encode({ ...plain.header, alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      hmac('HS256'),
      hmac('RS256'),
      signed(plain.header, plain.payload),
      signed({ alg: 'RS256' }, plain.payload),
      signed(
        {
          ...plain.header,
          jwk: generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
        },
        plain.payload,
      ),
      `${free[0]}.${payload}.${free[2]}`,
      `${free[0]}.${encode({ ...JSON.parse(Buffer.from(free[1]!, 'base64url').toString()), subscriptionRoles: ['PLUS_USER'] })}.${free[2]}`,
      mine.FA_ACCESS_TOKEN!,
      (await logIn('plus', 'fb')).FA_ID_TOKEN!,
      token.slice(0, -4),
      `${token}x`,
      `${header}.${payload}`,
      'x',
      'a.b.c',
      '%00',
      'null',
      'undefined',
      `${token}.${token}`,
      'x'.repeat(6000),
    ]
    const wrong: string[] = []
    for (const [index, forged] of tokens.entries()) {
      for (const path of [`/${PAID_ID}`, `/api/articles/${PAID_ID}/body`, '/newsletters', '/']) {
        const response = await portal.get(path, {
          headers: { cookie: `FA_ID_TOKEN=${forged}; cache_key=r:plus|c:1|p:1; FA_ACCESS_TOKEN=${forged}; ${session}` },
        })
        const text = await response.text()
        if (response.status >= 500 || found(text).length > 0 || (path === '/newsletters' && response.status !== 302))
          wrong.push(`${index} ${path} ${response.status}`)
      }
    }
    expect(wrong).toEqual([])
    const control = await portal.get(`/${PAID_ID}`, { headers: { cookie: `FA_ID_TOKEN=${token}; ${session}` } })
    expect(found(await control.text()).length).toBeGreaterThan(0)
  })
})

describe('an expired token', () => {
  it('S9-02 counts as none if it cannot be renewed', async () => {
    const { FA_ID_TOKEN, '__Host-FA_SESSION': session } = await logIn('plus')
    const cookie = `FA_ID_TOKEN=${FA_ID_TOKEN}; __Host-FA_SESSION=${session}`
    expect(found(await (await portal.get(`/${PAID_ID}`, { headers: { cookie } })).text()).length).toBeGreaterThan(0)
    later(17 * 60)
    const ended = await portal.get(`/${PAID_ID}`, { headers: { cookie } })
    expect([found(await ended.text()), ended.headers.get('set-cookie')]).toEqual([[], null])
    expect((await portal.get('/newsletters', { headers: { cookie } })).headers.get('location')).toBe('/#login')
  })

  it('is renewed with a page of an article or a guarded one, which must not be cached', async () => {
    for (const path of [`/${PAID_ID}`, `/testbericht/${PAID_TEST_ID}`, '/account', '/bookmarks']) {
      const before = await logIn('plus')
      later(17 * 60)
      const response = await portal.get(path, { headers: { cookie: toHeader(before), 'sec-fetch-dest': 'document' } })
      const after = toCookies(response, before)
      expect([
        path,
        response.headers.get('cache-control'),
        after.FA_ID_TOKEN !== before.FA_ID_TOKEN,
        after.FA_REFRESH_TOKEN !== before.FA_REFRESH_TOKEN,
      ]).toEqual([path, 'private, no-store', true, true])
      if (path.includes(PAID_ID) || path.includes(PAID_TEST_ID))
        expect(found(await response.text()).length).toBeGreaterThan(0)
      const again = await portal.get(`/${PAID_ID}`, { headers: { cookie: toHeader(after) } })
      expect([found(await again.text()).length > 0, again.headers.get('set-cookie')]).toEqual([true, null])
    }
  })

  it.each([
    ['a page that is the same for all', '/', 'GET', 'document'],
    ['a question without an answer’s body', `/${PAID_ID}`, 'HEAD', 'document'],
    ['a picture or script that leads here', `/${PAID_ID}`, 'GET', 'image'],
  ])('is not renewed for %s', async (_name, path, method, destination) => {
    const cookies = await logIn('plus')
    later(17 * 60)
    const response = await portal.get(path, {
      method,
      headers: { cookie: toHeader(cookies), 'sec-fetch-dest': destination },
    })
    expect([response.headers.get('set-cookie'), found(await response.text())]).toEqual([null, []])
  })

  it('R4.2-28 is deleted with all its cookies when the session is over', async () => {
    const cookies = await logIn('plus')
    expect(
      (
        await portal.get('/api/mein/oauth2/logout', {
          headers: { cookie: toHeader(cookies), 'sec-fetch-site': 'same-origin' },
        })
      ).status,
    ).toBeLessThan(400)
    later(17 * 60)
    const response = await portal.get(`/${PAID_ID}`, {
      headers: { cookie: toHeader(cookies), 'sec-fetch-dest': 'document' },
    })
    expect([response.headers.get('cache-control'), found(await response.text())]).toEqual(['private, no-store', []])
    const left = toCookies(response, cookies)
    expect(
      ['FA_ID_TOKEN', 'FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN', 'FA_REFRESH_TOKEN_ID', 'idToken'].filter(
        (name) => name in left,
      ),
    ).toEqual([])
  })

  it('R6-06 is renewed by the call for a body, so that reading continues', async () => {
    const cookies = await logIn('plus')
    later(17 * 60)
    const response = await portal.get(`/api/articles/${PAID_ID}/body`, { headers: { cookie: toHeader(cookies) } })
    expect([
      ((await response.json()) as { decision: string }).decision,
      toCookies(response).FA_ID_TOKEN !== undefined,
    ]).toEqual(['allowed', true])
  })

  it('of many pages at once is renewed once (single flight), and every tab continues', async () => {
    const cookies = await logIn('plus')
    later(17 * 60)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        portal.get(`/${PAID_ID}`, { headers: { cookie: toHeader(cookies), 'sec-fetch-dest': 'document' } }),
      ),
    )
    expect(new Set(answers.map((one) => toCookies(one).FA_REFRESH_TOKEN)).size).toBe(1)
    expect((await Promise.all(answers.map(async (one) => found(await one.text()).length > 0))).every(Boolean)).toBe(
      true,
    )
  })
})

describe('the guards', () => {
  const GUARDED = [
    '/account',
    '/account/abo',
    '/account/coins',
    '/account/plus-verification',
    '/deine-themen-verwalten',
    '/newsletters',
    '/regions',
    '/order/code',
    '/order/invite',
  ]
  const frame = (name: string) => `/__mein-portal/dialog-flow/${name}`

  it.each(GUARDED)('S2.2-03 sends an anonymous reader of %s to the login and stores the way back', async (path) => {
    for (const prefix of ['', '/de']) {
      const response = await portal.get(`${prefix}${path}?a=1&b=%2F%2Fx&link-token=t`)
      expect([
        response.status,
        response.headers.get('location'),
        response.headers.get('cache-control'),
        await response.text(),
      ]).toEqual([302, '/#login', 'private, no-store', ''])
      const [cookie = ''] = response.headers.getSetCookie()
      expect(decodeURIComponent(toCookies(response).redirectAfterLogin!)).toBe(`${path}?a=1&b=%2F%2Fx`)
      expect(cookie).toMatch(/; Path=\/; Max-Age=2592000; SameSite=Lax$/)
    }
  })

  it('S2.2-03 lets the app shell show its own login', async () => {
    const response = await portal.get('/newsletters', { headers: { 'user-agent': NATIVE } })
    const html = await response.text()
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html)!
    expect([response.status, response.headers.get('cache-control'), response.headers.has('location')]).toEqual([
      200,
      'private, no-store',
      false,
    ])
    const sent: unknown[] = []
    runInNewContext(script, {
      window: { NativeApp: { postMessage: (text: string) => sent.push(JSON.parse(text)) } },
      location: { replace: () => sent.push('left') },
      setTimeout: () => {},
    })
    expect(sent).toEqual([{ type: 'login' }])
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/)
  })

  it('S2.2-03 opens for a logged-in reader, not cacheable', async () => {
    for (const path of ['/deine-themen-verwalten', '/newsletters', '/regions', '/order/code', '/order/invite']) {
      const response = await ask(path, 'free')
      expect([
        path,
        response.status === 302,
        response.headers.get('location'),
        response.headers.get('cache-control'),
      ]).toEqual([path, false, null, 'private, no-store'])
    }
  })

  it('guarded pages are rendered completely by a process that renders them for the first time', async () => {
    const html = await (await ask('/account', 'plus')).text()
    expect([html.includes('<!--$!-->'), html.includes('href="/account/abo"')]).toEqual([false, true])
  })

  it('S2.2-05 R6-25 shows each account tab only to readers who may open it', async () => {
    const leads = async (path: string, name: string) => (await ask(path, name)).headers.get('location')
    expect(await leads('/account', 'free')).toBe(null)
    expect(await leads('/account/plus-verification', 'free')).toBe(null)
    expect(await leads('/account/plus-verification', 'plus')).toBe('/account')
    expect(await leads('/account/coins', 'wallet')).toBe(null)
    expect(await leads('/account/coins', 'plus-wallet')).toBe(null)
    expect(await leads('/account/coins', 'free')).toBe('/account')
    expect(await leads('/account/abo', 'free')).toBe('/account')
  })

  it.each([
    ['login', '#login'],
    ['registration', '#register'],
    ['complete-registration', '#register'],
    ['forgot-password', '#forgot-password'],
    ['change-password', '#change-password'],
  ])('S2.2-01 R5-03 opens %s in a frame only: elsewhere it is %s of the home page', async (name, hash) => {
    const outside = await portal.get(`${frame(name)}?return=%2Fsport&x=1`, {
      headers: { 'sec-fetch-dest': 'document' },
    })
    expect([outside.status, outside.headers.get('location'), outside.headers.get('cache-control')]).toEqual([
      302,
      `/?return=%2Fsport&x=1${hash}`,
      'private, no-store',
    ])
    for (const headers of [{ 'sec-fetch-dest': 'iframe' }, {}] as Record<string, string>[]) {
      const inside = await portal.get(frame(name), { headers })
      if (name === 'complete-registration') expect(inside.headers.get('location')).toBe(frame('login'))
      else
        expect([
          inside.status,
          inside.headers.get('cache-control'),
          inside.headers.get('x-frame-options'),
          /frame-ancestors 'self'/.test(inside.headers.get('content-security-policy')!),
        ]).toEqual([200, 'private, no-store', 'SAMEORIGIN', true])
    }
  })

  it('S2.2-17 other sites can frame none of our pages but widgets', async () => {
    for (const path of ['/', `/${PAID_ID}`, '/bookmarks', '/__mein-portal/bookmarks'])
      expect((await portal.get(path)).headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    for (const path of WIDGET_PATHS)
      expect((await portal.get(path)).headers.get('content-security-policy')).toContain('frame-ancestors *')
  })

  it('S2.2-02 closes the dialog for a reader with nothing to fill in', async () => {
    for (const name of ['login', 'registration', 'complete-registration']) {
      const response = await ask(frame(name), 'free', { 'sec-fetch-dest': 'iframe' })
      const [, script = ''] = /<script>(.*?)<\/script>/s.exec(await response.text())!
      const sent: unknown[] = []
      runInNewContext(script, {
        parent: { postMessage: (message: unknown, target: string) => sent.push([message, target]) },
        window: {},
        location: { origin: 'http://own.example' },
      })
      expect([name, sent, response.headers.get('cache-control'), response.headers.get('x-frame-options')]).toEqual([
        name,
        [[{ type: 'dialog-close' }, 'http://own.example']],
        'private, no-store',
        'SAMEORIGIN',
      ])
    }
  })

  it('S2.2-02 sends a reader with missing consents to the form for them', async () => {
    // An account of the content/auth API has answered no consents.
    const created = await portal.get('/__services/auth/ak/api/auth/local/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'neu@leser.example', password: 'Ein-langer-Satz-7' }),
    })
    expect(created.status).toBe(200)
    const response = await portal.get('/api/mein/oauth2/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: 'neu@leser.example', password: 'Ein-langer-Satz-7' }),
    })
    const cookie = toHeader(toCookies(response))
    const leads = async (name: string) =>
      (await portal.get(frame(name), { headers: { cookie, 'sec-fetch-dest': 'iframe' } })).headers.get('location')
    expect([await leads('login'), await leads('registration'), await leads('complete-registration')]).toEqual([
      frame('complete-registration'),
      frame('complete-registration'),
      null,
    ])
  })

  it('S2.2-08 stores a valid code for the dialog, and reports an invalid one', async () => {
    for (const code of ['unbekannt', 'a.b-c_d', 'x'.repeat(300), '%3Cscript%3E']) {
      const response = await portal.get(`/change-password/${code}`)
      expect([
        code.slice(0, 20),
        response.status,
        response.headers.get('location'),
        response.headers.get('cache-control'),
      ]).toEqual([code.slice(0, 20), 302, '/error/invalid-code', 'private, no-store'])
    }
    await portal.get('/api/auth/forgot-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: toDemoEmail('free') }),
    })
    const [path = ''] = await listMailedPaths(/\/change-password\/[\w-]{20,}/g)
    expect(path).not.toBe('')
    const response = await portal.get(path)
    const html = await response.text()
    expect([
      response.status,
      response.headers.get('cache-control'),
      response.headers.get('referrer-policy'),
      html.includes(path.split('/').at(-1)!),
    ]).toEqual([200, 'private, no-store', 'no-referrer', false])
    const kept: Record<string, string> = {}
    let leads = ''
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html)!
    runInNewContext(script, {
      sessionStorage: { setItem: (name: string, value: string) => (kept[name] = value) },
      location: { pathname: path, replace: (to: string) => (leads = to) },
    })
    expect([kept, leads]).toEqual([{ changePasswordCode: path.split('/').at(-1) }, '/#change-password'])
    later(3700)
    expect((await portal.get(path)).headers.get('location')).toBe('/error/expired-code')
  })

  async function listMailedPaths(pattern: RegExp): Promise<string[]> {
    for (let i = 0; i < 50; i++) {
      const index = await (await portal.get('/__services/mail')).text()
      for (const [, href = ''] of index.matchAll(/href="(\/__services\/mail\/[^"]+)"/g)) {
        const paths = (await (await portal.get(href)).text()).match(pattern)
        if (paths !== null) return paths
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return []
  }
})

describe('personal data in a page', () => {
  it('S3.1-03 are only in pages of a single reader, and never include a token', async () => {
    const cookies = await logIn('free')
    const cookie = toHeader(cookies)
    for (const path of ['/account', '/bookmarks', '/deine-themen', '/meineregion']) {
      const response = await portal.get(path, { headers: { cookie } })
      const html = await response.text()
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'private, no-store'])
      // The account lists its sessions by their ids, which grant nothing.
      const { FA_REFRESH_TOKEN_ID: _id, '__Host-FA_SESSION': _session, ...tokens } = cookies
      for (const [name, value] of Object.entries(tokens))
        expect([path, name, html.includes(value)]).toEqual([path, name, false])
    }
    // The account page contains the reader's data at the first load.
    expect(
      await portal
        .get('/account', { headers: { cookie } })
        .then(async (response) => [response.status, (await response.text()).includes(toDemoEmail('free'))]),
    ).toEqual([200, true])
  })

  it('R9-05 are in no page that others may get', async () => {
    const sub = toDemoSub('ak', 'free')
    for (const path of ['/', '/sport', `/${PAID_ID}`, '/suche?q=Rathaus', '/impressum', '/gibt-es-nicht']) {
      for (let round = 0; round < 2; round++) {
        const html = await (await ask(path, 'free')).text()
        expect([path, html.includes('demo.example'), html.includes(sub), html.includes('Frida')]).toEqual([
          path,
          false,
          false,
          false,
        ])
      }
    }
  })
})
