/**
 * Consent and everything that waits for it: banner, answers, third-party scripts, embeds, the shop, recommendations.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cookie, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantVendors } from '@lokalteil/domain/consent/consent'
import { KeyboardReader, logIn, toDemoEmail, untilReader } from './account-reader.ts'
import { getPage, listArticles, readContent } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  expectAccessibleDayAndNight,
  NATIVE_AGENT,
  openReader,
  originOf,
  scrollAlong,
  servedPortal,
  storeConsent,
  untilAlive,
  untilQuiet,
  withhold,
  type DeviceName,
  type PublicationCode,
  type Reader,
} from './reader.ts'

type ContentItem = { type: string; vendor?: string }
type Options = NonNullable<Parameters<typeof openReader>[0]>
/** A reader whose requests for third-party scripts are recorded. */
type Visitor = Reader & { scripts: string[]; chunks: string[] }

const SCRIPTS = ['ads', 'analytics', 'push-notifications', 'recommendations', 'social-posting']
const NAMES = ['ads', 'analytics', 'pushNotifications', 'recommendations', 'socialPosting']
const DAY = 86_400

let filmArticle = ''
let plainArticle = ''
beforeAll(async () => {
  const paths: { path: string; items: ContentItem[] }[] = []
  for (const { targetPathOrUrl: path, contentRestriction, documentId } of await listArticles()) {
    if (contentRestriction !== 'free' || !path.startsWith('/')) continue
    const { contentItems, isLive } = await readContent<{ contentItems: ContentItem[]; isLive: boolean }>(
      `articles/${documentId}`,
    )
    // Its page is never idle, because it waits for new entries.
    if (isLive) continue
    paths.push({ path, items: contentItems })
  }
  filmArticle = paths.find(({ items }) => items.some(({ vendor }) => vendor === 'youtube'))!.path
  plainArticle = paths.find(({ items }) => items.every(({ type }) => type === 'paragraph' || type === 'heading'))!.path
})
afterAll(closeBrowser)

