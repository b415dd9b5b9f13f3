/** Navigation in the portal: client-side navigation, scrolling, sidebar, and readers' preferences. */
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, toDemoEmail } from './account-reader.ts'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import { closeBrowser, openReader, originOf, scrollAlong, untilAlive, type DeviceName, type Reader } from './reader.ts'

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

async function open(path: string, options: Parameters<typeof openReader>[0] = {}): Promise<Reader> {
  // Only one of the two widths runs with the service worker, which answers alike.
  const reader = await openReader({ hasServiceWorker: options.device !== 'desk', ...options })
  await reader.page.goto(path, { waitUntil: 'load' })
  await untilAlive(reader.page)
  return reader
}

const topOf = (reader: Reader) => reader.page.evaluate(() => Math.round(window.scrollY))
/** Where the page lies once its letters are there and nothing has moved it for half a second, in CSS pixels. */
async function settledTop(reader: Reader): Promise<number> {
  await reader.page.evaluate(async () => void (await document.fonts.ready))
  let [top, since] = [await topOf(reader), Date.now()]
  while (Date.now() - since < 500) {
    await reader.page.waitForTimeout(50)
    const now = await topOf(reader)
    if (now !== top) [top, since] = [now, Date.now()]
  }
  return top
}
const mark = (reader: Reader) => reader.page.evaluate(() => void Object.assign(window, { isSamePage: true }))
const isMarked = (reader: Reader) => reader.page.evaluate(() => 'isSamePage' in window)
/** Clicks without hitting an element above the link. */
const click = (reader: Reader, href: string) =>
  reader.page
    .locator(`a[href="${href}"]`)
    .first()
    .evaluate((anchor: HTMLElement) => anchor.click())

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it(
    'S2.5-01 back and forward restore the scroll position, other navigations go to the top',
    { timeout: 120_000 },
    async () => {
      const reader = await open('/', { device })
      const { page } = reader
      await mark(reader)
      await scrollAlong(page, 2600)
      // A teaser of the list, at the height where the reader left it.
      const seen = await page.evaluate(() => {
        const teasers = [...document.querySelectorAll<HTMLElement>('main [data-document]')]
        const teaser = teasers.find((candidate) => candidate.getBoundingClientRect().top > innerHeight / 4)!
        const index = teasers.indexOf(teaser)
        return { index, id: teaser.dataset.document!, offset: Math.round(teaser.getBoundingClientRect().top) }
      })
      expect(await topOf(reader)).toBeGreaterThan(1500)
      const offset = () =>
        page.evaluate(({ index, id }) => {
          const teaser = document.querySelectorAll<HTMLElement>('main [data-document]')[index]
          return teaser?.dataset.document === id ? Math.round(teaser.getBoundingClientRect().top) : null
        }, seen)
      await click(reader, kinds.article!)
      await page.waitForURL(`**${kinds.article}`)
      await expect.poll(() => topOf(reader), { timeout: 5000 }).toBe(0)
      await page.waitForFunction(() => document.querySelector('article#article h1') !== null)
      await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
      // Scroll anchoring moves it while letters and pictures come.
      const left = await settledTop(reader)
      await page.goBack()
      await page.waitForURL((url) => url.pathname === '/')
      const distance = async () => Math.abs(((await offset()) ?? 9999) - seen.offset)
      await expect.poll(distance, { timeout: 20_000 }).toBeLessThanOrEqual(2)
      await settledTop(reader)
      expect(await distance()).toBeLessThanOrEqual(2)
      await page.goForward()
      await page.waitForURL(`**${kinds.article}`)
      await expect.poll(async () => Math.abs((await topOf(reader)) - left), { timeout: 20_000 }).toBeLessThanOrEqual(2)
      await click(reader, '/sport')
      await page.waitForURL('**/sport')
      await expect.poll(() => topOf(reader), { timeout: 5000 }).toBe(0)
      expect([await isMarked(reader), reader.errors]).toEqual([true, []])
      await reader.leave()
    },
  )

  it('R2.5-04 scrolls up by a button that appears while scrolling', async () => {
    const reader = await open('/lokales', { device, context: { reducedMotion: 'reduce' } })
    const button = reader.page.getByRole('button', { name: 'Nach oben' })
    expect(await button.count()).toBe(0)
    await reader.page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await button.click()
    await expect.poll(() => topOf(reader), { timeout: 5000 }).toBe(0)
    await reader.leave()
  })

  it('R2.10-01 answers the first taps while its script is still on the way', async () => {
    const reader = await openReader({ device })
    const { page } = reader
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/assets\/entry-[\w-]+\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(kinds.article!, { waitUntil: 'commit' })
    const menu = page.locator('button[aria-controls="sidebar"]')
    const sitemap = page.locator('#sitemap')
    const isPanel = () => sitemap.evaluate((element) => getComputedStyle(element).position === 'fixed')
    await sitemap.waitFor({ state: 'attached' })
    await menu.click()
    expect([await menu.getAttribute('aria-expanded'), await isPanel()]).toEqual(['true', true])
    await page.keyboard.press('Escape')
    expect([await menu.getAttribute('aria-expanded'), await isPanel()]).toEqual(['false', false])
    await menu.click()
    await page.mouse.click(385, 300)
    expect(await isPanel()).toBe(device === 'desk')
    if (device === 'phone') await menu.click()
    release()
    await page.getByRole('complementary', { name: 'Alle Bereiche' }).waitFor()
    expect([await menu.getAttribute('aria-expanded'), await isPanel()]).toEqual(['true', false])
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: 'Alle Bereiche' }).waitFor({ state: 'detached' })
    await reader.leave()
  })

  it('R2.10-01 R2.10-02 R2.10-04 R4.10-01 R4.10-02 opens the sidebar, closes it by button, key and by going elsewhere', async () => {
    const reader = await open('/sport', { device })
    const { page } = reader
    const sidebar = page.getByRole('complementary', { name: 'Alle Bereiche' })
    const menu = page.getByRole('button', { name: 'Menü', exact: true })
    expect([await sidebar.count(), await menu.getAttribute('aria-expanded')]).toEqual([0, 'false'])
    await menu.click()
    await sidebar.waitFor()
    expect(await menu.getAttribute('aria-expanded')).toBe('true')
    // All sections fit one screen; subsections and settings are one click away.
    await expect.poll(() => sidebar.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    const sections = sidebar.getByRole('navigation', { name: 'Menü Ressorts' })
    const { y, height } = (await sections.boundingBox())!
    expect(y + height).toBeLessThan(page.viewportSize()!.height)
    expect(await sections.getByRole('link', { name: 'Landespolitik' }).count()).toBe(0)
    await sections.getByRole('button', { name: 'Mehr aus Politik' }).click()
    await sections.getByRole('link', { name: 'Landespolitik' }).waitFor()
    await sidebar.getByRole('button', { name: 'Menü schließen' }).click()
    await sidebar.waitFor({ state: 'detached' })
    await menu.click()
    await sidebar.waitFor()
    await menu.evaluate((button: HTMLElement) => button.click())
    await sidebar.waitFor({ state: 'detached' })
    await menu.click()
    await sidebar.waitFor()
    await page.keyboard.press('Escape')
    await sidebar.waitFor({ state: 'detached' })
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
    await menu.click()
    await mark(reader)
    await sidebar.locator('a[href="/lokales"]').first().click()
    await page.waitForURL('**/lokales')
    await sidebar.waitFor({ state: 'detached' })
    expect(await isMarked(reader)).toBe(true)
    await reader.leave()
  })

  it('R2.13-03 R2.13-04 R2.13-05 R2.13-06 R2.13-07 R6-20 asks an anonymous reader who bookmarks to log in, with text and two links', async () => {
    const reader = await open(kinds.article!, { device })
    const { page, context } = reader
    await page.locator('[data-bookmark]').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.getByRole('heading').count()).toBe(1)
    expect(await dialog.locator('p').count()).toBe(2)
    expect(await dialog.getByText('Sie sind bereits registriert?').count()).toBe(1)
    expect(await dialog.getByRole('link', { name: 'Anmelden' }).getAttribute('href')).toBe('#login')
    expect(await dialog.getByRole('link', { name: 'Jetzt registrieren' }).getAttribute('href')).toBe('#register')
    const pending = async () => (await context.cookies()).find(({ name }) => name === 'bookmarkedArticleId')?.value
    expect(await pending()).toBe(kinds.article!.split('-').at(-1))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await pending()).toBeUndefined()
    await reader.leave()
  })

  it('R2.1-05 R2.1-06 shows the reading progress of an article, and no utility bar beside it', async () => {
    const reader = await open(kinds.article!, { device, context: { reducedMotion: 'reduce' } })
    const bar = reader.page.getByRole('progressbar')
    const value = async () => Number(await bar.getAttribute('aria-valuenow'))
    expect(await value()).toBe(0)
    await reader.page.evaluate(() => {
      const box = document.getElementById('article')!.getBoundingClientRect()
      scrollTo({ top: box.top + window.scrollY + (box.height - innerHeight) / 2, behavior: 'instant' })
    })
    await expect.poll(value).toBeGreaterThan(30)
    expect(await value()).toBeLessThan(70)
    await reader.page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect.poll(value).toBe(100)
    expect(await reader.page.getByRole('navigation', { name: 'Service' }).count()).toBe(0)
    await reader.leave()
    const home = await open('/', { device })
    expect([
      await home.page.getByRole('progressbar').count(),
      await home.page.getByRole('navigation', { name: 'Service' }).count(),
    ]).toEqual([0, 1])
    await home.leave()
  })
})

