/** Advertisements of a publication's own: shown without consent and without another house, counted without a reader. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AdRow } from '@lokalteil/contracts/figures'
import { toDayKey } from '@lokalteil/domain/german'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listShifts, watchShifts } from './layout-shifts.ts'
import { getPage, listArticles, readContent } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  scrollAlong,
  servedPortal,
  untilAlive,
  withhold,
  type DeviceName,
} from './reader.ts'

/** The publication of the demo with advertisements of its own. */
const PUBLICATION = 'fb'
const slots = '[data-ad-slot]:not([data-empty="gone"])'

let article = ''
beforeAll(async () => {
  const open = (await listArticles(PUBLICATION)).filter(
    ({ contentRestriction, isLive, targetPathOrUrl }) =>
      contentRestriction === 'free' && !isLive && targetPathOrUrl.startsWith('/'),
  )
  let longest = 0
  for (const { documentId, targetPathOrUrl } of open) {
    const { characterCount, section } = await readContent<{ characterCount: number; section: { path: string } }>(
      `articles/${documentId}`,
      PUBLICATION,
    )
    if (characterCount <= longest || section.path === 'blaulicht') continue
    longest = characterCount
    article = targetPathOrUrl
  }
}, 60_000)
afterAll(closeBrowser)

async function listCounted(by: 'ad' | 'place' = 'ad'): Promise<ReadonlyMap<string, AdRow>> {
  const key = readFileSync(join(servedPortal().dataDir, 'keys', 'figures.key'), 'utf8').trim()
  // Of both days, if midnight comes.
  const [from, to] = [new Date(Date.now() - 3_600_000), new Date()].map(toDayKey)
  const { status, body } = await getPage(
    PUBLICATION,
    `/__services/figures/${PUBLICATION}/internal/ads?by=${by}&from=${from}&to=${to}`,
    { authorization: `Bearer ${key}` },
  )
  expect(status).toBe(200)
  return new Map((JSON.parse(body) as { rows: AdRow[] }).rows.map((row) => [row.value, row]))
}

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('home and an article fill their places without a layout shift, and a phone never shows two of them', async () => {
    const reader = await openReader({ device, publication: PUBLICATION })
    const { page } = reader
    await withhold(page, '*.woff2')
    await watchShifts(page)
    for (const path of ['/', article]) {
      await page.goto(path)
      await untilAlive(page)
      const places = page.locator(slots)
      expect(await places.count()).toBeGreaterThan(0)
      for (let index = 0; index < (await places.count()); index++) {
        const place = places.nth(index)
        await scrollAlong(page, await place.evaluate((one) => one.getBoundingClientRect().bottom + scrollY))
        await place.locator('[data-house-ad] a').waitFor()
        expect(await place.locator('p').first().innerText()).toBe('Anzeige')
        const overflows = await place.locator('a').evaluate((card) => card.scrollHeight > card.clientHeight + 1)
        expect([path, index, overflows]).toEqual([path, index, false])
      }
      const tops = await places.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
      const distances = tops.slice(1).map(({ top }, index) => top - tops[index]!.bottom)
      if (device === 'phone') expect(Math.min(...distances, 900)).toBeGreaterThan(page.viewportSize()!.height)
      expect([path, ...(await listShifts(page))]).toEqual([path])
    }
    await expectAccessible(page, { within: 'main' })
    expect([reader.foreignRequests, reader.errors]).toEqual([[], []])
    await reader.leave()
  })
})

it('counts views and clicks once the page is left, and leaves nothing on the device', async () => {
  const reader = await openReader({ publication: PUBLICATION })
  const { page } = reader
  await page.route('https://*.example/**', (route) => route.fulfill({ body: '' }))
  await page.goto('/')
  await untilAlive(page)
  const place = page.locator(slots).first()
  await scrollAlong(page, await place.evaluate((one) => one.getBoundingClientRect().bottom + scrollY))
  await place.scrollIntoViewIfNeeded()
  const id = (await place.locator('[data-house-ad]').getAttribute('data-house-ad'))!
  const slot = (await place.getAttribute('data-ad-slot'))!
  const none = { value: '', seen: 0, clicked: 0 }
  const before = (await listCounted()).get(id) ?? none
  const beforeThere = (await listCounted('place')).get(slot) ?? none
  await page.waitForTimeout(1300)
  const opened = page.context().waitForEvent('page')
  await place.locator('a').click()
  await (await opened).close()
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/suche"], footer a')!.click())
  await expect
    .poll(async () => (await listCounted()).get(id), { timeout: 10_000 })
    .toMatchObject({ clicked: before.clicked + 1 })
  expect((await listCounted()).get(id)!.seen).toBeGreaterThan(before.seen)
  expect((await listCounted('place')).get(slot)!.clicked).toBe(beforeThere.clicked + 1)
  expect((await page.context().cookies()).filter(({ name }) => /ad|werb/i.test(name))).toEqual([])
  await reader.leave()
})