async function open(path: string, options: Options = {}): Promise<Visitor> {
  const reader = await openReader({ isUnasked: true, ...options })
  // Layout shifts are measured without web fonts, which move words slightly (`fonts.journey.ts`).
  await withhold(reader.page, '*.woff2')
  const scripts: string[] = []
  const chunks: string[] = []
  reader.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/__services/scripts/')) scripts.push(pathname.slice(20, -3))
    if (/\/built-in-manager[^/]*\.js$/.test(pathname)) chunks.push(pathname)
  })
  await reader.page.addInitScript(() => {
    const seen = { shift: 0, largest: '', moved: [] as string[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean
        value: number
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        if (hadRecentInput) continue
        seen.shift += value
        for (const { node, previousRect: a, currentRect: b } of sources)
          seen.moved.push(
            `${node instanceof Element ? `${node.tagName}.${node.className}` : node?.textContent?.slice(0, 30)} ${a.x},${a.y},${a.width},${a.height} > ${b.x},${b.y},${b.width},${b.height}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as (PerformanceEntry & { element: Element | null })[])
        seen.largest = element?.closest('#consent') ? 'consent' : (element?.tagName ?? '')
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  if (path !== '') await reader.page.goto(path)
  return { ...reader, scripts, chunks }
}

/** Answers every framed address with a stub. */
function answerFilms({ context }: Reader): Promise<unknown> {
  return context.route(/^https:\/\//, (route) =>
    route.fulfill({ body: '<!doctype html><title>Film</title>', contentType: 'text/html' }),
  )
}

const banner = (page: Page) => page.locator('[data-consent-banner]')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const loadedOf = (page: Page) =>
  page.evaluate(() => Object.keys((window as { __loaded?: object }).__loaded ?? {}).toSorted())
const seenOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number; largest: string; moved: string[] } }).seen)
const cookiesOf = async ({ context }: Reader) =>
  new Map((await context.cookies()).map((cookie): [string, Cookie] => [cookie.name, cookie]))
const consentOf = async (reader: Reader) =>
  JSON.parse(decodeURIComponent((await cookiesOf(reader)).get('consents')?.value ?? 'null')) as
    | [number, boolean, boolean, Record<string, boolean>]
    | null
const untilLoaded = (page: Page, names: readonly string[]) =>
  page.waitForFunction(
    (wanted) => wanted.every((name) => name in ((window as { __loaded?: object }).__loaded ?? {})),
    names,
  )
/** A late web font may move a word by part of a pixel; a line that moves is a hundred times this. */
const NO_SHIFT = 0.001
/** Long enough for anything that would load by itself. */
async function untilNothingComes(page: Page): Promise<void> {
  await untilAlive(page)
  await untilQuiet(page, 1200)
}

async function store(
  { context }: Reader,
  vendors: Record<string, boolean>,
  publication: PublicationCode = 'ak',
): Promise<void> {
  await storeConsent(context, grantVendors(vendors), originOf(publication))
}
const ALL = Object.fromEntries(
  ['analytics', 'youtube', 'pushNotifications', 'kdm', 'socialPosting', 'partner'].map((vendor) => [vendor, true]),
)

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('R1-44 R1-45 R1-46 R1-47 R9-13 asks a new reader, and loads and stores nothing before the answer', async () => {
    const reader = await open(plainArticle, { device })
    const { page, scripts, foreignRequests, errors, leave } = reader
    await banner(page).waitFor()
    await untilNothingComes(page)
    expect([scripts, foreignRequests, await loadedOf(page), errors]).toEqual([[], [], [], []])
    const cookies = await cookiesOf(reader)
    for (const name of ['consents', 'euconsent-v2', 'consentGiven', 'FA_CPC', 'resort_visits'])
      expect([name, cookies.has(name)]).toEqual([name, false])
    // The page stays readable, and the banner is not its largest paint.
    const share = await banner(page).evaluate((element) => element.getBoundingClientRect().height / window.innerHeight)
    expect(share).toBeLessThan(0.4)
    const { shift, largest } = await seenOf(page)
    expect([shift, largest === 'consent', await page.evaluate(() => document.activeElement?.tagName)]).toEqual([
      0,
      false,
      'BODY',
    ])
    await leave()
  })

  it(
    'covers nothing at the end of a page while it waits for an answer, with large text too',
    { timeout: 180_000 },
    async () => {
      const covered: string[] = []
      for (const publication of ['ak', 'fb', 'ht'] as const) {
        for (const fontSize of ['', '150']) {
          const { page, context, leave } = await open('', { device, publication })
          if (fontSize !== '')
            await context.addCookies([{ name: 'fontSize', value: fontSize, url: originOf(publication) }])
          // The banner is the same on all pages; it is tested on narrow windows.
          const widths = (device === 'phone' ? [360, 390] : [768, 1280]).slice(0, publication === 'ak' ? 2 : 1)
          for (const width of widths) {
            await page.setViewportSize({ width, height: device === 'phone' ? 740 : 900 })
            // Pictures do not matter for the end of the page, and would take most of the time.
            await page.goto('/schlagzeilen', { waitUntil: 'domcontentloaded' })
            await banner(page).waitFor()
            await untilAlive(page)
            const found = await page.evaluate(async (hasLargeText) => {
              const settled = () =>
                new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
              const isFree = (link: Element) => {
                const box = link.getBoundingClientRect()
                return link.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
              }
              const nameOf = (link: Element) => link.textContent!.trim() || link.getAttribute('aria-label')!
              const hidden: string[] = []
              for (let round = 0; round < 3; round++) {
                scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
                await settled()
              }
              const legal = document.querySelectorAll('footer nav[aria-label="Rechtliches"] a')
              // With large text on a phone they do not fit the window together, but can be scrolled to.
              if (!hasLargeText) for (const link of legal) if (!isFree(link)) hidden.push(`at the end: ${nameOf(link)}`)
              for (const link of document.querySelectorAll('footer a')) {
                let isReached = false
                // If it lies under the round "to the top" button, a little scrolling reveals it.
                for (const block of ['nearest', 'center', 'start'] as const) {
                  const before = scrollY
                  link.scrollIntoView({ block, behavior: 'instant' })
                  if (scrollY !== before) await settled()
                  isReached = isFree(link)
                  if (isReached) break
                }
                if (!isReached) hidden.push(nameOf(link))
              }
              return hidden
            }, fontSize !== '')
            const { shift, moved } = await seenOf(page)
            if (found.length > 0 || shift > 0)
              covered.push(
                `${publication} ${width} px ${fontSize}: shift ${shift} (${moved.join('; ')}), ${found.join(', ')}`,
              )
          }
          await leave()
        }
      }
      expect(covered).toEqual([])
    },
  )

  it('R4.8-04 S4.8-01 loads nothing after a refusal, which is as easy as consent, and asks once', async () => {
    const reader = await open('/', { device })
    const { page, scripts, chunks, leave } = reader
    await banner(page).waitFor()
    const [accept, refuse] = await Promise.all(
      ['Alle akzeptieren', 'Alle ablehnen'].map((name) =>
        page.getByRole('button', { name }).evaluate((element) => {
          const { width, height } = element.getBoundingClientRect()
          const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(element)
          return { width: Math.round(width), height, backgroundColor, color, fontSize, fontWeight }
        }),
      ),
    )
    expect(accept).toEqual(refuse)
    await untilAlive(page)
    for (const path of ['/sport', '/schlagzeilen']) {
      await page.evaluate((to) => void window.navigation.navigate(to), path)
      await page.waitForFunction(
        (to) => location.pathname === to && !document.documentElement.hasAttribute('data-loading'),
        path,
      )
    }
    expect([await banner(page).count(), chunks.length]).toEqual([1, 1])
    await press(page, 'Alle ablehnen')
    expect(await consentOf(reader)).toEqual([
      4,
      false,
      false,
      Object.fromEntries(Object.keys((await consentOf(reader))![3]).map((vendor) => [vendor, false])),
    ])
    // The demo uses eleven of the sixteen.
    expect(Object.keys((await consentOf(reader))![3]).length).toBe(11)
    await page.goto('/')
    await untilNothingComes(page)
    expect([await banner(page).count(), scripts, await loadedOf(page), new URL(page.url()).search]).toEqual([
      0,
      [],
      [],
      '',
    ])
    await leave()
  })

  it(
    'works by keyboard and screen reader, light and dark: axe finds nothing, two Tab presses reach it',
    { timeout: 90_000 },
    async () => {
      for (const publication of ['ak', 'ht'] as const) {
        const { page, leave } = await open('/themen', {
          device,
          publication,
          context: { baseURL: originOf(publication), colorScheme: 'dark', reducedMotion: 'reduce' },
        })
        await banner(page).waitFor()
        await untilAlive(page)
        await (publication === 'ak' ? expectAccessibleDayAndNight(page) : expectAccessible(page))
        if (publication === 'ak') {
          const keyboard = new KeyboardReader(page)
          await page.keyboard.press('Tab')
          expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#content')
          await page.keyboard.press('Tab')
          expect(await page.evaluate(() => document.activeElement?.closest('[data-consent-banner]') !== null)).toBe(
            true,
          )
          await keyboard.press(page.getByRole('button', { name: 'Einstellungen', exact: true }))
          await page.getByRole('dialog').waitFor()
          await expectAccessibleDayAndNight(page)
          await page.keyboard.press('Escape')
          await keyboard.press(page.getByRole('button', { name: 'Alle ablehnen' }))
          await banner(page).waitFor({ state: 'detached' })
          expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
        }
        await leave()
      }
    },
  )

  it('S1-11 R1-48 loads a film only on request, and nothing else with it', async () => {
    const reader = await open('', { device })
    const { page, scripts, foreignRequests, leave } = reader
    await answerFilms(reader)
    await page.goto(filmArticle)
    const box = page.locator('[data-embed="youtube"]').first()
    await banner(page).waitFor()
    // The film's component loads once the reader is known, and replaces the placeholder.
    await untilQuiet(page)
    await box.scrollIntoViewIfNeeded()
    expect([await page.locator('main iframe').count(), foreignRequests]).toEqual([0, []])
    await expectAccessible(page)
    const before = await box.evaluate((element) => element.getBoundingClientRect().height)
    await box.getByRole('button', { name: 'Inhalt anzeigen' }).click()
    const frame = page.locator('main iframe')
    await frame.waitFor()
    expect(await frame.getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+$/)
    await untilNothingComes(page)
    expect([(await consentOf(reader))?.[3].youtube, (await consentOf(reader))?.[2], scripts]).toEqual([true, false, []])
    expect(foreignRequests.every((address) => address.startsWith('https://www.youtube-nocookie.com/'))).toBe(true)
    expect(await box.evaluate((element) => element.getBoundingClientRect().height)).toBe(before)
    // The next visit shows it at once, without a layout shift.
    await page.reload()
    await frame.waitFor({ state: 'attached' })
    expect((await seenOf(page)).shift).toBeLessThan(NO_SHIFT)
    await leave()
  })

  it('S9-11 S1-09 R1-45 R3.15-03 R9-20 R4.9-02 recommends articles by their topics at the end of an article, none twice', async () => {
    const reader = await open('', { device })
    const { page, leave, errors } = reader
    await answerFilms(reader)
    await store(reader, ALL)
    await reader.context.addCookies([
      { name: 'reco_95', value: 'A', url: originOf(), expires: Date.now() / 1000 + 5 * DAY },
    ])
    await page.goto(filmArticle)
    const place = page.locator('[data-recommendations="topics"]')
    await place.waitFor({ state: 'attached' })
    const links = (selector: string) =>
      page.locator(selector).evaluateAll((anchors) => (anchors as HTMLAnchorElement[]).map(({ pathname }) => pathname))
    const recommended = await links(
      '[data-recommendations] h3 a, [data-recommendations] a[href]:has(h3), [data-recommendations] :is(h2, h3) a',
    )
    expect(new Set(recommended).size).toBe(4)
    const others = await links('main aside:not([data-recommendations]) :is(h2, h3) a')
    expect(recommended.filter((path) => others.includes(path) || path === filmArticle)).toEqual([])
    const bucket = (await cookiesOf(reader)).get('reco_95')!
    expect([bucket.value, Math.round((bucket.expires - Date.now() / 1000) / DAY)]).toEqual(['A', 30])
    await scrollAlong(page, await place.evaluate((element) => element.getBoundingClientRect().bottom + scrollY))
    await page.waitForTimeout(600)
    const { shift, moved } = await seenOf(page)
    expect(shift < NO_SHIFT ? [] : moved).toEqual([])
    expect(errors).toEqual([])
    await expectAccessible(page)
    await leave()
  })

  it('R4.8-10 fills the places for advertising, labelled, without layout shifts', async () => {
    const reader = await open('', { device, context: { reducedMotion: 'reduce' } })
    const { page, leave } = reader
    await store(reader, ALL)
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        requestAnimationFrame(() =>
          Object.assign(window, {
            rooms: [...document.querySelectorAll('[data-ad-slot]')].map(
              (place) => place.getBoundingClientRect().height,
            ),
          }),
        ),
      ),
    )
    await page.goto('/')
    const places = page.locator('[data-ad-slot]')
    // A place is filled when the reader comes near.
    expect(await page.locator('[data-ad-filled]').count()).toBeLessThan(await places.count())
    for (let index = 0; index < (await places.count()); index++) {
      await scrollAlong(
        page,
        await places.nth(index).evaluate((place) => place.getBoundingClientRect().bottom + scrollY),
      )
      await places.nth(index).locator('[data-ad-filled]').waitFor()
    }
    expect(await places.evaluateAll((all) => all.map((place) => place.getBoundingClientRect().height))).toEqual(
      await page.evaluate(() => (window as unknown as { rooms: number[] }).rooms),
    )
    await places.first().getByText('Anzeige', { exact: true }).waitFor()
    expect(await page.evaluate(() => (window as unknown as { adTargeting: object }).adTargeting)).toMatchObject({
      plususer: 'nein',
      isapp: 'false',
      pagetype: ['Homepage'],
    })
    await page.waitForTimeout(600)
    expect((await seenOf(page)).shift).toBeLessThan(NO_SHIFT)
    await page.goto('/gibt-es-nicht-999999999')
    await page.locator('[data-ad-slot="error"] [data-ad-filled]').waitFor()
    await expectAccessible(page)
    await leave()
  })
})

describe('on any screen', () => {
  it('R4.8-10 R4.8-11 R4.8-12 R4.8-02 R7.7-05 R9-21 R9-22 R9-31 R9-38 loads all five scripts once everything is accepted', async () => {
    const reader = await open('/')
    const { page, scripts, errors, leave } = reader
    await banner(page).waitFor()
    await press(page, 'Alle akzeptieren')
    await untilLoaded(page, NAMES)
    expect([scripts.toSorted(), await loadedOf(page), await banner(page).count(), errors]).toEqual([
      SCRIPTS,
      NAMES,
      0,
      [],
    ])
    const cookies = await cookiesOf(reader)
    for (const name of ['consents', 'euconsent-v2', 'consentGiven', 'FA_CPC'])
      expect([name, Math.round((cookies.get(name)!.expires - Date.now() / 1000) / DAY)]).toEqual([name, 360])
    expect(cookies.get('FA_CPC')).toMatchObject({ sameSite: 'None', secure: true })
    expect((await consentOf(reader))?.slice(0, 3)).toEqual([4, true, true])
    // Answered once, known on every page.
    await page.goto(plainArticle)
    await untilLoaded(page, NAMES)
    expect([await banner(page).count(), (await cookiesOf(reader)).get('FA_CPC')?.value]).toEqual([
      0,
      cookies.get('FA_CPC')!.value,
    ])
    await leave()
  })

  it('R7.7-05 R7.7-06 a script meets the interface of the framework when it runs', async () => {
    const reader = await open('')
    const { page, context, leave } = reader
    await store(reader, ALL)
    // Only what stands before the manager has come.
    await withhold(page, '*.woff2', '*/tcf-api*')
    await context.route('**/scripts/ads.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.apiAtStart = typeof window.__tcfapi' }),
    )
    await page.goto('/sport')
    await page.waitForFunction(() => 'apiAtStart' in window)
    expect(await page.evaluate(() => (window as unknown as { apiAtStart: string }).apiAtStart)).toBe('function')
    await leave()
  })

  it('S4.8-05 opens the settings from the end of every page, vendor by vendor, and a revocation reloads the page: R4.8-03 R2.8-07 R9-57', async () => {
    const reader = await open('/impressum')
    const { page, scripts, leave } = reader
    await untilAlive(page)
    const settings = () => page.getByRole('dialog', { name: 'Datenschutz-Einstellungen' })
    await page.locator('footer [data-consent-settings]').click()
    await settings().waitFor()
    expect([
      await settings().getByRole('checkbox').count(),
      await settings().getByRole('checkbox', { checked: true }).count(),
    ]).toEqual([11, 0])
    await settings().getByLabel('YouTube').check()
    await settings().getByLabel('Nutzungsanalyse').check()
    await press(page, 'Auswahl speichern')
    await untilLoaded(page, ['analytics'])
    expect([scripts, (await consentOf(reader))?.slice(0, 3)]).toEqual([['analytics'], [4, true, false]])

    await page.goto('/sport')
    await untilAlive(page)
    await page.locator('footer [data-consent-settings]').click()
    await settings().waitFor()
    expect(await settings().getByLabel('YouTube').isChecked()).toBe(true)
    await settings().getByLabel('YouTube').uncheck()
    const reloaded = page.waitForURL(/\/sport\?nocache=\d{13}$/)
    await press(page, 'Auswahl speichern')
    await reloaded
    expect((await consentOf(reader))?.[3]).toMatchObject({ youtube: false, analytics: true })
    await leave()
  })

  it('R9-46 S9-11 shows the most read articles if no recommendation arrives in time', async () => {
    const reader = await open('')
    await store(reader, ALL)
    await reader.context.route('**/scripts/recommendations.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue().catch(() => {})
    })
    await reader.page.goto(plainArticle)
    await reader.page.locator('[data-recommendations="editorial"]').waitFor({ state: 'attached' })
    expect(await reader.page.locator('[data-recommendations] :is(h2, h3) a').count()).toBeGreaterThan(1)
    await reader.leave()
  })
})

describe('readers who are not asked', () => {
  it('R1-08 R4.8-09 R1-07 S1-03: readers of the local edition, for whom no third party loads, whatever is stored', async () => {
    const reader = await open('', { publication: 'la', context: { baseURL: originOf('la') } })
    const { page, scripts, chunks, foreignRequests, leave } = reader
    await store(reader, ALL, 'la')
    const settings: string[] = []
    page.on('request', (request) => request.url().includes('/api/settings') && settings.push(request.url()))
    await page.goto('/')
    await untilNothingComes(page)
    await page.locator('footer [data-consent-settings]').click()
    await page.waitForURL('**/datenschutz#einstellungen')
    await untilNothingComes(page)
    expect([scripts, chunks, foreignRequests, settings, await loadedOf(page)]).toEqual([[], [], [], [], []])
    expect([(await cookiesOf(reader)).has('FA_CPC'), (await cookiesOf(reader)).has('reco_95')]).toEqual([false, false])
    await leave()
  })

  it('R1-52 R4.8-15 R4.8-17: readers in the native app, all consents stored', async () => {
    const reader = await open('', { device: 'phone', context: { userAgent: NATIVE_AGENT } })
    const { page, scripts, chunks, foreignRequests, leave } = reader
    await store(reader, ALL)
    for (const path of ['/', filmArticle]) {
      await page.goto(path)
      await untilNothingComes(page)
    }
    expect([scripts, chunks, foreignRequests, await page.locator('iframe, [data-embed]').count()]).toEqual([
      [],
      [],
      [],
      0,
    ])
    expect(await page.evaluate(() => ['adTargeting', '__tcfapi', '__loaded'].filter((name) => name in window))).toEqual(
      [],
    )
    await leave()
  })

  it(
    'R4.8-08 R6-05 R6-03 R1-18 R1-49 R1-50 S1-12: readers of Pur, for whom nothing loads either; Pur with Plus is asked and gets no advertising',
    { timeout: 90_000 },
    async () => {
      const pur = await open('')
      await logIn(pur.context, toDemoEmail('pur'))
      await store(pur, ALL)
      await pur.context.addCookies([{ name: 'FA_CPC', value: 'alt', url: originOf(), sameSite: 'None', secure: true }])
      await pur.page.goto('/')
      await untilReader(pur.page)
      await untilNothingComes(pur.page)
      await pur.page.goto(filmArticle)
      await untilReader(pur.page)
      await untilNothingComes(pur.page)
      expect([
        pur.scripts,
        pur.chunks,
        pur.foreignRequests,
        await pur.page.locator('iframe, [data-embed], [data-ad-slot], [data-recommendations]').count(),
      ]).toEqual([[], [], [], 0])
      expect([(await cookiesOf(pur)).has('FA_CPC'), (await seenOf(pur.page)).largest]).toEqual([
        false,
        expect.any(String),
      ])
      await pur.leave()

      const both = await open('')
      await logIn(both.context, toDemoEmail('pur-plus'))
      await both.page.goto(plainArticle)
      await banner(both.page).waitFor()
      await press(both.page, 'Alle akzeptieren')
      await untilLoaded(both.page, ['analytics', 'pushNotifications', 'socialPosting'])
      await both.page.waitForTimeout(800)
      expect(await loadedOf(both.page)).toEqual(['analytics', 'pushNotifications', 'socialPosting'])
      await both.leave()
    },
  )

  it('R4.8-05 R4.8-13 S4.8-04: readers of a legal page, until they go on; push never loads there', async () => {
    const fresh = await open('/impressum')
    await untilNothingComes(fresh.page)
    expect(fresh.chunks).toEqual([])
    await fresh.page.evaluate(() => void window.navigation.navigate('/sport'))
    await banner(fresh.page).waitFor()
    await fresh.leave()

    const granted = await open('')
    await store(granted, { pushNotifications: true })
    await granted.page.goto('/impressum')
    await untilNothingComes(granted.page)
    expect(granted.scripts).toEqual([])
    await granted.page.goto('/sport')
    await untilLoaded(granted.page, ['pushNotifications'])
    expect(granted.scripts).toEqual(['push-notifications'])
    await granted.leave()
  })

  it('R4.8-06 R4.8-14 R2.2-27 R2.2-28: readers inside a framed form', async () => {
    for (const isGranted of [false, true]) {
      const reader = await open('')
      if (isGranted) await store(reader, { pushNotifications: true })
      await reader.page.goto('/autoren#login')
      const flow = reader.page.frameLocator('dialog iframe')
      await flow.getByLabel('E-Mail-Adresse').waitFor()
      await untilNothingComes(reader.page)
      expect(
        await flow
          .locator('html')
          .evaluate((root) => [root.dataset.layout, root.querySelector('#consent'), '__loaded' in window]),
      ).toEqual(['mein-dialog-flow', null, false])
      await reader.leave()
    }
  })

  it('R4.8-07: all readers while the publisher has it switched off', async () => {
    const key = readFileSync(join(servedPortal().dataDir, 'keys', 'user.key'), 'utf8').trim()
    const change = async (isOn: boolean) => {
      const answer = await fetch(`http://127.0.0.1:${servedPortal().port}/__services/user/mandators/ht/settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ changes: { sourcepoint_enabled: isOn } }),
      })
      expect(answer.status).toBe(200)
    }
    const hasIt = async () =>
      (await getPage('ht', `/autoren?nocache=${Date.now()}`)).body.includes('"sourcepoint_enabled":true')
    await change(false)
    try {
      await expect.poll(hasIt, { timeout: 15_000, interval: 1100 }).toBe(false)
      const reader = await open('/autoren', { publication: 'ht', context: { baseURL: originOf('ht') } })
      await untilNothingComes(reader.page)
      expect([reader.chunks, reader.scripts]).toEqual([[], []])
      // The settings can be opened without the banner.
      await reader.page.locator('footer [data-consent-settings]').click()
      await reader.page.getByRole('dialog', { name: 'Datenschutz-Einstellungen' }).waitFor()
      await reader.leave()
    } finally {
      await change(true)
    }
  })

  it('readers who send Global Privacy Control; a click still counts', async () => {
    const { page, chunks, scripts, leave } = await open('')
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.goto('/')
    await untilNothingComes(page)
    expect([chunks, scripts]).toEqual([[], []])
    await page.locator('footer [data-consent-settings]').click()
    await press(page, 'Alle akzeptieren')
    await untilLoaded(page, NAMES)
    await leave()
  })
})