describe('on any screen', () => {
  it('R2.5-02 goes to another page in place, at its top, with its title, address and focus', async () => {
    const reader = await open('/lokales')
    await mark(reader)
    await reader.page.evaluate(() => scrollTo(0, 900))
    await click(reader, '/sport')
    await reader.page.waitForURL('**/sport')
    await reader.page.waitForFunction(() => document.querySelector('main h1')?.textContent?.startsWith('Sport'))
    await expect.poll(() => topOf(reader), { timeout: 5000 }).toBe(0)
    expect(await isMarked(reader)).toBe(true)
    expect(await reader.page.title()).toContain('Sport')
    expect(
      await reader.page.evaluate(() => [
        document.activeElement?.id,
        document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href.endsWith('/sport'),
      ]),
    ).toEqual(['content', true])
    await reader.page.goBack()
    await reader.page.waitForURL('**/lokales')
    await reader.page.waitForFunction(() => document.querySelector('main h1')?.textContent?.startsWith('Lokales'))
    expect(await isMarked(reader)).toBe(true)
    expect(reader.errors).toEqual([])
    await reader.leave()
  })

  it('R3.8-04 reloads the data when the logo is clicked on the home page', async () => {
    const reader = await open('/', { device: 'phone' })
    await mark(reader)
    const asked: Promise<Record<string, string>>[] = []
    reader.page.on('request', (request) => request.url().endsWith('/v5/pages/home') && asked.push(request.allHeaders()))
    for (const count of [1, 2]) {
      await reader.page.locator('a[data-logo]').last().click()
      await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(count)
      await reader.page.waitForFunction(() => !document.documentElement.hasAttribute('data-loading'))
    }
    expect((await Promise.all(asked)).map((headers) => headers['cache-control'])).toEqual(['max-age=0', 'max-age=0'])
    expect(await isMarked(reader)).toBe(true)
    await reader.leave()
  })

  it('R2.5-03 R2.5-01 scrolls to an anchor, and keeps the position when a dialog hash is removed', async () => {
    const reader = await open(kinds.article!)
    await reader.page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
    const before = await topOf(reader)
    await reader.page.evaluate(() => void (location.hash = '#login'))
    await reader.page.evaluate(() => history.back())
    await reader.page.waitForFunction(() => location.hash === '')
    expect(Math.abs((await topOf(reader)) - before)).toBeLessThan(3)
    await reader.page.evaluate(() => void (location.hash = '#sitemap'))
    await expect
      .poll(() =>
        reader.page.locator('#sitemap').evaluate((element) => element.getBoundingClientRect().top < innerHeight),
      )
      .toBe(true)
    await reader.leave()
  })
})

