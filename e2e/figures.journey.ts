/** The publisher's own figures: what a reader's page tells, and what it leaves on the device. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FigureRow, PageTold, Summary } from '@lokalteil/contracts/figures'
import { grantVendors, NO_CONSENT, type Consent } from '@lokalteil/domain/consent/consent'
import { toDayKey } from '@lokalteil/domain/german'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { getPage, listArticles } from './page-kinds.ts'
import {
  closeBrowser,
  openReader,
  originOf,
  scrollAlong,
  servedPortal,
  storeConsent,
  untilAlive,
  untilQuiet,
  withhold,
} from './reader.ts'

afterAll(closeBrowser)

const NONE: Omit<FigureRow, 'value'> = { views: 0, visitors: 0, seconds: 0, quarters: [0, 0, 0, 0] }

async function readRow(article: string): Promise<typeof NONE> {
  const key = readFileSync(join(servedPortal().dataDir, 'keys', 'figures.key'), 'utf8').trim()
  // Of both days, if midnight comes.
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date()].map(toDayKey)
  const { status, body } = await getPage(
    'ak',
    `/__services/figures/ak/internal/figures?by=article&limit=5000&from=${from}&to=${to}`,
    { authorization: `Bearer ${key}` },
  )
  expect(status).toBe(200)
  const { rows } = JSON.parse(body) as { rows: FigureRow[] }
  const { value: _value, ...row } = rows.find(({ value }) => value === article) ?? { value: article, ...NONE }
  return row
}

const listStored = async (page: Page) => ({
  cookies: (await page.context().cookies()).map(({ name }) => name).toSorted(),
  storage: await page.evaluate(() =>
    [Object.keys(localStorage), Object.keys(sessionStorage)].map((names) => names.toSorted()),
  ),
})

it('an article that a reader reads to its end is one view and one visitor, and leaves nothing on the device', async () => {
  const { documentId: id, targetPathOrUrl: path } = (await listArticles()).findLast(
    ({ contentRestriction, isLive, targetPathOrUrl }) =>
      contentRestriction === 'free' && !isLive && targetPathOrUrl.startsWith('/'),
  )!
  const before = await readRow(id)
  const reader = await openReader({ isUnasked: true, device: 'phone' })
  const { page } = reader
  const read = async () => {
    await page.goto(path)
    await untilAlive(page)
    await untilQuiet(page)
    await scrollAlong(page, 100_000)
    await page.waitForTimeout(1100)
  }
  const told: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/figures') told.push(request.postData() ?? '')
  })
  await read()
  expect(told).toEqual([])
  // A navigation within the site ends the page as well.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/"]')!.click())
  await page.waitForURL((url) => url.pathname === '/')
  await expect
    .poll(() => readRow(id), { timeout: 10_000 })
    .toEqual({
      views: before.views + 1,
      visitors: before.visitors + 1,
      seconds: expect.any(Number),
      quarters: before.quarters.map((reached) => reached + 1),
    })
  expect((await readRow(id)).seconds).toBeGreaterThan(before.seconds)
  expect(told).toHaveLength(1)
  expect(reader.foreignRequests).toEqual([])
  expect(reader.errors).toEqual([])
  const stored = await listStored(page)
  await reader.leave()

  // The same visit without the collector.
  const other = await openReader({ isUnasked: true, device: 'phone' })
  await withhold(other.page, '*/collector*.js')
  await other.page.goto(path)
  await untilAlive(other.page)
  await untilQuiet(other.page)
  await other.page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/"]')!.click())
  await other.page.waitForURL((url) => url.pathname === '/')
  await untilQuiet(other.page)
  expect(stored).toEqual(await listStored(other.page))
  await other.leave()
})