describe('an answer', () => {
  it('R5-08 of another version is ignored: the reader is asked, nothing loads', async () => {
    const { page, scripts, context, leave } = await open('')
    await context.addCookies([
      { name: 'consents', value: encodeURIComponent(JSON.stringify([3, true, true, ALL])), url: originOf() },
    ])
    await page.goto('/')
    await banner(page).waitFor()
    await untilNothingComes(page)
    expect([scripts, await page.evaluate(() => document.documentElement.hasAttribute('data-ads'))]).toEqual([[], false])
    await leave()
  })

  it('to texts or recipients that have changed since is asked for again, which names who gets data; the new one is not', async () => {
    for (const given of ['2026-11-30~2026-11-21~2026-11-01', '2026-11-30~2026-11-30~2026-10-31']) {
      const reader = await open('')
      const { page, leave } = reader
      await store(reader, { youtube: true })
      await reader.context.addCookies([{ name: 'consentGiven', value: given, url: originOf() }])
      await page.goto('/sport')
      await banner(page).waitFor()
      await page.getByText('Wer Daten bekommt').click()
      await banner(page).getByRole('link', { name: 'Auenland Vermarktung GmbH' }).waitFor()
      await expectAccessible(page)
      await press(page, 'Alle akzeptieren')
      await untilLoaded(page, ['ads'])
      await page.reload()
      await untilNothingComes(page)
      expect([given, await banner(page).count()]).toEqual([given, 0])
      await leave()
    }
  })

  it('S2.9-04 is revoked by the link in the privacy statement', async () => {
    const reader = await open('')
    await store(reader, { youtube: true })
    await reader.page.goto('/datenschutz')
    await untilAlive(reader.page)
    await reader.page.locator('main a[href="/datenschutz/consent-reset"]').click()
    await reader.page.waitForURL(/\/datenschutz\?nocache=\d+$/)
    expect((await consentOf(reader))?.[3].youtube).toBe(false)
    await reader.leave()
  })

  it.each(['/datenschutz/consent-reset', 'https://consent.example/reset'])(
    'R2.9-10 R2.9-11 S2.9-04 is revoked by a link to %s, and the page reloads',
    async (href) => {
      const reader = await open('')
      const { page, leave } = reader
      await store(reader, ALL)
      await page.goto('/sport')
      await untilLoaded(page, ['ads'])
      await page.evaluate((to) => {
        const anchor = document.createElement('a')
        anchor.href = to
        if (!to.startsWith('/')) anchor.dataset.consentReset = ''
        document.querySelector('main')!.append(anchor)
        anchor.click()
      }, href)
      await page.waitForURL(/\/sport\?nocache=\d+$/)
      await untilNothingComes(page)
      const [, consent, kdm, vendors] = (await consentOf(reader))!
      expect([
        consent,
        kdm,
        Object.values(vendors).includes(true),
        await loadedOf(page),
        (await cookiesOf(reader)).has('FA_CPC'),
      ]).toEqual([false, false, false, [], false])
      await leave()
    },
  )

  it('S4.8-02 given in another tab applies here when this tab becomes visible', async () => {
    const reader = await open('')
    await store(reader, ALL)
    await reader.page.goto('/sport')
    await untilLoaded(reader.page, ['ads'])
    await store(reader, {})
    await reader.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await reader.page.waitForURL(/nocache=/)
    await untilNothingComes(reader.page)
    expect(await loadedOf(reader.page)).toEqual([])
    await reader.leave()
  })

  it('R8-38 that cannot be stored leaves the page as it is', async () => {
    const { page, context, errors, leave } = await open('')
    await context.route(/\/(?:built-in-manager|third-parties)[^/]*\.js/, (route) => route.abort())
    await page.goto('/autoren')
    await untilNothingComes(page)
    await page.getByRole('link', { name: 'Startseite' }).first().or(page.locator('[data-logo]').first()).click()
    await page.waitForFunction(() => location.pathname === '/')
    expect(errors.filter((text) => !/consent|Failed to load resource|ERR_FAILED/.test(text))).toEqual([])
    await page.locator('footer [data-consent-settings]').click()
    await page.waitForURL('**/datenschutz#einstellungen')
    await leave()
  })
})

