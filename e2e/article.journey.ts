/** An article on a phone and a desktop: its layout, its surroundings, and reading without scripts. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { logIn, toDemoEmail } from './account-reader.ts'
import { listPageKinds } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  expectAccessibleDayAndNight,
  openReader,
  untilAlive,
  untilQuiet,
  type DeviceName,
} from './reader.ts'

afterAll(closeBrowser)

const COUNCIL = '/10001'
const LONG_READ = '/10081'
const GALLERY = '/10084'
const CHART = '/20051'
const MATCH = '/30031'

/** Distinct left edges of the article's parts, in pixels, from left to right. */
async function listLeftEdges(page: Page): Promise<number[]> {
  const edges = await page.evaluate(() => {
    const parts =
      '#article h1, #article header p, #article figure, #article [data-body] > *, #article aside[aria-label] > *, #article section, #article > section > div, #article section[aria-labelledby="fazit"] > div'
    return [...document.querySelectorAll(parts)]
      .filter((part) => part.closest('[data-body] > * *, header figure *, [role="group"]') === null)
      .filter((part) => !part.matches('header div p'))
      .map((part) => part.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left }) => Math.round(left))
  })
  expect(edges.length).toBeGreaterThan(8)
  return [...new Set(edges)].toSorted((a, b) => a - b)
}

/** Where the head of the article stands, in pixels from the top left of the page. */
function measureHead(page: Page) {
  return page.evaluate(() => {
    const toBox = ({ top, bottom, left, right }: DOMRect) => ({ top, bottom, left, right })
    const boxOf = (part: Element) => toBox(part.getBoundingClientRect())
    const boxesIn = (parts: string) =>
      [...document.querySelectorAll(parts)].map(boxOf).filter(({ left, right }) => right > left + 1)
    /** The first word that is shown. */
    const wordOf = (part: Node) => {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      const texts = [part.nodeType === Node.TEXT_NODE ? part : walker.nextNode()]
      while (texts.at(-1) !== null && texts.length < 200) texts.push(walker.nextNode())
      for (const text of texts) {
        const [word] = /\S+/.exec(text?.textContent ?? '') ?? []
        if (!text || word === undefined) continue
        const range = document.createRange()
        const from = text.textContent!.indexOf(word)
        range.setStart(text, from)
        range.setEnd(text, from + word.length)
        const box = range.getBoundingClientRect()
        if (box.width > 1) return toBox(box)
      }
      return null
    }
    const head = document.querySelector('#article > header')!
    const plus = head.querySelector('span[title]:has(> svg)')
    return {
      headline: boxOf(head.querySelector('h1')!),
      word: wordOf(document.querySelector('#article [data-access]')!),
      dates: boxesIn('#article > header p:has(> time) > *'),
      actions: boxesIn('#article > header [role="group"] :is(button, a):not([popover] *)'),
      lead: boxesIn('#article > header figure img, #article > header video').at(-1) ?? null,
      rail: boxesIn('#article aside[aria-label] > *'),
      lock: plus && boxOf(plus.querySelector('svg')!),
      plus: plus && wordOf(plus.lastChild!),
    }
  })
}

type Box = { top: number; bottom: number; left: number; right: number }
/** The lock once covered the "P" of "Plus". */
function expectLockBeside(lock: Box, plus: Box): void {
  expect(lock.right).toBeLessThanOrEqual(plus.left)
  expect(Math.abs(lock.top + lock.bottom - plus.top - plus.bottom) / 2).toBeLessThan(4)
}

const countLines = (boxes: readonly Box[]) => new Set(boxes.map(({ top }) => Math.round(top / 4))).size

