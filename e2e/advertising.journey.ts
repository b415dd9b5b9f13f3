/** Advertisements of a publication's own: shown without consent and without another house, counted without a reader. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AdRow } from '@lokalteil/contracts/figures'
import { toDayKey } from '@lokalteil/domain/german'
import { withAdBlocks } from '@lokalteil/domain/advertising/places'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listShifts, watchShifts } from './layout-shifts.ts'
import { getPage, listArticles, readContent } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  originOf,
  PUBLICATIONS,
  scrollAlong,
  servedPortal,
  untilAlive,
  withhold,
  type DeviceName,
  type PublicationCode,
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
  it('every kind of page fills its places without a layout shift, and a phone never shows two of them', async () => {
    const reader = await openReader({ device, publication: PUBLICATION })
    const { page } = reader
    await withhold(page, '*.woff2')
    await watchShifts(page)
    // Home, a text, the front of a section, lists of a section and of a search, the end of a page.
    for (const path of ['/', article, '/wirtschaft', '/lokales/2', '/suche?q=Hafen', '/themen']) {
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

/** Sizes of type, rows and lines: as little room as a reader can make. */
const SMALLEST = { fontSize: '100', density: 'dense', lineSpacing: 'tight' }
const LARGE_PHONE = { viewport: { width: 430, height: 932 }, isMobile: true, hasTouch: true }

async function openSmall(publication: PublicationCode) {
  const reader = await openReader({ publication, context: LARGE_PHONE })
  const url = originOf(publication)
  await reader.context.addCookies(Object.entries(SMALLEST).map(([name, value]) => ({ name, value, url })))
  return reader
}

/** Most advertisements in view at a time while a reader scrolls down, and how many there were. */
async function countInView(page: Page): Promise<{ most: number; all: number }> {
  let most = 0
  const seen = new Set<string>()
  const height = await page.evaluate(() => document.body.scrollHeight)
  for (let top = 0; top < height; top += 150) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    await page.waitForTimeout(60)
    const inView = await page.$$eval('[data-ad-slot]:has([data-house-ad] a)', (all) =>
      all.flatMap((slot) => {
        const { top: above, bottom } = slot.getBoundingClientRect()
        const isShown = bottom > 0 && above < innerHeight && getComputedStyle(slot).visibility === 'visible'
        return isShown ? [(slot as HTMLElement).dataset.adSlot!] : []
      }),
    )
    most = Math.max(most, inView.length)
    for (const name of inView) seen.add(name)
  }
  return { most, all: seen.size }
}

describe('a large phone with the smallest type', () => {
  it('shows no two places together', async () => {
    const reader = await openSmall(PUBLICATION)
    await watchShifts(reader.page)
    for (const path of ['/', article, '/wirtschaft', '/lokales/2']) {
      await reader.page.goto(path)
      await untilAlive(reader.page)
      const { most, all } = await countInView(reader.page)
      expect([path, most, all > 0, ...(await listShifts(reader.page))]).toEqual([path, 1, true])
    }
    await reader.leave()
  })

  it('shows no two places together where the blocks between them are small', async () => {
    const reader = await openSmall(PUBLICATION)
    await watchShifts(reader.page)
    await reader.page.goto('/')
    await reader.page.addStyleTag({
      content: 'section[data-kind]:not([data-kind=lead]) { height: 20px; overflow: hidden }',
    })
    await untilAlive(reader.page)
    expect((await countInView(reader.page)).most).toBe(1)
    const left = reader.page.locator('[data-ad-slot]:is([data-empty], [data-crowded])')
    expect(await left.count()).toBeGreaterThan(0)
    await reader.leave()
  })

  it.each(PUBLICATIONS)('has no block of %s as low as the rule for fronts allows for', async (publication) => {
    const reader = await openSmall(publication)
    await reader.page.goto('/')
    await untilAlive(reader.page)
    await scrollAlong(reader.page, Infinity)
    const boxes = await reader.page.$$eval('section[data-kind]', (all) =>
      all.map((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return { kind: (one as HTMLElement).dataset.kind!, top, bottom }
      }),
    )
    const home = await readContent<{ blocks: { kind: string }[] }>('pages/home', publication)
    const blocks = home.blocks.filter(({ kind }) => kind !== 'adSlot')
    expect(boxes.map(({ kind }) => kind)).toEqual(blocks.map(({ kind }) => kind))
    const ad = { kind: 'adSlot', slot: 'a' }
    for (const [from, { top }] of boxes.entries()) {
      // The nearest place that the rule lets stand below one above this block.
      const rest = blocks.slice(from)
      const [, second] = withAdBlocks([ad, rest[0]!, ad, ...rest.slice(1)], 'home').flatMap((block, at) =>
        block === ad ? [at] : [],
      )
      if (second === undefined) continue
      const last = boxes[from + second - 2]!
      expect([from, last.bottom - top > LARGE_PHONE.viewport.height]).toEqual([from, true])
    }
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
