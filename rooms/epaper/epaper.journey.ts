/**
 * The e-paper (R1-53, R1-17, R6-08, S1-08) for its readers: turning pages by key, click and finger, zoom, articles,
 * search, the PDF; offers for readers without access, and a single issue for coins.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import { listIssueDays } from './demo/issue-days.ts'
import { formatDay, toDayKey } from '@lokalteil/domain/german'
import { logIn, toDemoEmail } from '@lokalteil/e2e/account-reader'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  originOf,
  untilAlive,
  type DeviceName,
  type Reader,
} from '@lokalteil/e2e/reader'

/** The demo's issues are drawn in the background while the portal starts. */
const DAY = listIssueDays('ak', toDayKey(new Date()))[0]!
const ISSUE = `/epaper/haupt/${DAY}`
const DRAWN_MS = 150_000

type Issue = {
  issue: { pageCount: number }
  articles: { key: string; title: string; pages: number[] }[]
  reading: { pages: { zones: { articleKey: string | null }[] }[] } | null
}

let reader: Reader
/** The public data of the issue. */
let issue: Issue
/** Words at the end of its first article, which only entitled readers see. */
let ending: string

beforeAll(async () => {
  reader = await openReader()
  const { request } = reader.context
  await vi.waitUntil(async () => (await request.get(toApi(ISSUE))).ok(), { timeout: DRAWN_MS, interval: 1000 })
  await logIn(reader.context, toDemoEmail('epaper'))
  issue = (await (await request.get(toApi(ISSUE))).json()) as Issue
  const { article } = (await (await request.get(`${toApi(ISSUE)}/articles/${firstArticle().key}`)).json()) as {
    article: { html: string }
  }
  ending = article.html
    .replaceAll(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/)
    .slice(-6)
    .join(' ')
}, DRAWN_MS)
afterEach(() => reader?.leave())
afterAll(closeBrowser)

const toApi = (path: string) => path.replace('/epaper/', '/api/epaper/issues/')
/** The article of the page's first zone. */
const firstArticle = () => {
  const key = issue.reading!.pages[0]!.zones.find(({ articleKey }) => articleKey !== null)!.articleKey
  return issue.articles.find((one) => one.key === key)!
}
const longestWordOf = (text: string) => text.match(/\p{L}+/gu)!.toSorted((a, b) => b.length - a.length)[0]!
const pageOf = () => reader.page.locator('[data-page-number][data-current]').getAttribute('data-page-number')
const scaleOf = () =>
  reader.page
    .locator('[data-epaper-reader] [data-pages]')
    .evaluate((sheet) => new DOMMatrix(getComputedStyle(sheet).transform).a)

it('R1-17 R6-08 R1-53 a reader of the e-paper leafs by keyboard, enlarges, reads, searches and downloads', async () => {
  reader = await openReader({ device: 'desk' })
  const { page, context, errors } = reader
  await logIn(context, toDemoEmail('epaper'))
  await page.goto('/epaper')
  await untilAlive(page)
  await page.locator('header a[href="/epaper"]', { hasText: 'E-Paper' }).first().waitFor()
  await page.goto(ISSUE)
  await untilAlive(page)
  const stage = page.getByRole('group', { name: /^Zeitungsseite/ })
  await stage.focus()
  expect(await pageOf()).toBe('1')
  // Gestures work once the zoom script is loaded.
  await expect
    .poll(async () => {
      await page.keyboard.press('+')
      return scaleOf()
    })
    .toBeGreaterThan(1)
  await expect.poll(() => page.locator('[data-current] img').getAttribute('src')).toContain('/zoom?')
  await page.keyboard.press('Escape')
  await expect.poll(scaleOf).toBe(1)
  await page.keyboard.press('ArrowRight')
  await expect.poll(pageOf).toBe('2')
  // Two facing pages.
  expect(await page.locator('[data-page-number]').filter({ visible: true }).count()).toBe(2)
  expect(new URL(page.url()).hash).toBe('#seite-2')
  await page.keyboard.press('End')
  await expect.poll(pageOf).toBe(String(issue.issue.pageCount))
  await page.goBack()
  await expect.poll(pageOf).toBe('2')
  await page.keyboard.press('Home')
  await expect.poll(pageOf).toBe('1')

  // An article is one link, even with several zones.
  const links = await page
    .locator('[data-current] ul a')
    .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ pathname }) => pathname))
  expect(new Set(links).size).toBe(links.length)
  const zone = page.locator('[data-current] ul a').first()
  const { title } = firstArticle()
  expect((await zone.innerText()).trim()).toBe(title)
  await zone.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect((await page.locator('main').innerText()).replaceAll(/\s+/g, ' ')).toContain(ending)
  await page.getByRole('link', { name: 'Nächster Artikel' }).click()
  await expect.poll(() => page.locator('h1').innerText()).not.toBe(title)

  await page.goto('/epaper')
  // Each day has other pages.
  const word = longestWordOf(title)
  await page.getByRole('searchbox', { name: 'In allen Ausgaben suchen' }).fill(word)
  await page.keyboard.press('Enter')
  await page
    .locator('main mark', { hasText: word.slice(0, 4) })
    .first()
    .waitFor()
  await page.goto(ISSUE)
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF laden' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(`Auenkurier-haupt-${DAY}.pdf`)
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(errors).toEqual([])
})

