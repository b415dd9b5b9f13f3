/** Libraries and schools through the whole portal: visitors with and without access, counting, and the explanation shown. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AccessAnswer } from '@lokalteil/contracts/access'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { PAID_ID, PAID_SECRETS, PAID_TEST_ID, SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { listOtherSpellings, withTouchedSignature } from '@lokalteil/services/platform/signed-text.testing'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { outcomeOf, TestReader } from './reader.testing.ts'

const KEY = 'a-service-key-for-tests'
let portal: TestPortal
const service = (publication: PublicationCode = 'ak') =>
  createTestClient(PAYWALL_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `http://127.0.0.1:${portal.port}/__services/paywall/${publication}`,
    headers: { authorization: `Bearer ${KEY}` },
  })
const readers: Record<string, TestReader> = {}

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', PAYWALL_SERVICE_KEY: KEY, TRUST_PROXY: '127.0.0.1' } })
  const saved = await Promise.all([
    service().saveInstitution({
      params: { id: 'talheim' },
      body: { name: 'Stadtbücherei Talheim', ranges: ['192.0.2.0/24', '2001:db8:7::/48'], code: 'Lesen-in-Talheim' },
    }),
    service().saveInstitution({
      params: { id: 'schule' },
      body: { name: 'Gymnasium Hafenrode', ranges: [], code: 'Lernen-2026' },
    }),
  ])
  if (!saved.every(({ ok }) => ok)) throw new Error('The institutions cannot be saved')
  // Portals renew the list after a minute.
  portal.clock.now = new Date(portal.clock.now.getTime() + 61_000)
  for (const name of ['plus', 'free', 'wallet']) {
    readers[name] = new TestReader(portal)
    if ((await readers[name].login(toDemoEmail(name))).status !== 200) throw new Error(`${name} cannot log in`)
  }
  await portal.get(`/api/articles/${PAID_ID}/body`)
  while ((await bodyFrom('192.0.2.9')).rule !== 'institution') await setTimeout(50)
}, 240_000)
afterAll(() => portal.close())

type Body = { decision: string; rule: string; via?: string; contentItems: unknown[] }
async function bodyFrom(
  address: string,
  options: {
    reader?: TestReader
    id?: string
    publication?: PublicationCode
    headers?: Record<string, string>
    query?: string
  } = {},
): Promise<Body> {
  const path = `/api/articles/${options.id ?? PAID_ID}/body${options.query ?? ''}`
  const headers = { 'x-forwarded-for': address, ...options.headers }
  const response =
    options.reader === undefined
      ? await portal.get(path, { headers, publication: options.publication ?? 'ak' })
      : await options.reader.ask(path, { headers })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return (await response.json()) as Body
}
const toShort = ({ decision, rule, via }: Body) => `${decision} ${rule} ${via ?? '-'}`
const explain = async (who: TestReader, query = '', headers: Record<string, string> = {}) =>
  (await (await who.ask(`/api/articles/${PAID_ID}/access${query}`, { headers })).json()) as AccessAnswer
const isOpen = (text: string) => PAID_SECRETS.some((secret) => text.includes(secret))

it.each([
  ['an address of the library', '192.0.2.200', 'allowed institution Stadtbücherei Talheim'],
  ['the same behind IPv6', '::ffff:192.0.2.200', 'allowed institution Stadtbücherei Talheim'],
  ['its IPv6 network', '2001:db8:7:1::5', 'allowed institution Stadtbücherei Talheim'],
  ['the neighbour', '192.0.3.1', 'locked subscription -'],
  ['what the reader wrote before the balancer did', '192.0.2.200, 198.51.100.7', 'locked subscription -'],
  ['nonsense', 'library', 'locked subscription -'],
])('opens for %s as expected', async (_name, address, expected) => {
  expect(toShort(await bodyFrom(address))).toBe(expected)
})

it('does not count readers who may read anyway, works only in its publication, and trusts no forged address header', async () => {
  expect(toShort(await bodyFrom('192.0.2.9', { reader: readers.plus! }))).toBe('allowed plus -')
  expect(toShort(await bodyFrom('192.0.2.9', { reader: readers.free! }))).toBe(
    'allowed institution Stadtbücherei Talheim',
  )
  expect(toShort(await bodyFrom('192.0.2.9', { publication: 'ht' }))).toBe('locked subscription -')
  const spoofed = {
    'x-real-ip': '192.0.2.9',
    forwarded: 'for=192.0.2.9',
    'cf-connecting-ip': '192.0.2.9',
    'x-client-ip': '192.0.2.9',
  }
  expect(toShort(await bodyFrom('203.0.113.9', { headers: spoofed }))).toBe('locked subscription -')
})

it('never enters a cached page, whichever reader requested it first', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.9' }
  for (let round = 0; round < 2; round++) {
    const inside = await portal.get(`/${PAID_ID}`, { headers })
    expect([isOpen(await inside.text()), inside.headers.get('cache-control')?.includes('s-maxage')]).toEqual([
      false,
      true,
    ])
    expect(isOpen(await portal.html(`/${PAID_ID}`))).toBe(false)
  }
})

it('gives access by a code for half a day, while the institution exists', async () => {
  const reader = new TestReader(portal)
  const far = { 'x-forwarded-for': '203.0.113.20' }
  const enter = (code: string, who = reader, headers: Record<string, string> = far) =>
    who.post('/api/institution-login', { code }, headers)
  expect([await outcomeOf(enter('Lernen-2027')), await outcomeOf(enter(''))]).toEqual([
    '404 WRONG_CODE',
    '400 BAD_REQUEST',
  ])
  const entered = await enter('lernen 2026')
  expect([entered.status, await entered.json()]).toEqual([200, { name: 'Gymnasium Hafenrode' }])
  expect(reader.lines.join()).toMatch(
    /^institution=schule\.\d+\.[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
  )
  const body = () => bodyFrom('203.0.113.20', { reader })
  expect(toShort(await body())).toBe('allowed institution Gymnasium Hafenrode')
  const cookie = reader.cookies.get('institution')!
  // Another institution or a later end under the same signature, and the cookie at another publication.
  for (const changed of [
    cookie.replace('schule', 'talheim'),
    cookie.replace(/\.\d+\./, '.9999999999999.'),
    withTouchedSignature(cookie),
    // A cookie value ends before a space or a line break.
    ...listOtherSpellings(cookie).flatMap(([, text]) => (/\s/.test(text) ? [] : [text])),
    'schule',
    '',
  ]) {
    expect([
      changed,
      toShort(await bodyFrom('203.0.113.20', { headers: { cookie: `institution=${changed}` } })),
    ]).toEqual([changed, 'locked subscription -'])
  }
  await service('fb').saveInstitution({
    params: { id: 'schule' },
    body: { name: 'Andere', ranges: [], code: 'Anders-2026' },
  })
  expect(
    (await bodyFrom('203.0.113.20', { publication: 'fb', headers: { cookie: `institution=${cookie}` } })).decision,
  ).toBe('locked')
  const { now } = portal.clock
  portal.clock.now = new Date(now.getTime() + 12 * 3_600_000 + 1000)
  await bodyFrom('203.0.113.20', { headers: { cookie: `institution=${cookie}` } })
  expect((await bodyFrom('203.0.113.20', { headers: { cookie: `institution=${cookie}` } })).decision).toBe('locked')
  portal.clock.now = now
  await reader.ask('/api/institution-login', { method: 'DELETE', headers: { ...far, origin: reader.origin } })
  expect([reader.cookies.has('institution'), (await body()).decision]).toEqual([false, 'locked'])
  // Sent from another site.
  expect(
    await outcomeOf(
      reader.post(
        '/api/institution-login',
        { code: 'Lernen-2026' },
        { ...far, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      ),
    ),
  ).toBe('403 FORBIDDEN')
})

it('limits guessing of codes', async () => {
  const reader = new TestReader(portal)
  const headers = { 'x-forwarded-for': '203.0.113.66' }
  const outcomes: string[] = []
  for (let guess = 0; guess < 7; guess++)
    outcomes.push(await outcomeOf(reader.post('/api/institution-login', { code: `geraten-${guess}` }, headers)))
  expect(outcomes).toEqual([
    ...Array<string>(5).fill('404 WRONG_CODE'),
    '429 TOO_MANY_ATTEMPTS',
    '429 TOO_MANY_ATTEMPTS',
  ])
})

it('is counted only by month and article, and an explanation is not counted', async () => {
  const usage = async () => {
    const found = await service().listInstitutionUsage({ query: { month: '2026-11' } })
    return found.ok ? found.data.filter(({ institutionId }) => institutionId === 'talheim') : []
  }
  const read = async (times: number) => {
    for (let time = 0; time < times; time++) await bodyFrom('192.0.2.77', { id: PAID_TEST_ID })
    await explain(readers.free!, '', { 'x-forwarded-for': '192.0.2.77' })
  }
  /** They are written once a second, so a look may come between two of a series. */
  const settledUsage = async () => {
    let [reads, since] = [-1, Date.now()]
    while (Date.now() - since < 2500) {
      await setTimeout(200)
      const now = (await usage())[0]?.reads ?? 0
      if (now !== reads) [reads, since] = [now, Date.now()]
    }
    return (await usage())[0]
  }
  await read(3)
  const before = await settledUsage()
  await read(2)
  await settledUsage()
  expect(await usage()).toEqual([
    {
      institutionId: 'talheim',
      name: 'Stadtbücherei Talheim',
      month: '2026-11',
      reads: before!.reads + 2,
      articles: 2,
    },
  ])
  expect(portal.logged().join('\n')).not.toMatch(/192\.0\.2\.|Lernen|Lesen-in/)
}, 240_000)

