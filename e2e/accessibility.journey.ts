/**
 * Every kind of page: answers without errors and requests to other hosts; is accessible: axe, narrow windows, zoom,
 * reduced motion, no layout shifts.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, toDemoEmail } from './account-reader.ts'
import { RUN } from '@lokalteil/tools/runs'
import { listShifts, watchShifts } from './layout-shifts.ts'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  forgetSession,
  openReader,
  openSettings,
  PUBLICATIONS,
  scrollAlong,
  untilAlive,
  withhold,
  type DeviceName,
  type Reader,
} from './reader.ts'

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

/** Errors of scripts, policy or files and requests to other hosts since the last call. */
function watchFaults({ page, errors, foreignRequests }: Reader): () => string[] {
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().includes('999999999'))
      failed.push(`${response.status()} ${response.url()}`)
  })
  return () => [errors, foreignRequests, failed].flatMap((list) => list.splice(0))
}

type Walk = { more?: (page: Page) => Promise<string[]>; withFooters?: boolean }

/**
 * Visits all kinds of pages with one reader; returns all faults together. `more` runs on each page after axe.
 * `withFooters`: also checks each footer together with its page; otherwise only that of the first page.
 */
async function check(
  paths: readonly [string, string][],
  reader: Reader,
  { more = async () => [], withFooters = false }: Walk = {},
): Promise<string[]> {
  const { page, leave } = reader
  const listFaults = watchFaults(reader)
  const faults: string[] = []
  for (const [kind, path] of paths) {
    await page.goto(path, { waitUntil: 'load' })
    await untilAlive(page).catch(() => faults.push(`${kind} ${path}: was not taken over`))
    try {
      await expectAccessible(page, { inGate: true, isWhole: withFooters || path === paths[0]![1] })
    } catch (error) {
      faults.push(
        `${kind} ${path}: ${JSON.stringify((error as { actual?: unknown }).actual ?? String(error)).slice(0, 600)}`,
      )
    }
    faults.push(...[...(await more(page)), ...listFaults()].map((fault) => `${kind} ${path}: ${fault}`))
  }
  await leave()
  return faults
}

/** 360 px: a small phone; 320 px: a desk enlarged to 400 % (WCAG 1.4.10). */
const WIDTHS = [360, 320]

/** Pages that scroll sideways or lose their heading at these widths. Restores the window size. */
async function listNarrowFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  const before = page.viewportSize()!
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 })
    const found = await page.evaluate(() => {
      const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
      const culprits = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(element).position !== 'fixed',
      )
      const heading = document.querySelector('h1')
      return {
        width: innerWidth,
        wide,
        culprit:
          wide > 0
            ? culprits
                .slice(-2)
                .map((element) => `${element.tagName}.${element.className}`)
                .join(' ')
            : '',
        hasHeading: heading !== null && heading.textContent !== '',
      }
    })
    if (found.wide > 0 || !found.hasHeading || found.width !== width)
      faults.push(`at ${width} px: ${JSON.stringify(found)}`)
  }
  await page.setViewportSize({ width: 320, height: 256 })
  const low = await page.evaluate(async () => {
    const bar = document.querySelector('header')
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    scrollTo(0, 0)
    await nextFrame()
    const top = document.querySelector('main')?.getBoundingClientRect().top ?? 0
    scrollTo(0, 700)
    await nextFrame()
    const isScrolled = scrollY > 300
    const covered = isScrolled ? Math.max(0, Math.round(bar?.getBoundingClientRect().bottom ?? 0)) : 0
    return { top: Math.round(top), covered }
  })
  // A desktop window of 1280 × 1024 px at 400 % zoom: two fifths of the first view belong to the page, and nothing
  // stays on top of it.
  if (low.top > 155 || low.covered > 0) faults.push(`in a low window: ${JSON.stringify(low)}`)
  await page.setViewportSize(before)
  return faults
}

async function listMissingSettings(page: Page): Promise<string[]> {
  if ((await page.locator('html').getAttribute('data-layout')) === 'bare') return []
  return openSettings(page).then(
    () => [],
    () => ['no choice of font size and colours'],
  )
}

