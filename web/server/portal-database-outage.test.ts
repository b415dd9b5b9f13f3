/** The portal on a PostgreSQL that goes away while it runs: no request gets a 500 and none hangs. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_CALLS } from '@lokalteil/contracts/access'
import { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import { NEWSLETTER } from '@lokalteil/contracts/newsletters'
import { ORDERS_INTERNAL } from '@lokalteil/contracts/commerce/orders'
import { PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { PORTAL } from '@lokalteil/contracts/portal'
import { COMMERCE, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { SETTINGS, LIBRARY } from '@lokalteil/contracts/library'
import { buildPath, ROUTE_META, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openLineProxy, type LineProxy } from '@lokalteil/services/platform/line-proxy.testing'
import { DEMO_PASSWORD, DEMO_PERSONAS, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { errorTexts } from '../app/messages/routing/errors.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'a-key-of-these-tests-for-all-services'
let line: LineProxy
let portal: TestPortal
let reader: TestReader
let drop: () => Promise<void>

beforeAll(async () => {
  const made = await createTestDatabase()
  line = await openLineProxy(made.url)
  portal = await openTestPortal({
    seed: SEED,
    env: {
      DEMO: '1',
      DATABASE_URL: line.url,
      CONTENT_SERVICE_KEY: KEY,
      PAYWALL_SERVICE_KEY: KEY,
      USER_SERVICE_KEY: KEY,
      SUBSCRIPTION_SERVICE_KEY: KEY,
      NEWSLETTER_SERVICE_KEY: KEY,
    },
  })
  reader = new TestReader(portal)
  const login = await reader.login(toDemoEmail(DEMO_PERSONAS[0]!.name), DEMO_PASSWORD)
  const page = await portal.get('/sport')
  if (login.status !== 200 || page.status !== 200) throw new Error('The portal does not answer before the outage')
  drop = async () => {
    await line.setLine('open')
    await portal.close()
    await line.close()
    await made.drop()
  }
}, 240_000)
afterAll(() => drop())

async function whileCut(work: () => Promise<void>): Promise<void> {
  await line.setLine('cut')
  try {
    await work()
  } finally {
    await line.setLine('open')
    const end = performance.now() + 5000
    while ((await portal.get('/api/health/ready')).status !== 200) {
      expect(performance.now()).toBeLessThan(end)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const MOUNTS: readonly [name: string, base: string, contract: Contract][] = [
  ['portal', '', PORTAL],
  ['access', '', ACCESS_CALLS],
  ['content', '/__services/content/ak', CONTENT],
  ['content internal', '/__services/content/ak', CONTENT_INTERNAL],
  ['subscription', '/__services/plenigo/ak', COMMERCE],
  ['subscription internal', '/__services/plenigo/ak', COMMERCE_INTERNAL],
  ['orders internal', '/__services/plenigo/ak', ORDERS_INTERNAL],
  ['billing internal', '/__services/plenigo/ak', BILLING_INTERNAL],
  ['newsletter', '/__services/newsletter/ak', NEWSLETTER],
  ['paywall internal', '/__services/paywall/ak', PAYWALL_INTERNAL],
  ['user', '/__services/user/mandators/ak/users/USER', LIBRARY],
  ['settings', '/__services/user/mandators/ak', SETTINGS],
]

describe('a database that is away', () => {
  it.each(MOUNTS)(
    '%s: no endpoint answers 500, none hangs, each 503 has Retry-After',
    async (_name, base, contract) => {
      await whileCut(async () => {
        const outcomes: string[] = []
        let unavailable = 0
        for (const [name, { method, path, body }] of Object.entries(contract)) {
          const filled =
            base.replace('USER', String(reader.claims().sub)) +
            path.replace('{version}', 'v5').replace(/\{\w+\+?\}/g, '1')
          const started = performance.now()
          const isService = base !== '' && !base.includes('USER')
          const options = {
            method,
            ...(body === undefined || method === 'GET' ? {} : { body: '{}' }),
            headers: {
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(isService ? { authorization: `Bearer ${KEY}` } : {}),
              ...(method === 'GET' ? {} : { origin: new URL(reader.origin).origin }),
            },
          }
          const response = await reader.ask(filled, options)
          const ms = performance.now() - started
          await response.arrayBuffer()
          if (response.status === 503) unavailable++
          const isWrong = response.status === 500 || response.status === 502 || ms > 3000
          if (isWrong || (response.status === 503 && !response.headers.has('retry-after')))
            outcomes.push(`${name}: ${method} ${filled} ${response.status} ${Math.round(ms)} ms`)
        }
        expect(outcomes).toEqual([])
        // Otherwise the test proved nothing.
        expect(unavailable).toBeGreaterThan(0)
      })
    },
  )

  it('the library answers 503 with Retry-After', async () => {
    const path = `/__services/user/mandators/ak/users/${String(reader.claims().sub)}/bookmarks`
    expect((await reader.ask(path)).status).toBe(200)
    await whileCut(async () => {
      const response = await reader.ask(path)
      expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    })
    expect((await reader.ask(path)).status).toBe(200)
  })

  it('stored pages are served, others answer 503 with the error page, which is not cached', async () => {
    await whileCut(async () => {
      expect((await portal.get('/sport')).status).toBe(200)
      for (const path of ['/politik', '/102', '/suche?q=Brand', '/']) {
        const response = await portal.get(path)
        expect([
          path,
          response.status,
          response.headers.get('retry-after'),
          response.headers.get('cache-control'),
        ]).toEqual([path, 503, '10', 'private, no-store'])
        expect(await response.text()).toContain(errorTexts.outageTitle)
      }
      for (const path of ['/rss', '/api/articles/102/body'])
        expect([path, (await portal.get(path)).status]).toEqual([path, 503])
    })
    expect((await portal.get('/politik')).status).toBe(200)
  })

  const ASKING_BY_CALL: ReadonlySet<string> = new Set([
    'order/code',
    '__mein-portal-auth-kommentare',
    '__mein-portal-auth-markets',
  ])
  const guarded = (Object.keys(ROUTE_META) as RouteName[])
    .filter((name) => ROUTE_META[name].guards.includes('auth') || name === 'change-password')
    // A form without personal data is shown; only its call reports the failure.
    .filter((name) => !ASKING_BY_CALL.has(name))
    .map((name) => (name === 'change-password' ? '/change-password/abc' : buildPath({ name } as Route)))

  it.each(guarded)('%s, a guarded page, answers 503 and does not redirect', async (path) => {
    expect(path === '/change-password/abc' || (await reader.ask(path)).status < 400).toBe(true)
    await whileCut(async () => {
      for (const agent of ['Mozilla/5.0', 'Lokalteil-iOS/1.0']) {
        const response = await reader.ask(path, { headers: { 'user-agent': agent } })
        expect([
          response.status,
          response.headers.get('retry-after'),
          response.headers.get('location'),
          response.headers.get('cache-control'),
        ]).toEqual([503, '10', null, 'private, no-store'])
        expect(await response.text()).toContain(errorTexts.outageTitle)
      }
    })
  })

  it('reports "not ready", but alive, with the reason', async () => {
    await whileCut(async () => {
      // The readiness answer is memoised for half a second.
      await new Promise((resolve) => setTimeout(resolve, 600))
      const ready = await portal.get('/api/health/ready')
      expect([ready.status, await ready.text()]).toEqual([503, 'database'])
      expect((await portal.get('/api/health/live')).status).toBe(200)
    })
  })

  it('if frozen, it is the same after some seconds, and at once from then on', async () => {
    await line.setLine('frozen')
    try {
      const started = performance.now()
      const first = await portal.get('/leben')
      expect([first.status, performance.now() - started < 8000]).toEqual([503, true])
      const again = performance.now()
      const ready = await portal.get('/api/health/ready')
      expect([(await portal.get('/suche?q=Frost')).status, ready.status, performance.now() - again < 1500]).toEqual([
        503,
        503,
        true,
      ])
      expect((await portal.get('/sport')).status).toBe(200)
    } finally {
      await line.setLine('open')
    }
    const end = performance.now() + 5000
    while ((await portal.get('/leben')).status !== 200) {
      expect(performance.now()).toBeLessThan(end)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
})