describe('the first screen of an article', () => {
  it.each<[kind: string, toPath: () => Promise<string> | string]>([
    ['free', () => COUNCIL],
    ['locked', async () => (await listPageKinds())['paid article']!],
    ['about a match', () => MATCH],
  ])(
    'on a phone has the first word of one that is %s, its dates in one line and the actions in one row',
    async (kind, toPath) => {
      const { page, leave } = await openReader({ device: 'phone' })
      await page.goto(await toPath())
      await untilAlive(page)
      // Breaking news are above every article for some hours; their bar can be closed.
      await page.getByRole('button', { name: 'Eilmeldung schließen' }).click()
      await untilQuiet(page)
      const { word, dates, actions, lock, plus } = await measureHead(page)
      expect(word!.bottom).toBeLessThanOrEqual(844)
      expect(dates.length).toBeGreaterThan(1)
      expect(countLines(dates)).toBe(1)
      expect(actions.length).toBeGreaterThan(3)
      expect(countLines(actions)).toBe(1)
      expect(Math.max(...actions.map(({ right }) => right))).toBeLessThanOrEqual(390)
      if (kind === 'locked') expectLockBeside(lock!, plus!)
      await leave()
    },
  )

  it('on a desk has authors and actions beside the headline, and the rail beside the picture', async () => {
    const { page, leave } = await openReader({ device: 'desk' })
    for (const path of [COUNCIL, (await listPageKinds())['paid article']!]) {
      await page.goto(path)
      await untilAlive(page)
      await untilQuiet(page)
      const { headline, dates, actions, lead, rail, lock, plus } = await measureHead(page)
      const beside = rail.filter(({ left }) => left > headline.right)
      expect(dates[0]!.left).toBeGreaterThan(headline.right)
      expect(dates[0]!.top).toBeGreaterThan(headline.top)
      expect(dates[0]!.top).toBeLessThan(headline.bottom)
      expect(countLines(actions)).toBe(1)
      expect(actions[0]!.bottom).toBeLessThan(lead!.top)
      expect(Math.abs(beside[0]!.top - lead!.top)).toBeLessThan(4)
      // No hole in the rail: its parts follow each other.
      for (const [index, { bottom }] of beside.slice(0, -1).entries())
        expect(beside[index + 1]!.top - bottom).toBeLessThan(60)
      if (path === COUNCIL) expect(beside.at(-1)!.bottom).toBeGreaterThan(1150)
      else expectLockBeside(lock!, plus!)
    }
    await leave()
  })
})

