/** Background jobs of the composed portal: each test fails if its job is not started. */
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import { hoursAgo, SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { TEST_CARDS } from '@lokalteil/services/commerce/payments/payment-providers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { outcomeOf, TestReader } from './reader.testing.ts'

const KEY = 'one-key-for-every-service-here'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const SATURDAY = new Date('2026-11-21T09:00:00Z')

let portal: TestPortal

/** Recorded timers: callback and delay. */
const timers: { after: number; run: () => void }[] = []

beforeAll(async () => {
  const { setInterval: every, setTimeout: once } = globalThis
  // Timers run normally, and tests can run them earlier.
  const record = (run: unknown, after: unknown) =>
    typeof run === 'function' && typeof after === 'number' && timers.push({ after, run: run as () => void })
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((...given: Parameters<typeof every>) => {
    record(given[0], given[1])
    return every(...given)
  }) as typeof every)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...given: Parameters<typeof once>) => {
    record(given[0], given[1])
    return once(...given)
  }) as typeof once)
  portal = await openTestPortal({
    seed: {
      ...SEED,
      articles: SEED.articles.map((article) => ({ ...article, publishDate: hoursAgo(2) })),
      newsletters: [{ ...SEED.newsletters[0]!, rhythm: 'werktags um 6 Uhr' }],
    },
    now: SATURDAY,
    env: { DEMO: '1', TRUST_PROXY: '127.0.0.1', PAYWALL_SERVICE_KEY: KEY, USER_SERVICE_KEY: KEY },
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await portal.close()
})

/** Advances the portal's clock and runs the timers with this interval. */
function pass(milliseconds: number, every: number): void {
  portal.clock.now = new Date(portal.clock.now.getTime() + milliseconds)
  for (const { after, run } of Array.from(timers)) if (after === every) run()
}

async function logIn(name: string): Promise<TestReader> {
  const reader = new TestReader(portal)
  expect(await outcomeOf(reader.login(toDemoEmail(name)))).toBe('200')
  return reader
}
const mailsTo = async (address: string) =>
  (await (await portal.get(`/__services/mail/mails.json?to=${encodeURIComponent(address)}`)).json()) as MailboxEntry[]