describe('dialogs', () => {
  it('R1-11 look different in the second variant, and are 300 px wide in both', async () => {
    const looks: Record<string, unknown>[] = []
    for (const publication of ['ak', 'ht'] as const) {
      const reader = await open(kinds.article!, { publication })
      await reader.page.locator('[data-bookmark]').first().click()
      const dialog = reader.page.getByRole('dialog')
      await dialog.waitFor()
      looks.push(
        await dialog.evaluate((element) => {
          const title = element.querySelector('h2')!
          const bar = title.parentElement!
          return {
            width: (element as HTMLElement).offsetWidth,
            radius: getComputedStyle(element).borderTopLeftRadius,
            bar: getComputedStyle(bar).backgroundColor,
            align: getComputedStyle(element.querySelector('p')!).textAlign,
          }
        }),
      )
      await reader.leave()
    }
    const [first, second] = looks
    expect(looks.map(({ width }) => width)).toEqual([300, 300])
    expect([
      first!.radius !== '0px',
      second!.radius,
      first!.bar === second!.bar,
      first!.align === second!.align,
    ]).toEqual([true, '0px', false, false])
  })
})

describe('fitting the window', () => {
  it('R2.10-03 locks scrolling while the sidebar has a backdrop, and unlocks it', async () => {
    const reader = await open('/sport', { device: 'phone' })
    await reader.page.getByRole('button', { name: 'Menü', exact: true }).click()
    await reader.page.locator('[data-backdrop]').waitFor()
    const scrolls = async () => {
      const before = await topOf(reader)
      await reader.page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }))
      return (
        (await topOf(reader)) !== before ||
        (await reader.page.evaluate(() => getComputedStyle(document.documentElement).overflowY !== 'hidden'))
      )
    }
    expect(await reader.page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    await reader.page.mouse.wheel(0, 400)
    await reader.page.waitForTimeout(150)
    expect(await topOf(reader)).toBe(0)
    await reader.page.keyboard.press('Escape')
    await expect.poll(scrolls).toBe(true)
    await reader.leave()
  })
})