it('what five readers of an article also read stands below its recommendations, by headline alone', async () => {
  const articles = (await listArticles()).filter(
    ({ isLive, targetPathOrUrl }) => !isLive && targetPathOrUrl.startsWith('/'),
  )
  const free = articles.findLast(({ contentRestriction }) => contentRestriction === 'free')!
  // More than the page recommends above, where none of these is repeated.
  const others = articles.filter(({ documentId }) => documentId !== free.documentId).slice(-9)
  expect(others.some(({ contentRestriction }) => contentRestriction === 'paid')).toBe(true)
  const reader = await openReader()
  const { page, context } = reader
  for (const number of [1, 2, 3, 4, 5])
    for (const { documentId: article } of [free, ...others])
      expect(
        (
          await context.request.post(`${originOf()}/api/figures`, {
            headers: {
              'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/14${number}.0`,
              'sec-fetch-site': 'same-origin',
            },
            data: { page: 'article', article, from: '', quarters: [2, 0], seconds: 30 },
          })
        ).status(),
      ).toBe(204)
  const listReadWith = async () =>
    (JSON.parse((await getPage('ak', `/api/figures/read-with/${free.documentId}`)).body) as { articleIds: string[] })
      .articleIds
  await expect
    .poll(async () => (await listReadWith()).length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(others.length)
  await storeConsent(context, grantVendors({ kdm: true }), originOf())
  await page.goto(free.targetPathOrUrl)
  const recommended = page.locator('[data-recommendations]')
  const row = recommended.locator('[data-read-with]')
  await row.waitFor({ state: 'attached' })
  const listShown = (place: Locator) =>
    place.locator('article').evaluateAll((teasers) => teasers.map((teaser) => teaser.dataset.document))
  const [below, all] = [await listShown(row), await listShown(recommended)]
  expect(below.length).toBeGreaterThan(0)
  expect(below.length).toBeLessThanOrEqual(4)
  expect(await listReadWith()).toEqual(expect.arrayContaining(below))
  expect(new Set([free.documentId, ...all]).size).toBe(all.length + 1)
  // Never in the stored page, which is the same for all readers.
  expect((await getPage('ak', free.targetPathOrUrl)).body).not.toContain('data-read-with')
  expect(reader.errors).toEqual([])
  await reader.leave()
})

async function readSummary(): Promise<Summary> {
  const key = readFileSync(join(servedPortal().dataDir, 'keys', 'figures.key'), 'utf8').trim()
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date()].map(toDayKey)
  const path = `/__services/figures/ak/internal/summary?from=${from}&to=${to}`
  const { status, body } = await getPage('ak', path, { authorization: `Bearer ${key}` })
  expect(status).toBe(200)
  return JSON.parse(body) as Summary
}

it.each<['given' | 'refused' | 'unasked', Consent | null]>([
  ['given', grantVendors({ analytics: true })],
  ['refused', NO_CONSENT],
  ['unasked', null],
])('a page tells that consent was %s, and the Core Web Vitals of this browser, once', async (answer, consent) => {
  const { targetPathOrUrl: path } = (await listArticles()).find(
    ({ contentRestriction, isLive, img, targetPathOrUrl }) =>
      contentRestriction === 'free' && !isLive && img !== null && targetPathOrUrl.startsWith('/'),
  )!
  const before = await readSummary()
  const reader = await openReader({ isUnasked: true, device: 'desk' })
  const { page } = reader
  if (consent !== null) await storeConsent(reader.context, consent, originOf())
  // The body of a beacon cannot be read from outside, and the page that sends it is about to go.
  await page.addInitScript(() => {
    const Original = Blob
    window.Blob = class extends Original {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options)
        if (options?.type === 'application/json')
          sessionStorage.told = JSON.stringify([
            ...JSON.parse(sessionStorage.told ?? '[]'),
            JSON.parse(parts[0] as string),
          ])
      }
    }
    // An interaction that takes long enough to be measured.
    addEventListener('pointerdown', () => {
      const end = performance.now() + 80
      while (performance.now() < end);
    })
  })
  await page.goto(path)
  await untilAlive(page)
  await untilQuiet(page)
  await page.locator('main h1').click()
  await page.waitForTimeout(400)
  // Another document, so that this one is over.
  await page.goto('/robots.txt')
  const told = await page.evaluate(() => JSON.parse(sessionStorage.told ?? '[]') as PageTold[])
  expect(told.map(({ page: name, consent: said }) => [name, said])).toEqual([['article', answer]])
  const { lcp, cls, inp } = told[0]!.vitals!
  expect([lcp! > 0 && lcp! < 60_000, cls! >= 0 && cls! < 5000, inp! >= 40 && inp! < 60_000]).toEqual([true, true, true])
  await expect
    .poll(
      async () => {
        const { consent: answers, vitals } = await readSummary()
        return [
          answers[answer] > before.consent[answer],
          ...(['lcp', 'cls', 'inp'] as const).map((name) => vitals[name].measured > before.vitals[name].measured),
        ]
      },
      { timeout: 10_000 },
    )
    .toEqual([true, true, true, true])
  expect(reader.errors).toEqual([])
  await reader.leave()
})