const ofService = async (path: string, options: { method?: string; body?: string } = {}) =>
  portal.get(`/__services/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  })

describe('background jobs of the portal', () => {
  it('sends mails', async () => {
    await portal.get('/api/newsletter/order', {
      method: 'POST',
      body: JSON.stringify({
        email: 'neu@example.org',
        slugs: ['morgen'],
        consent: true,
        textVersion: NEWSLETTER_CONSENT.version,
      }),
      headers: { 'content-type': 'application/json' },
    })
    await vi.waitFor(async () => expect(await mailsTo('neu@example.org')).toHaveLength(1), { timeout: 40_000 })
  })

  it('sends newsletters when they are due', async () => {
    const reader = await logIn('plus')
    const subscribed = await reader.post('/api/mein/newsletters/morgen', { textVersion: NEWSLETTER_CONSENT.version })
    expect(await outcomeOf(subscribed)).toBe('200')
    const issues = async () =>
      (await mailsTo(toDemoEmail('plus'))).filter(({ text }) => text.includes('/newsletter-anmeldung?abmelden='))
    // The job looks every minute and knows by now when the next one is due.
    pass(MINUTE, MINUTE)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await issues()).toEqual([])
    // Monday at six in Berlin, and a minute for the job to look.
    pass(new Date('2026-11-23T05:00:30Z').getTime() - portal.clock.now.getTime(), MINUTE)
    await vi.waitFor(async () => expect(await issues()).toHaveLength(1), { timeout: 40_000 })
  })

  it('completes orders that are paid later', async () => {
    const reader = await logIn('free')
    const placed = await reader.post('/api/order', {
      offerId: 'plus-pur',
      confirmedCents: 1290,
      idempotencyKey: 'order-that-is-paid-later',
      buyer: {
        salutation: '',
        firstName: 'Eva',
        lastName: 'Sommer',
        street: 'Am Fluss 3',
        postcode: '00412',
        city: 'Auenburg',
      },
      payment: { kind: 'card', number: TEST_CARDS.later },
      consents: { terms: true },
    })
    expect(await outcomeOf(placed)).toBe('200')
    expect(((await placed.json()) as { state: string }).state).not.toBe('completed')
    const rolesOf = async () => {
      await reader.ask('/api/validate?forceRefresh=true')
      return reader.claims().subscriptionRoles as string[]
    }
    expect(await rolesOf()).not.toContain('PLUS_USER')
    pass(5 * MINUTE, MINUTE)
    await vi.waitFor(async () => expect(await rolesOf()).toContain('PLUS_USER'), { timeout: 40_000, interval: 500 })
  })

  it('shows changed settings on stored pages', async () => {
    const shown = async () =>
      /news_ticker|swipe_tooltip_enabled&quot;:true|"swipe_tooltip_enabled":true/.test(await portal.html('/'))
    expect(await shown()).toBe(false)
    const saved = await ofService('user/mandators/ak/settings', {
      method: 'PUT',
      body: JSON.stringify({ changes: { swipe_tooltip_enabled: true } }),
    })
    expect(saved.status).toBeLessThan(300)
    expect(await shown()).toBe(false)
    pass(6000, 5000)
    await vi.waitFor(async () => expect(await shown()).toBe(true), { timeout: 40_000 })
  })

  it('deletes paywall decisions after a month', async () => {
    const reader = new TestReader(portal)
    await reader.ask('/api/articles/130/body')
    const count = async () =>
      ((await (await ofService('paywall/ak/internal/decisions?articleId=130')).json()) as unknown[]).length
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 40_000 })
    pass(32 * DAY, HOUR)
    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 40_000 })
  })

  it('deletes gift links two months after their end', async () => {
    const given = await (await logIn('plus')).post('/api/gift-token', { articleId: '130' })
    expect(await outcomeOf(given)).toBe('200')
    const { id } = (await given.json()) as { id: string }
    pass(120 * DAY, HOUR)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const reader = await logIn('plus')
    const ended = await reader.ask(`/api/gift-token/${id}`, { method: 'DELETE', headers: { origin: reader.origin } })
    expect(await outcomeOf(ended)).toBe('404 NOT_FOUND')
  })

  it('renews contracts and writes their invoices', async () => {
    const listInvoices = async () => {
      const view = await (await (await logIn('free')).ask('/api/mein/account/subscriptions')).text()
      return new Set(view.match(/"AK-20\d\d-\d+"/g)).size
    }
    const before = await listInvoices()
    pass(32 * DAY, 15 * MINUTE)
    const isRenewed = async () => {
      // This reader's card pays later, as above.
      pass(MINUTE, MINUTE)
      expect(await listInvoices()).toBeGreaterThan(before)
    }
    // A month of all services is caught up with before it.
    await vi.waitFor(isRenewed, { timeout: 150_000, interval: 500 })
  })

  it('erases accounts at their scheduled time', async () => {
    const reader = await logIn('tagsub')
    const asked = await reader.post('/api/mein/account/erasure', { password: 'Lokalteil-Demo-1' })
    expect(asked.status).toBeLessThan(300)
    pass(15 * DAY, MINUTE / 2)
    await vi.waitFor(
      async () =>
        expect(await outcomeOf(new TestReader(portal).login(toDemoEmail('tagsub')))).toBe('401 WRONG_CREDENTIALS'),
      { timeout: 40_000, interval: 1000 },
    )
  })

  // Last, because the other tests run the recorded timers.
  it('begin when the portal starts them, so that none runs while a demo is filled', async () => {
    const quiet = await openTestPortal({ seed: SEED, now: SATURDAY, hasJobs: false })
    // A second start adds no intervals.
    const countIntervals = () => timers.filter(({ after }) => after >= MINUTE).length
    const opened = countIntervals()
    quiet.runtime.startJobs()
    const started = countIntervals()
    quiet.runtime.startJobs()
    expect(started - opened).toBeGreaterThan(5)
    expect(countIntervals()).toBe(started)
    await quiet.close()
  }, 240_000)
})