it('R1-53 on a phone pages turn by finger, pinch enlarges, and the address of an article opens on its page', async () => {
  reader = await openReader({ device: 'phone' })
  const { page, context, errors } = reader
  await logIn(context, toDemoEmail('epaper'))
  await page.goto(ISSUE)
  await untilAlive(page)
  const touch = await context.newCDPSession(page)
  const stage = page.getByRole('group', { name: /^Zeitungsseite/ })
  const { x, y, width } = (await stage.boundingBox())!
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) })
  const middle = y + 200
  const swipe = async (from: number, to: number) => {
    await send('touchStart', [[x + width * from, middle]])
    for (const share of [0.3, 0.6, 1]) await send('touchMove', [[x + width * (from + (to - from) * share), middle]])
    await send('touchEnd', [])
  }
  // One page at a time, as wide as the window.
  expect(await page.locator('[data-page-number]').filter({ visible: true }).count()).toBe(1)
  await expect
    .poll(async () => {
      await swipe(0.8, 0.2)
      return pageOf()
    })
    .not.toBe('1')
  await swipe(0.2, 0.8)
  await expect.poll(async () => Number(await pageOf())).toBeLessThan(3)
  const at = async (spread: number): Promise<[number, number][]> => [
    [x + width / 2 - spread, middle],
    [x + width / 2 + spread, middle],
  ]
  await send('touchStart', await at(30))
  for (const spread of [50, 80, 110]) await send('touchMove', await at(spread))
  await send('touchEnd', [])
  await expect.poll(scaleOf).toBeGreaterThan(1.5)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(errors).toEqual([])
})

it('S1-08 Plus sees front page, contents and the offer; a shared link shows title and teaser', async () => {
  reader = await openReader({ device: 'phone' })
  const { page, context, errors } = reader
  await logIn(context, toDemoEmail('plus'))
  await page.goto(ISSUE)
  await untilAlive(page)
  await page.getByRole('heading', { name: 'Diese Ausgabe lesen' }).waitFor()
  expect(await page.locator('main img').count()).toBe(1)
  expect(await page.locator('[data-epaper-reader]').count()).toBe(0)
  const { title, key } = firstArticle()
  await page.locator(`main a[href="${ISSUE}/artikel/${key}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ')
  expect([text.includes(ending), text.includes('E-Paper-Abo ansehen')]).toEqual([false, true])
  await page.getByRole('link', { name: 'E-Paper-Abo ansehen' }).click()
  await page.waitForURL('**/order/abo?**')
  expect(await page.locator('main').innerText()).toContain('E-Paper')
  expect(errors).toEqual([])
})

it('R1-53 a reader with coins buys this issue after a consent, and reads it', async () => {
  reader = await openReader({ device: 'desk' })
  const { page, context, errors } = reader
  await logIn(context, toDemoEmail('wallet'))
  await page.goto(ISSUE)
  await untilAlive(page)
  const press = page.getByRole('button', { name: 'Für 2 Coins kaufen' })
  await press.click()
  await page.getByText('Bitte stimmen Sie zu').waitFor()
  await page.getByRole('checkbox').check()
  await press.click()
  await page.locator('[data-epaper-reader]').waitFor()
  expect(await pageOf()).toBe('1')
  await page.goto('/account/coins')
  await page
    .getByRole('link', {
      name: new RegExp(`^E-Paper „.*${formatDay(new Date(`${DAY}T12:00:00Z`)).replaceAll('.', '\\.')}`),
    })
    .waitFor()
  expect(errors).toEqual([])
})

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('is accessible, in light and dark, and reads without JavaScript', async () => {
    expect.hasAssertions()
    reader = await openReader({ device })
    const { page, context } = reader
    await logIn(context, toDemoEmail('epaper'))
    for (const path of ['/epaper', ISSUE, '/epaper/suche?q=Schule']) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path)
      await untilAlive(page)
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, { rules: ['color-contrast'] })
    }
    const cookies = await context.cookies()
    await reader.leave()
    reader = await openReader({ device, context: { javaScriptEnabled: false } })
    await reader.context.addCookies(cookies)
    await reader.page.goto(`${originOf()}${ISSUE}/2`)
    const image = reader.page.locator('[data-page-number="2"] img')
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(400)
    await reader.page.locator('[data-page-number="2"] ul a').first().click()
    await reader.page.waitForURL('**/artikel/**')
    expect((await reader.page.locator('main').innerText()).length).toBeGreaterThan(600)
  })
})
