/**
 * Gift links, assertions and the paywall service through the whole portal: pages, bodies and calls of logged-in
 * readers.
 */
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { toSignedText } from '@lokalteil/domain/access/extended-access'
import { PAID_ID, PAID_SECRETS, PAID_TEST_ID, SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const PROVIDER_KEY = 'the-test-provider-signs-with-this-key-of-its-own'
const KEY = 'a-service-key-for-tests'
let portal: TestPortal
const readers: Record<string, TestReader> = {}

beforeAll(async () => {
  portal = await openTestPortal({
    seed: SEED,
    env: { DEMO: '1', EXTENDED_ACCESS_KEYS: PROVIDER_KEY, PAYWALL_SERVICE_KEY: KEY },
  })
  for (const name of ['plus', 'free', 'wallet', 'epaper']) {
    readers[name] = new TestReader(portal)
    const { status } = await readers[name].login(toDemoEmail(name))
    if (status !== 200) throw new Error(`${name} cannot log in (status ${status})`)
  }
  readers.nobody = new TestReader(portal)
  readers.nobody.cookies.set('anon_cookie', '4711')
}, 240_000)
afterAll(() => portal.close())

const isOpen = (text: string) => PAID_SECRETS.some((secret) => text.includes(secret))
const page = async (who: string, path: string) => {
  const response = await readers[who]!.ask(path)
  const text = await response.text()
  if (isOpen(text)) expect(response.headers.get('cache-control')).toBe('private, no-store')
  return `${response.status} ${isOpen(text) ? 'text' : 'locked'}`
}
const body = async (who: string, id: string, query = '') => {
  const answer = (await (await readers[who]!.ask(`/api/articles/${id}/body${query}`)).json()) as {
    decision: string
    rule: string
    template: string | null
  }
  return `${answer.decision} ${answer.rule} ${answer.template ?? '-'}`
}
const give = async (articleId = PAID_ID) =>
  (await (await readers.plus!.post('/api/gift-token', { articleId })).json()) as { token: string; id: string }
const rules = () =>
  createTestClient(PAYWALL_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `http://127.0.0.1:${portal.port}/__services/paywall/ak`,
    headers: { authorization: `Bearer ${KEY}` },
  })

it('R1-37 R4.5-22 R6-30 a gift opens its article for readers who log in, on the page and in its body', async () => {
  const { token, id } = await give()
  const link = `?link-token=${token}`
  expect([
    await page('nobody', `/${PAID_ID}${link}`),
    await page('free', `/${PAID_ID}`),
    await page('free', `/${PAID_ID}${link}`),
  ]).toEqual(['200 locked', '200 locked', '200 text'])
  expect([await body('nobody', PAID_ID, link), await body('free', PAID_ID, link)]).toEqual([
    'locked gift subscription-desktop',
    'allowed link-token ok',
  ])
  expect([await page('free', `/testbericht/${PAID_TEST_ID}${link}`), await body('free', PAID_TEST_ID, link)]).toEqual([
    '200 locked',
    'locked subscription subscription-desktop',
  ])
  // An article opened for one reader stays closed for others.
  expect([
    await page('nobody', `/${PAID_ID}${link}`),
    await page('nobody', `/${PAID_ID}`),
    await page('free', `/${PAID_ID}`),
  ]).toEqual(['200 locked', '200 locked', '200 locked'])
  await readers.plus!.ask(`/api/gift-token/${id}`, { method: 'DELETE', headers: { origin: readers.plus!.origin } })
  expect(await page('free', `/${PAID_ID}${link}`)).toBe('200 locked')
})