// In parallel and in halves, because this would otherwise be the longest part of all.
const HALVES = [1, 2]
const halfOf = (half: number) => Object.entries(kinds).filter((_, index) => index % HALVES.length === half - 1)

describe.concurrent('every kind of page', () => {
  // Pages are opened once for all checks, because opening is most of the work. The service worker is the same at both
  // widths.
  const openWhole = (device: DeviceName) =>
    openReader({ device, context: { colorScheme: 'light' }, hasServiceWorker: device === 'phone' })

  it.each(HALVES)(
    'S3.2-02 on a phone: loads without errors of scripts, policy or files, asks no other host and is hydrated; axe finds nothing, font size and colours can be chosen (half %i)',
    { timeout: 900_000 },
    async (half) => {
      // Footers and settings are the same on all pages; only the release run checks each.
      const walk = RUN === 'release' ? { more: listMissingSettings, withFooters: true } : {}
      expect(await check(halfOf(half), await openWhole('phone'), walk)).toEqual([])
    },
  )

  it.each(HALVES)(
    'S3.2-02 on a desk: the same, and in a small window nothing scrolls sideways or loses its text (half %i)',
    { timeout: 900_000 },
    async (half) => {
      const more = async (page: Page) => [...(await listNarrowFaults(page)), ...(await listMissingSettings(page))]
      expect(await check(halfOf(half), await openWhole('desk'), { more })).toEqual([])
    },
  )
})

describe('axe finds nothing', () => {
  it.each(PUBLICATIONS)('on the main kinds of %s, dark', { timeout: 120_000 }, async (publication) => {
    const own = await listPageKinds(publication)
    const sample = (['home', 'article', 'paid article', 'section', 'search results'] as const).flatMap(
      (kind): [string, string][] => (own[kind] === undefined ? [] : [[kind, own[kind]]]),
    )
    const reader = await openReader({ publication, device: 'desk', context: { colorScheme: 'dark' } })
    expect(await check(sample, reader)).toEqual([])
  })

  it('with the sidebar open, and with the dialog for bookmarks', async () => {
    const { page, leave } = await openReader({ device: 'phone' })
    await page.goto('/sport')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Menü', exact: true }).click()
    await page.locator('#sidebar').waitFor()
    await expectAccessible(page, { inGate: true })
    await page.keyboard.press('Escape')
    await page.goto(kinds.article!)
    await untilAlive(page)
    await page.locator('[data-bookmark]').first().click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, { inGate: true })
    expect(await page.getByRole('dialog').count()).toBe(1)
    await leave()
  })
})

describe('a small window of a reader', () => {
  it(
    `of ${WIDTHS.join(' and ')} px shows account and forms without scrolling sideways, and axe finds nothing`,
    { timeout: 240_000 },
    async () => {
      const { page, context, leave } = await openReader({ context: { viewport: { width: WIDTHS[0]!, height: 640 } } })
      const faults: string[] = []
      const look = async (name: string, width: number) => {
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (wide > 0) faults.push(`${name} at ${width} px: ${wide} px too wide`)
        await expectAccessible(page, { inGate: true }).catch((error: unknown) =>
          faults.push(
            `${name} at ${width} px: ${JSON.stringify((error as { actual?: unknown }).actual ?? String(error)).slice(0, 600)}`,
          ),
        )
      }
      /** One page, made narrower step by step. */
      const lookAtAll = async (name: string, more: (width: number) => Promise<void> = async () => {}) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 640 })
          await more(width)
          await look(name, width)
        }
      }
      for (const name of ['login', 'register', 'forgot-password', 'change-password']) {
        await page.goto('about:blank')
        await page.goto(`/autoren#${name}`)
        const frame = page.frameLocator('dialog iframe')
        await frame.locator('form, button').first().waitFor()
        await lookAtAll(name, async (width) => {
          const inner = await frame.locator('html').evaluate((element) => element.scrollWidth - element.clientWidth)
          if (inner > 0) faults.push(`${name} at ${width} px: the form is ${inner} px too wide`)
        })
      }
      await logIn(context, toDemoEmail('plus-wallet'))
      for (const path of ['/account', '/account/abo', '/account/coins']) {
        await page.goto(path)
        await untilAlive(page)
        await lookAtAll(path)
      }
      await forgetSession(context)
      await logIn(context, toDemoEmail('free'))
      await page.goto('/account/plus-verification')
      await untilAlive(page)
      await lookAtAll('/account/plus-verification')
      expect(faults).toEqual([])
      await leave()
    },
  )
})

