/**
 * Every kind of page: reachable by links, and visible before its scripts. That each is free of errors is tested in
 * `accessibility.journey.ts`.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import { closeBrowser, openReader, untilAlive, type DeviceName } from './reader.ts'

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

describe('from the home page', () => {
  const KINDS: [string, string, RegExp, string?][] = [
    ['R1-20', 'an article', /^\/[^/]+-\d+$/],
    ['R1-20', 'a section', /^\/sport$/],
    ['R1-20', 'the topics', /^\/themen$/],
    ['R1-20', 'a topic', /^\/themen\/[^/]+$/, '/themen'],
    ['R1-20', 'the authors', /^\/autoren$/],
    ['R1-20', 'an author', /^\/autor\/[^/]+$/, '/autoren'],
    ['R1-21', 'the headlines', /^\/schlagzeilen$/],
    ['R1-21', 'the newest articles', /^\/neueste-artikel$/],
    ['R1-22', 'the test reports', /^\/testberichte$/],
    ['R1-22', 'a test report', /^\/testbericht\/[^/]+$/, '/testberichte'],
    ['R1-23', 'the podcasts', /^\/podcasts$/],
    ['R1-23', 'a podcast', /^\/podcast\/[^/]+$/, '/podcasts'],
    ['R1-24', 'the coupons', /^\/gutscheine$/],
  ]
  it('R1-20 R1-21 R1-22 R1-23 R1-24 each kind is reached by links', { timeout: 120_000 }, async () => {
    const { page, leave } = await openReader()
    const linksOf = async (path: string) => {
      await page.goto(path)
      return page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map((anchor) => anchor.getAttribute('href')!),
      )
    }
    const fromHome = await linksOf('/')
    for (const [, kind, pattern, overview] of KINDS) {
      let href = fromHome.find((link) => pattern.test(link))
      if (href === undefined && overview !== undefined) {
        expect(fromHome, `${kind}: neither it nor ${overview} is linked from home`).toContain(overview)
        href = (await linksOf(overview)).find((link) => pattern.test(link))
      }
      expect(href, `${kind} is not reached`).toBeDefined()
      expect([kind, (await page.goto(href!))?.status()]).toEqual([kind, 200])
    }
    await leave()
  })
})

describe.each<DeviceName>(['phone', 'desk'])('a page on a %s', (device) => {
  it('is seen before it fetches its scripts, and is interactive afterwards', async () => {
    const { page, errors, leave } = await openReader({ device })
    for (const path of ['/', kinds.article!]) {
      await page.goto(path)
      await untilAlive(page)
      const { painted, scripts } = await page.evaluate(() => ({
        painted: performance.getEntriesByName('first-paint')[0]!.startTime,
        scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      }))
      expect(scripts.length).toBeGreaterThan(0)
      expect(Math.min(...scripts), path).toBeGreaterThanOrEqual(painted)
    }
    expect(errors).toEqual([])
    await leave()
  })

  it('is drawn with one style sheet, which its scripts do not request again', async () => {
    const { page, leave } = await openReader({ device })
    await page.goto(kinds.article!)
    await untilAlive(page)
    const { first, named, asked } = await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-paint')[0]!.startTime
      const sheets = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.css'))
      return {
        first: sheets.filter(({ startTime }) => startTime < painted).map(({ name }) => new URL(name).pathname),
        named: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')].map(
          ({ href }) => href,
        ),
        asked: sheets.map(({ name }) => name),
      }
    })
    expect(first).toEqual([expect.stringMatching(/^\/assets\/page-[\w-]+\.css$/)])
    expect(named.length).toBeGreaterThan(1)
    expect(asked.filter((address) => named.includes(address))).toEqual([])
    await leave()
  })

  it.each([
    ['is in the background', () => Object.defineProperty(document, 'hidden', { get: () => true })],
    ['cannot say when it has drawn', () => Reflect.deleteProperty(window, 'PerformanceObserver')],
  ])('becomes interactive if the browser %s', async (_name, prepare) => {
    const { page, leave } = await openReader({ device })
    await page.addInitScript(prepare)
    await page.goto('/')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Menü', exact: true }).click()
    await expect.poll(() => page.locator('#sidebar').isVisible()).toBe(true)
    await leave()
  })
})

it('a first visit on a phone loads web fonts after the first paint, later visits and desktops with the styles', async () => {
  const lettersOf = async (page: Page) => {
    await page.addInitScript(() => {
      const noteWait = () => document.documentElement.hasAttribute('data-letters') && performance.mark('fonts wait')
      const filter = { subtree: true, attributes: true, attributeFilter: ['data-letters'] }
      new MutationObserver(noteWait).observe(document, filter)
    })
    await page.goto(kinds.article!)
    await untilAlive(page)
    await expect.poll(() => page.locator('html').getAttribute('data-letters')).toBeNull()
    return page.evaluate(() => ({
      hasWaited: performance.getEntriesByName('fonts wait').length > 0,
      painted: performance.getEntriesByName('first-paint')[0]!.startTime,
      started: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ startTime }) => startTime),
    }))
  }
  const phone = await openReader({ device: 'phone', hasServiceWorker: true })
  const first = await lettersOf(phone.page)
  expect([first.hasWaited, first.started.length >= 2]).toEqual([true, true])
  expect(Math.min(...first.started)).toBeGreaterThanOrEqual(first.painted)
  await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect((await lettersOf(phone.page)).hasWaited).toBe(false)
  await phone.leave()
  const desk = await openReader({ device: 'desk' })
  expect((await lettersOf(desk.page)).hasWaited).toBe(false)
  await desk.leave()
})

it('loses no click on a page, or in a dialog’s form, before its scripts', async () => {
  // A page that frames another page of the portal has the scripts in its cache.
  const { page, context, leave } = await openReader({ device: 'phone' })
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await context.route(/assets\/entry-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await context.route('**/framed', (route) =>
    route.fulfill({
      body: '<!doctype html><script>told = []; onmessage = ({ data }) => told.push(data)</script><iframe src="/__mein-portal/dialog-flow/login" style="width: 100%; height: 40rem"></iframe>',
      contentType: 'text/html',
    }),
  )
  const framing = await context.newPage()
  await Promise.all(
    [page, framing].map((each, index) => each.goto(['/', '/framed'][index]!, { waitUntil: 'domcontentloaded' })),
  )
  await page.getByRole('button', { name: 'Menü', exact: true }).click()
  const flow = framing.frameLocator('iframe')
  await flow.getByRole('button', { name: 'Passwort vergessen?' }).click()
  expect(await page.locator('html[data-early-menu]:not([data-hydrated])').count()).toBe(1)
  expect(await flow.locator('html[data-hydrated]').count()).toBe(0)
  letGo()
  await page.locator('#sidebar').waitFor()
  await expect
    .poll(() => framing.evaluate(() => JSON.stringify((window as unknown as { told: unknown[] }).told)))
    .toContain('forgot-password')
  await leave()
})