it('explains access to the asking reader, and only about that reader', async () => {
  const nobody = new TestReader(portal)
  expect(await explain(nobody)).toEqual({
    isLocked: true,
    rule: 'subscription',
    isPaid: true,
    isLoggedIn: false,
    roles: [],
    coins: null,
    hasBought: false,
    linkToken: 'none',
    extendedAccess: 'none',
    isAtInstitution: false,
    paywallService: 'locks',
    remedies: [{ kind: 'login' }, { kind: 'tag', tagIds: expect.any(Array) as string[] }, { kind: 'subscribe' }],
    institution: null,
    meter: null,
  })
  expect(await explain(readers.plus!)).toMatchObject({
    isLocked: false,
    rule: 'plus',
    isLoggedIn: true,
    roles: ['plus'],
    remedies: [],
    paywallService: null,
  })
  expect(await explain(readers.wallet!)).toMatchObject({
    isLocked: true,
    rule: 'buy',
    roles: ['wallet'],
    coins: expect.any(Number) as number,
  })
  expect(await explain(nobody, '', { 'x-forwarded-for': '192.0.2.1' })).toMatchObject({
    isLocked: false,
    rule: 'institution',
    isAtInstitution: true,
    institution: { name: 'Stadtbücherei Talheim', by: 'address' },
  })
  const { token } = (await (await readers.plus!.post('/api/gift-token', { articleId: PAID_ID })).json()) as {
    token: string
  }
  expect(await explain(nobody, `?link-token=${token}`)).toMatchObject({
    isLocked: true,
    rule: 'gift',
    linkToken: 'valid',
  })
  expect(await explain(readers.free!, `?link-token=${token}`)).toMatchObject({ isLocked: false, rule: 'link-token' })
  expect(await explain(nobody, '?link-token=x.y.z')).toMatchObject({ rule: 'subscription', linkToken: 'invalid' })
  const text = await (await readers.plus!.ask(`/api/articles/${PAID_ID}/access`)).text()
  expect([
    isOpen(text),
    text.includes('@'),
    (await nobody.ask('/api/articles/999999/access')).status,
    (await nobody.ask('/api/articles/abc/access')).status,
  ]).toEqual([false, false, 404, 400])
})

it('reports how many free articles are left if a rule gives some', async () => {
  await service().saveRules({
    body: {
      rules: [{ id: 'two', when: { segments: ['registered'], meter: { days: 30, articles: 2 } }, template: 'ok' }],
      otherwise: 'subscription-${device}',
    },
  })
  expect(await explain(readers.free!)).toMatchObject({
    rule: 'paywall-service',
    paywallService: 'opens',
    meter: { used: 1, articles: 2, days: 30 },
  })
  expect((await explain(new TestReader(portal))).meter).toBeNull()
})

it('ends with the institution', async () => {
  await service().removeInstitution({ params: { id: 'talheim' } })
  portal.clock.now = new Date(portal.clock.now.getTime() + 61_000)
  await expect.poll(async () => (await bodyFrom('192.0.2.9')).decision, { timeout: 5000 }).toBe('locked')
})