it('S2.8-06 S4.6-03 a gift’s address has its own preview card and noindex, and its token is in no other address', async () => {
  const { token, id } = await give()
  const head = async (query: string, headers: Record<string, string> = {}) => {
    const response = await portal.get(`/${PAID_ID}${query}`, { headers })
    const html = await response.text()
    const contentOf = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
    return {
      html,
      robots: contentOf('robots'),
      sentRobots: response.headers.get('x-robots-tag'),
      title: contentOf('og:title'),
      image: contentOf('og:image'),
      alt: contentOf('og:image:alt'),
      url: contentOf('og:url'),
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
      policy: response.headers.get('referrer-policy'),
      kept: response.headers.get('cache-control'),
    }
  }
  const plain = await head('')
  const friend = await head(`?link-token=${token}`, { 'user-agent': 'facebookexternalhit/1.1' })
  expect(friend).toMatchObject({
    robots: 'noindex,follow',
    sentRobots: 'noindex, follow',
    title: 'Geschenk: Der Umbau des Klinikums',
    canonical: plain.canonical,
    url: plain.url,
    policy: 'strict-origin-when-cross-origin',
    kept: 'private, no-store',
  })
  expect([
    friend.image.endsWith('/_ipx/gift/demo/bild-130.jpg'),
    friend.alt.startsWith('Geschenk von einer Leserin oder einem Leser'),
    friend.html.includes('data-layer="gift"'),
    friend.html.includes('Dieser Artikel wurde Ihnen geschenkt. Bitte melden Sie sich an, um ihn zu lesen.'),
  ]).toEqual([true, true, true, true])
  // Share links, state and canonical address do not contain it.
  expect([friend.html.includes(token), friend.html.includes('link-token'), isOpen(friend.html)]).toEqual([
    false,
    false,
    false,
  ])
  expect([
    plain.robots.startsWith('noindex'),
    plain.title.startsWith('Geschenk'),
    plain.image.includes('/gift/'),
  ]).toEqual([false, false, false])
  await readers.plus!.ask(`/api/gift-token/${id}`, { method: 'DELETE', headers: { origin: readers.plus!.origin } })
  for (const query of [`?link-token=${token}`, '?link-token=a.b.c'])
    expect([query, (await head(query)).title.startsWith('Geschenk')]).toEqual([query, false])
  expect(portal.logged().join('\n').includes(token)).toBe(false)
})

it('S3.11-03 only plus readers with a live session can give articles', async () => {
  for (const [who, status] of [
    ['nobody', 401],
    ['free', 403],
    ['epaper', 403],
    ['plus', 200],
  ] as const)
    expect([who, (await readers[who]!.post('/api/gift-token', { articleId: PAID_ID })).status]).toEqual([who, status])
  expect((await readers.plus!.post('/api/gift-token', { articleId: '101' })).status).toBe(422)
})

it('R1-38 R4.5-16 R4.5-17 S4.5-04 a signed assertion opens the article, a forged one does not', async () => {
  const sign = (nonce: string, articleId = PAID_ID) => {
    const parameters = {
      gaa_at: 'g',
      gaa_n: nonce,
      gaa_ts: (portal.clock.now.getTime() / 1000 + 600).toString(16),
      gaa_sig: '',
    }
    return `?${new URLSearchParams({ ...parameters, gaa_sig: createHmac('sha256', PROVIDER_KEY).update(toSignedText(parameters, articleId)).digest('base64url') })}`
  }
  const assertion = sign('n1')
  expect([await page('nobody', `/${PAID_ID}${assertion}`), await body('nobody', PAID_ID, assertion)]).toEqual([
    '200 text',
    'allowed extended-access ok',
  ])
  expect(await page('free', `/${PAID_ID}${assertion}`)).toBe('200 locked')
  expect(await page('nobody', `/testbericht/${PAID_TEST_ID}${sign('n2')}`)).toBe('200 locked')
  expect(
    await page(
      'nobody',
      `/${PAID_ID}?gaa_at=g&gaa_n=abc&gaa_sig=${'d'.repeat(43)}&gaa_ts=${(portal.clock.now.getTime() / 1000 + 60).toString(16)}`,
    ),
  ).toBe('200 locked')
  expect(await page('nobody', `/${PAID_ID}`)).toBe('200 locked')
})