describe('the shop below an article', () => {
  const key = () => readFileSync(join(servedPortal().dataDir, 'keys', 'user.key'), 'utf8').trim()
  const change = (changes: object) =>
    fetch(`http://127.0.0.1:${servedPortal().port}/__services/user/mandators/ak/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key()}` },
      body: JSON.stringify({ changes }),
    })
  let path = ''
  beforeAll(async () => {
    path = (await listArticles()).find(
      ({ contentRestriction, targetPathOrUrl }) => contentRestriction === 'free' && targetPathOrUrl.startsWith('/'),
    )!.targetPathOrUrl
    await change({
      ecommercewidget_enabled: true,
      ecommercewidget_iframeurlpattern: 'https://shop.example/{mandator}/{articleId}',
      ecommercewidget_allowedorigin: 'https://shop.example',
    })
  })
  afterAll(() =>
    change({
      ecommercewidget_enabled: null,
      ecommercewidget_iframeurlpattern: null,
      ecommercewidget_allowedorigin: null,
    }),
  )

  async function openShop(options: Options = {}): Promise<Visitor> {
    const reader = await open('', options)
    await reader.context.route('https://shop.example/**', (route) =>
      route.fulfill({
        body: '<!doctype html><title>Angebote</title><script>addEventListener("message", (event) => parent.postMessage(event.data, "*"))</script>',
        contentType: 'text/html',
      }),
    )
    return reader
  }

  it(
    'S3.13-03 R3.13-15 R3.13-17 loads on request, and resizes only by messages of its own origin',
    { timeout: 90_000 },
    async () => {
      // Settings are polled every five seconds; then stored pages are rendered again.
      await expect
        .poll(async () => (await getPage('ak', path)).body.includes('shop.example'), { timeout: 20_000, interval: 500 })
        .toBe(true)
      const reader = await openShop({ isUnasked: false })
      const { page, foreignRequests, leave } = reader
      await page.goto(path)
      const box = page.locator('[data-embed="partner"]')
      await box.waitFor()
      expect(foreignRequests).toEqual([])
      await box.scrollIntoViewIfNeeded()
      await expectAccessible(page)
      await box.getByRole('button', { name: 'Inhalt anzeigen' }).click()
      const frame = page.locator('iframe[src^="https://shop.example/ak/"]')
      await frame.waitFor()
      const height = () => frame.evaluate((element) => element.getBoundingClientRect().height)
      const shop = () => page.frames().find((one) => one.url().startsWith('https://shop.example/'))!
      await expect.poll(() => shop()?.title()).toBe('Angebote')
      await page.evaluate(() => window.postMessage({ height: 900 }, '*'))
      await page.waitForTimeout(300)
      expect(await height()).toBe(320)
      await shop().evaluate(() => parent.postMessage({ height: 555 }, '*'))
      await expect.poll(height).toBe(555)
      expect((await consentOf(reader))?.[3]).toMatchObject({ partner: true, kdm: false })
      await leave()
    },
  )

  it('S1-12 never loads for readers of Pur', async () => {
    const reader = await openShop()
    await logIn(reader.context, toDemoEmail('pur'))
    await store(reader, ALL)
    await reader.page.goto(path)
    await untilReader(reader.page)
    await untilNothingComes(reader.page)
    expect([await reader.page.locator('iframe, [data-embed="partner"]').count(), reader.foreignRequests]).toEqual([
      0,
      [],
    ])
    await reader.leave()
  })
})