describe('preferences of readers', () => {
  it('R3.2-03 R9-23 R9-30 enlarges the text for 200 days, before the first paint, and forgets the default', async () => {
    const reader = await open('/sport')
    const { page, context } = reader
    const size = () =>
      page.evaluate(() => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16) * 100)
    const cookie = async () => (await context.cookies()).find(({ name }) => name === 'fontSize')
    expect([await size(), await cookie()]).toEqual([112.5, undefined])
    const press = async (name: string) => {
      await page.getByRole('button', { name: 'Schrift und Farben' }).click()
      await page.getByRole('button', { name }).click()
    }
    await press('Schrift vergrößern')
    expect(await size()).toBe(125)
    const stored = await cookie()
    expect([stored?.value, stored?.sameSite, Math.round((stored!.expires - Date.now() / 1000) / 86_400)]).toEqual([
      '125',
      'Lax',
      200,
    ])
    await page.reload({ waitUntil: 'commit' })
    await page.waitForSelector('main')
    expect(await size()).toBe(125)
    await untilAlive(page)
    await press('Schrift verkleinern')
    expect([await size(), await cookie()]).toEqual([112.5, undefined])
    await reader.leave()
  })

  it('R9-27 R4.12-01 stores light or dark on the device, not in a cookie, and follows the system by default', async () => {
    const reader = await open('/sport', { context: { colorScheme: 'dark' } })
    const { page, context } = reader
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await background()
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await background()
    expect(light).not.toBe(dark)
    await page.getByRole('button', { name: 'Schrift und Farben' }).click()
    await page.getByRole('radio', { name: 'Dunkel' }).check()
    expect([await background(), await page.evaluate(() => localStorage.getItem('color-mode'))]).toEqual([dark, 'dark'])
    expect(
      (await context.cookies()).filter(({ name, value }) => /mode|theme|scheme/i.test(name) || /dark/.test(value)),
    ).toEqual([])
    await page.reload({ waitUntil: 'commit' })
    await page.waitForSelector('main')
    expect(await background()).toBe(dark)
    await reader.leave()
  })

  it('R2.13-11 R2.13-12 R3.9-01 shows breaking news until a reader closes it', async () => {
    const reader = await open('/sport')
    const { page } = reader
    const bar = page.getByRole('region', { name: 'Eilmeldung' })
    expect(await bar.count()).toBe(1)
    expect(await bar.getByRole('link', { name: 'Eilmeldung:' }).getAttribute('href')).toMatch(/-\d+$/)
    await bar.getByRole('button', { name: 'Eilmeldung schließen' }).click()
    await bar.waitFor({ state: 'detached' })
    await page.reload()
    await untilAlive(page)
    await bar.waitFor({ state: 'detached' })
    await reader.leave()
  })
})

