/** An article on a phone and a desk: where it begins, what stands around it, what is read without scripts. */
import { afterAll, describe, expect, it } from 'vitest'
import { closeBrowser, expectAccessible, openReader, untilAlive } from './reader.ts'

afterAll(closeBrowser)

const COUNCIL = '/10001'
const LONG_READ = '/10081'

describe('an article', () => {
  it('has at most two left edges on a desk, and nothing of it is seen twice', async () => {
    const { page, errors, leave } = await openReader({
      device: 'desk',
      context: { viewport: { width: 1280, height: 900 } },
    })
    await page.goto(COUNCIL)
    await untilAlive(page)
    const edges = await page.evaluate(() => {
      const parts =
        '#article h1, #article header p, #article figure, #article [data-body] > *, #article aside[aria-label] > *, #article section'
      return [...document.querySelectorAll(parts)]
        .filter((part) => part.closest('[data-body] > * *, header figure *, [role="group"]') === null)
        .filter((part) => !part.matches('header div p'))
        .map((part) => part.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0)
        .map(({ left }) => Math.round(left))
    })
    expect(edges.length).toBeGreaterThan(12)
    expect([...new Set(edges)].toSorted((a, b) => a - b).length).toBeLessThanOrEqual(2)

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

  it('says the most important, how it came about and what it is about without scripts, on a phone', async () => {
    const { page, leave } = await openReader({
      device: 'phone',
      context: { javaScriptEnabled: false, viewport: { width: 360, height: 740 } },
    })
    await page.goto(COUNCIL)
    await page.getByRole('complementary', { name: 'Das Wichtigste in Kürze' }).getByRole('listitem').first().waitFor()
    await page.getByText('Beschlussvorlage und Förderbescheid der Stadt Auenburg').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(/\/_karte\/10001\.jpg$/)
    // A chart is drawn by the server; what a phone is too narrow for is scrolled, not the page.
    await page.goto('/20051')
    const chart = page.getByRole('img', { name: /^Arbeitspreis je Kilowattstunde/ })
    expect(await chart.locator('rect').count()).toBe(12)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await leave()
  })

  it('keeps what is locked out of contents and cards', async () => {
    const { page, leave } = await openReader({ device: 'desk', context: { javaScriptEnabled: false } })
    await page.goto(LONG_READ)
    expect(await page.getByRole('navigation', { name: 'In diesem Text' }).count()).toBe(0)
    await leave()
  })
})