describe('reduced motion', () => {
  it('nothing moves automatically or for long', async () => {
    const { page, leave } = await openReader({ context: { reducedMotion: 'reduce' } })
    for (const path of ['/', kinds.article!]) {
      await page.goto(path)
      await untilAlive(page)
      const moving = await page.evaluate(() => {
        const long = (value: string) =>
          value.split(',').some((part) => Number.parseFloat(part) * (part.trim().endsWith('ms') ? 1 : 1000) > 1)
        const elements = [...document.querySelectorAll<HTMLElement>('*')].filter(
          (element) =>
            long(getComputedStyle(element).transitionDuration) || long(getComputedStyle(element).animationDuration),
        )
        return [elements.length, getComputedStyle(document.documentElement).scrollBehavior]
      })
      expect([path, ...moving]).toEqual([path, 0, 'auto'])
    }
    await leave()
  })
})

describe('no layout shifts', () => {
  it.each<DeviceName>(['phone', 'desk'])(
    'while home, a section, an article and the error page load on a %s',
    async (device) => {
      const { page, leave } = await openReader({ device })
      // A web font may move lines slightly when it arrives (`fonts.journey.ts`); nothing else may.
      await withhold(page, '*.woff2')
      await watchShifts(page)
      for (const path of ['/', '/lokales', kinds.article!, kinds['live report'] ?? kinds.article!, '/gibt-es-nicht']) {
        await page.goto(path, { waitUntil: 'load' })
        await untilAlive(page)
        await scrollAlong(page, 6000)
        await page.waitForTimeout(300)
        expect([path, await listShifts(page)]).toEqual([path, []])
      }
      await leave()
    },
  )

  // Elements laid out before the styles arrive must not start transitions; a transition of zero length is one, too.
  it.each<DeviceName>(['phone', 'desk'])(
    'with less motion, when styles and letters come late and the page is measured before, on a %s',
    async (device) => {
      for (const path of ['/', '/lokales', kinds.article!]) {
        const { context, page, leave } = await openReader({ device, context: { reducedMotion: 'reduce' } })
        await watchShifts(page)
        await page.addInitScript(() => {
          const parsing = new MutationObserver(() => {
            if (document.querySelector('article') === null) return
            parsing.disconnect()
            document.body.getBoundingClientRect()
          })
          parsing.observe(document, { childList: true, subtree: true })
        })
        for (const [files, time] of [
          ['**/*.css', 50],
          ['**/*.woff2', 450],
        ] as const) {
          await context.route(files, async (route) => {
            await new Promise((resolve) => setTimeout(resolve, time))
            await (files === '**/*.css' ? route.continue() : route.fulfill({ status: 404 })).catch(() => {})
          })
        }
        await page.goto(path, { waitUntil: 'load' })
        await untilAlive(page)
        await page.waitForTimeout(300)
        expect([path, await listShifts(page)]).toEqual([path, []])
        await leave()
      }
    },
  )
})

describe('the keyboard', () => {
  it('the first Tab stop is the skip link to the content, and every stop is visible', async () => {
    const { page, leave } = await openReader()
    await page.goto('/sport')
    await untilAlive(page)
    await page.keyboard.press('Tab')
    const first = page.locator(':focus')
    expect([await first.innerText(), await first.getAttribute('href')]).toEqual(['Zum Inhalt springen', '#content'])
    for (let stop = 0; stop < 25; stop++) {
      await page.keyboard.press('Tab')
      const seen = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const style = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        return {
          tag: element.outerHTML.slice(0, 80),
          isVisible: box.width > 0 && box.height > 0,
          hasOutline: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
        }
      })
      expect(seen).toMatchObject({ isVisible: true, hasOutline: true })
    }
    await leave()
  })
})