describe('data of the next page', () => {
  it('R9-04 R7.3-01 R7.3-05 is prefetched for articles in view, from the same origin and without cookies', async () => {
    const reader = await openReader({ hasServiceWorker: true })
    const { page, context } = reader
    await context.addCookies([{ name: 'anon_cookie', value: '123', url: originOf() }])
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await page.goto('/lokales')
    await untilAlive(page)
    // The number of articles in view varies.
    await scrollAlong(page, 2500)
    const articles = () => requests.filter((request) => request.url().includes('/articles/'))
    await expect.poll(() => articles().length, { timeout: 15_000 }).toBeGreaterThan(2)
    expect(
      articles()
        .map((request) => new URL(request.url()))
        .filter(
          ({ origin, pathname }) => origin !== originOf() || !pathname.startsWith('/__proxy_content_api/v5/articles/'),
        ),
    ).toEqual([])
    const cookieOf = async (request: Request | undefined) => (await request?.allHeaders())?.cookie
    expect(await cookieOf(requests[0])).toContain('anon_cookie=123')
    const asked = articles()
    expect(await Promise.all(asked.map(cookieOf))).toEqual(asked.map(() => undefined))
    await reader.leave()
  })

  it('never is the text of a paid article, which is requested on navigation and stays locked', async () => {
    const reader = await open('/lokales')
    const { page } = reader
    const bodies: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/articles/')) bodies.push(request.url())
    })
    await page.waitForTimeout(2500)
    expect(bodies).toEqual([])
    await page.evaluate((path) => {
      const anchor = document.createElement('a')
      anchor.href = path
      document.querySelector('main')!.append(anchor)
      anchor.click()
    }, kinds['paid article']!)
    await page.waitForSelector('[data-access="locked"] .paywall')
    expect(bodies.length).toBe(1)
    await reader.leave()
  })
})