it('R1-35 R4.5-23 the service’s ok opens, its other answers lock, also after a change of the rules', async () => {
  expect(await body('free', PAID_ID)).toBe('locked subscription subscription-desktop')
  await rules().saveRules({
    body: {
      rules: [{ id: 'one', when: { segments: ['registered'], meter: { days: 7, articles: 1 } }, template: 'ok' }],
      otherwise: 'registration-${device}',
    },
  })
  expect([await body('free', PAID_ID), await body('free', PAID_TEST_ID), await body('nobody', PAID_ID)]).toEqual([
    'allowed paywall-service ok',
    'locked registration registration-desktop',
    'locked registration registration-desktop',
  ])
  // Rules by section apply to an article although its address does not name the section.
  await rules().saveRules({
    body: {
      rules: [{ id: 'sport', when: { sections: ['sport'] }, template: 'ok' }],
      otherwise: 'subscription-${device}',
    },
  })
  expect(await body('free', PAID_ID)).toBe('locked subscription subscription-desktop')
})

it('R4.5-21 R6-11 an article bought by a wallet user is open only for this reader', async () => {
  const { customer } = (await (await readers.wallet!.ask('/api/plenigo/session')).json()) as {
    customer: { customerId: string }
  }
  const { uniqueId, availableCreditCount } = (await (
    await readers.wallet!.ask(`/api/plenigo/wallet/${customer.customerId}`)
  ).json()) as { uniqueId: string; availableCreditCount: number }
  expect(await body('wallet', PAID_ID)).toBe('locked buy subscription-desktop')
  const sold = await readers.wallet!.post('/api/plenigo/credits/use', {
    customerId: customer.customerId,
    uniqueId,
    reason: 'Artikel gekauft',
    userId: String(readers.wallet!.claims().sub),
    articleId: PAID_ID,
    coinsAmount: 1,
  })
  expect([sold.status, availableCreditCount > 0]).toEqual([200, true])
  expect([await body('wallet', PAID_ID), await body('wallet', PAID_TEST_ID), await body('free', PAID_ID)]).toEqual([
    'allowed bought ok',
    'locked buy subscription-desktop',
    'locked subscription subscription-desktop',
  ])
})

it('stores the decision for support, without a token, also in the log', async () => {
  await body('free', PAID_ID, `?link-token=${(await give()).token}`)
  await expect
    .poll(
      async () => {
        const found = await rules().listDecisions({ query: { sub: String(readers.free!.claims().sub) } })
        return found.ok && found.data.some(({ record }) => JSON.stringify(record.decision).includes('link-token'))
      },
      { timeout: 5000 },
    )
    .toBe(true)
  expect(portal.logged().join('\n')).not.toMatch(/eyJ[\w-]{20}/)
})

describe('an external paywall service that hangs', () => {
  let server: Server
  let other: TestPortal
  let asked = 0
  beforeAll(async () => {
    server = createServer(() => void asked++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    other = await openTestPortal({
      seed: SEED,
      env: { PAYWALL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide` },
    })
  }, 240_000)
  afterAll(async () => {
    await other.close()
    server.closeAllConnections()
    server.close()
  })

  it('S4.5-01 R4.5-12 R4.5-13 delays a body by a second and a half and locks it', async () => {
    const started = performance.now()
    expect(await (await other.get(`/api/articles/${PAID_ID}/body`)).json()).toMatchObject({
      decision: 'locked',
      template: 'ak-fallback-paywall-desktop',
      contentItems: [],
    })
    expect(performance.now() - started).toBeLessThan(2 * 1500)
    expect(asked).toBe(1)
    // Free articles do not ask the service.
    expect(await (await other.get('/api/articles/101/body')).json()).toMatchObject({ decision: 'allowed' })
    expect(asked).toBe(1)
  })
})