describe('an article', () => {
  it('has at most two left edges on a desk, and shows nothing twice', async () => {
    const { page, errors, leave } = await openReader({
      device: 'desk',
      context: { viewport: { width: 1280, height: 900 } },
    })
    await page.goto(COUNCIL)
    await untilAlive(page)
    expect((await listLeftEdges(page)).length).toBeLessThanOrEqual(2)

    const paths = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('main ol a[href], main [data-teaser] a[href], main h3 a[href]')]
        .map((link) => link.pathname)
        .filter((path) => /-\d+$/.test(path)),
    )
    expect(paths.length).toBeGreaterThan(6)
    expect(new Set(paths).size).toBe(paths.length)
    await expectAccessible(page)
    expect(errors).toEqual([])
    await leave()
  })

  it.each(['article', 'test report'])('of the kind "%s" has one axis at every width', async (kind) => {
    const { page, context, leave } = await openReader({ device: 'desk' })
    await logIn(context, toDemoEmail('plus'))
    await page.goto((await listPageKinds())[kind]!)
    await untilAlive(page)
    // On smaller screens the picture is as wide as the screen.
    for (const [width, edges] of [
      [800, 1],
      [900, 1],
      [991, 1],
      [1280, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await untilQuiet(page)
      const found = await listLeftEdges(page)
      expect([width, found.length, found]).toEqual([width, edges, found])
    }
    await leave()
  })

  it('shows summary, provenance and subjects without scripts, on a phone', async () => {
    const { page, leave } = await openReader({
      device: 'phone',
      context: { javaScriptEnabled: false, viewport: { width: 360, height: 740 } },
    })
    await page.goto(COUNCIL)
    await page.getByRole('complementary', { name: 'Das Wichtigste in Kürze' }).getByRole('listitem').first().waitFor()
    await page.getByText('Beschlussvorlage und Förderbescheid der Stadt Auenburg').waitFor()
    await page.getByRole('region', { name: 'Zeitleiste' }).getByText('Dezember 2031').waitFor()
    await page.getByRole('region', { name: 'Wer ist wer' }).getByText('Katrin Behlendorf').waitFor()
    await page.getByRole('img', { name: /^Karte: Altstadt und Nordend/ }).waitFor()
    await page.getByText('Kartendaten: Lokalteil, erfundene Gegend').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(/\/_karte\/10001\.jpg$/)
    // The server draws charts. A chart that is too wide for a phone scrolls inside its box, not the page.
    await page.goto(CHART)
    const chart = page.getByRole('img', { name: /^Arbeitspreis je Kilowattstunde/ })
    expect(await chart.locator('rect').count()).toBe(12)
    expect(
      await page
        .getByRole('table', { name: /^Arbeitspreis je Kilowattstunde/ })
        .getByRole('row')
        .count(),
    ).toBeGreaterThan(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await leave()
  })

  it('leaves locked parts out of contents and cards', async () => {
    const { page, leave } = await openReader({ device: 'desk', context: { javaScriptEnabled: false } })
    await page.goto(LONG_READ)
    expect(await page.getByRole('navigation', { name: 'In diesem Text' }).count()).toBe(0)
    await leave()
  })

  it.each<DeviceName>(['phone', 'desk'])(
    'a long one is read by its contents, and says how far (%s)',
    async (device) => {
      const { page, context, errors, leave } = await openReader({ device })
      await logIn(context, toDemoEmail('plus'))
      await page.goto(LONG_READ)
      await untilAlive(page)
      const last = page.getByRole('navigation', { name: 'In diesem Text' }).getByRole('link').last()
      const anchor = (await last.getAttribute('href'))!
      await last.focus()
      await page.keyboard.press('Enter')
      const isSeen = () =>
        page.locator(`[id="${anchor.slice(1)}"]`).evaluate((heading) => {
          const { top } = heading.getBoundingClientRect()
          return top >= 0 && top < innerHeight / 2
        })
      await expect.poll(isSeen).toBe(true)
      expect(new URL(page.url()).hash).toBe(anchor)
      const progress = page.getByRole('progressbar', { name: 'Lesefortschritt' })
      await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(30)
      expect(errors).toEqual([])
      await leave()
    },
  )

  it('opens its pictures in a large view, usable by finger and keyboard, and returns to the article', async () => {
    const { page, errors, leave } = await openReader({ device: 'phone' })
    await page.goto(GALLERY)
    await untilAlive(page)
    const opener = page.locator('[data-body] section li a').nth(1)
    await opener.focus()
    await page.keyboard.press('Enter')
    const box = page.getByRole('dialog')
    await box.getByText(/^2 von \d/).waitFor()
    await box.locator('figure > div').evaluate((view) => {
      const touch = (type: string, clientX: number) =>
        view.dispatchEvent(
          new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'touch', clientX, clientY: 300 }),
        )
      touch('pointerdown', 300)
      touch('pointerup', 120)
    })
    await box.getByText(/^3 von \d/).waitFor()
    await page.keyboard.press('ArrowLeft')
    await box.getByText(/^2 von \d/).waitFor()
    await page.keyboard.press('+')
    const view = box.locator('figure > div')
    await expect.poll(() => view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > 2 * clientWidth)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await box.getByText(/^2 von \d/).waitFor()
    await page.keyboard.press('-')
    await expect.poll(() => view.evaluate(({ scrollWidth, clientWidth }) => scrollWidth === clientWidth)).toBe(true)
    await expectAccessible(page, { within: 'dialog[open]' })
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.goto(CHART)
    await expectAccessibleDayAndNight(page, { within: '#article' })
    expect(errors).toEqual([])
    await leave()
  })

  it('about a match shows the score above its text and on a phone the goals below it; printed it has its address and the date of the copy', async () => {
    const { page, errors, leave } = await openReader({ device: 'phone' })
    await page.goto(MATCH)
    await untilAlive(page)
    const board = page.getByRole('region', { name: 'Ergebnis' })
    const course = page.getByRole('region', { name: 'Spielverlauf' })
    const textOf = async (part: Locator) => (await part.innerText()).replaceAll(/\s+/g, ' ').trim()
    const boxOf = (part: Locator) =>
      part.evaluate((element) => {
        const { top, bottom, height } = element.getBoundingClientRect()
        return { top, bottom, height }
      })
    const paragraphs = page.locator('[data-body] p')
    const [above, first, last, below] = await Promise.all(
      [board, paragraphs.first(), paragraphs.last(), course].map(boxOf),
    )
    expect(await textOf(board)).toBe('1. FC Talheim 3:2 SV Rot-Weiß Nordau')
    expect(above!.height).toBeLessThan(72)
    expect(above!.bottom).toBeLessThanOrEqual(first!.top)
    expect(await textOf(course)).toContain('Halbzeit 1:1')
    expect(await course.getByRole('listitem').count()).toBe(5)
    expect(below!.top).toBeGreaterThanOrEqual(last!.bottom)
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await textOf(board)).toContain('1. FC Talheim 3:2 SV Rot-Weiß Nordau Halbzeit 1:1')
    expect(await board.getByRole('listitem').count()).toBe(5)
    expect(await course.count()).toBe(0)
    // Waits until the part around the text is interactive.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
        await page.emulateMedia({ media: 'print' })
        return page.locator('#article').innerText()
      })
      .toMatch(/http:\S+-30031\s+Gedruckt am \d+\. \w+ \d{4}, \d\d:\d\d Uhr/)
    expect(errors).toEqual([])
    await leave()
  })
})