describe('the error page', () => {
  it('R2.11-01 R2.11-03 R2.11-05 shows the status and the text, and links to the home page', async () => {
    const reader = await open('/gibt-es-nicht-999999999')
    const { page } = reader
    expect(await page.locator('main').innerText()).toContain('404')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Seite nicht gefunden')
    await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await reader.leave()
  })

  it('R2.11-08 R2.11-09 shows articles similar to the requested one, with a place for advertising', async () => {
    const title = kinds
      .article!.slice(1)
      .replace(/-\d+$/, '')
      .split('-')
      .filter((word) => word.length > 4)
      .slice(0, 2)
      .join('-')
    const reader = await open(`/${title}-999999999`)
    const section = reader.page.getByRole('region', { name: 'Ähnliche Artikel' })
    await section.waitFor()
    const count = await section.locator('article').count()
    expect([count > 0 && count <= 3, await reader.page.locator('[data-ad-slot="error"]').count()]).toEqual([true, 1])
    await reader.leave()
  })

  it('R1-18 R6-04 reserves no advertising for readers of Pur, and loads no third party without consent', async () => {
    const reader = await openReader({ hasServiceWorker: true })
    await logIn(reader.context, toDemoEmail('pur'))
    for (const path of ['/gibt-es-nicht-999999999', '/', kinds.article!]) {
      await reader.page.goto(path)
      await untilAlive(reader.page)
      await reader.page.locator('header a[data-reader]').waitFor({ state: 'attached' })
      expect([path, await reader.page.locator('[data-ad-slot]').count()]).toEqual([path, 0])
    }
    expect(reader.foreignRequests).toEqual([])
    await reader.leave()
  })

  it('R4.5-02 R4.5-03 asks for a paid text again with every path, and not for a hash', async () => {
    const reader = await openReader({ hasServiceWorker: true })
    const asked: string[] = []
    reader.page.on('request', (request) => {
      const id = /\/api\/articles\/(\d+)\/body/.exec(request.url())?.[1]
      if (id !== undefined) asked.push(id)
    })
    const id = kinds['paid article']!.split('-').at(-1)!
    await reader.page.goto(kinds['paid article']!)
    await untilAlive(reader.page)
    await expect.poll(() => asked).toEqual([id])
    await reader.page.evaluate(() => void (location.hash = '#sitemap'))
    await reader.page.waitForTimeout(500)
    expect(asked).toEqual([id])
    await reader.page.evaluate((path) => void window.navigation!.navigate(path), '/')
    await reader.page.waitForURL((url) => url.pathname === '/')
    await reader.page.evaluate((path) => void window.navigation!.navigate(path), kinds['paid article']!)
    await expect.poll(() => asked).toEqual([id, id])
    await reader.leave()
  })

  it('R2.11-06 R2.11-07 searches for a non-blank text', async () => {
    const reader = await open('/gibt-es-nicht-999999999')
    const { page } = reader
    const form = page.locator('main form[role=search]')
    await form.locator('input').fill('   ')
    await form.locator('button').click()
    await page.waitForTimeout(200)
    expect(new URL(page.url()).pathname).toBe('/gibt-es-nicht-999999999')
    await form.locator('input').fill('  a&b ')
    await form.locator('button').click()
    await page.waitForURL('**/suche?q=a%26b')
    await reader.leave()
  })

  it('R2.11-10 R2.11-11 R2.11-12 R2.11-13 R8-43 R8-44 R9-64 R4.12-03 reports a lost connection, counts down when it is back, and continues', async () => {
    const reader = await open('/gibt-es-nicht-999999999')
    const { page, context } = reader
    await context.setOffline(true)
    await page.getByRole('heading', { name: 'Sie sind offline.' }).waitFor()
    await page.getByText('Sobald Sie wieder online sind, leiten wir Sie automatisch weiter.').waitFor()
    const started = Date.now()
    await context.setOffline(false)
    const loaded = page.waitForEvent('load', { timeout: 20_000 })
    for (const seconds of [5, 4, 3]) await page.getByText(`Sie werden in ${seconds} Sekunden weitergeleitet.`).waitFor()
    await loaded
    expect(Date.now() - started).toBeGreaterThan(4500)
    expect(new URL(page.url()).pathname).toBe('/gibt-es-nicht-999999999')
    await reader.leave()
  })
})
