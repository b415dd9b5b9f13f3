/** A reader with a browser: phone or desktop, light or dark; collects errors and checks accessibility. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Frame, Page, Request } from 'playwright-core'
import { expect, inject } from 'vitest'
import { CONSENT_COOKIES, NO_CONSENT, serializeConsent, type Consent } from '@lokalteil/domain/consent/consent'
import { findHeadlessShell, launchBrowser } from '@lokalteil/tools/chromium'
import { RUN } from '@lokalteil/tools/runs'
import type { ServedPortal } from './portal-setup.ts'

export const PUBLICATIONS = ['ak', 'fb', 'ht', 'la'] as const
export type PublicationCode = (typeof PUBLICATIONS)[number]
export type DeviceName = 'phone' | 'desk'

const DEVICES: Readonly<Record<DeviceName, BrowserContextOptions>> = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  },
  desk: { viewport: { width: 1280, height: 900 } },
}

let browser: Promise<Browser> | null = null

/** Every other host is unknown at once, so that no test waits for an external network. */
const THIS_MACHINE_ALONE =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1'

/** The first call in a file decides the flags. */
export function openBrowser(...flags: readonly string[]): Promise<Browser> {
  browser ??= launchBrowser({ executablePath: findHeadlessShell() ?? undefined, args: [THIS_MACHINE_ALONE, ...flags] })
  return browser
}

/** For features that the headless shell lacks (notifications). Only within one file, before its first reader. */
export function openWholeBrowser(): Promise<Browser> {
  browser ??= launchBrowser({ args: [THIS_MACHINE_ALONE] })
  return browser
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = null
}

/** The portal of this worker. */
export function servedPortal(): ServedPortal {
  const portals = inject('portals')
  return portals[(Number(process.env.VITEST_POOL_ID) - 1) % portals.length]!
}

export function originOf(publication: PublicationCode = 'ak'): string {
  const { port } = servedPortal()
  return publication === 'ak' ? `http://localhost:${port}` : `http://${publication}.localhost:${port}`
}

/** User agent of the native app shell. */
export const NATIVE_AGENT = 'Mozilla/5.0 (Linux; Android 15) Mobile NewsPortalApp/1.0'

export type Reader = {
  page: Page
  context: BrowserContext
  errors: string[]
  foreignRequests: string[]
  leave: () => Promise<void>
}

/** Stores the answer of a reader who was asked before. */
export async function storeConsent(
  context: BrowserContext,
  consent: Consent,
  ...origins: readonly string[]
): Promise<void> {
  const value = encodeURIComponent(serializeConsent(consent))
  await context.addCookies(origins.map((url) => ({ name: CONSENT_COOKIES.consents, value, url })))
}

/** Stores a refusal of everything, so that journeys about other things see no banner. */
export function storeRefusal(context: BrowserContext, ...origins: readonly string[]): Promise<void> {
  return storeConsent(context, NO_CONSENT, ...origins)
}

/** Deletes the session; the stored consent stays. */
export function forgetSession(context: BrowserContext): Promise<void> {
  return context.clearCookies({ name: /^(?!consents$)/ })
}

type ReaderOptions = {
  device?: DeviceName
  publication?: PublicationCode
  context?: BrowserContextOptions
  /** No consent was stored. */ isUnasked?: boolean
  /** Only for journeys about the worker: it downloads half the site again for every context. */ hasServiceWorker?: boolean
}

/** Collects errors of the page and every request to another machine. */
export async function openReader(options: ReaderOptions = {}): Promise<Reader> {
  const context = await (
    await openBrowser()
  ).newContext({
    ...DEVICES[options.device ?? 'desk'],
    baseURL: originOf(options.publication),
    locale: 'de-DE',
    timezoneId: 'America/Los_Angeles',
    ...options.context,
  })
  // Generous, because pages are rendered for the first time here; limits are tested where pages are measured.
  context.setDefaultNavigationTimeout(60_000)
  if (options.hasServiceWorker !== true)
    await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  if (options.isUnasked !== true)
    await storeRefusal(
      context,
      ...PUBLICATIONS.map(originOf),
      ...(options.context?.baseURL === undefined ? [] : [options.context.baseURL]),
    )
  context.on('page', watchRequests)
  const page = await context.newPage()
  const errors: string[] = []
  const foreignRequests: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/Failed to load resource: the server responded with a status of 4(04|10)/.test(message.text()) &&
      // The office shows pages in frames without scripts.
      !/^Blocked script execution in '[^']*\/redaktion\/vorschau\//.test(message.text())
    )
      errors.push(message.text())
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (
      protocol.startsWith('http') &&
      hostname !== 'localhost' &&
      !hostname.endsWith('.localhost') &&
      hostname !== '127.0.0.1'
    )
      foreignRequests.push(request.url())
  })
  return { page, context, errors, foreignRequests, leave: () => context.close() }
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/**
 * Blocks files for this page (`*` stands for anything). Playwright's routing would lead each request through this
 * process and past the browser's cache, and double the time to open a page.
 */
export async function withhold(page: Page, ...patterns: readonly string[]): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: [...patterns] })
}

/** The open requests with their start times, and the time of the last change. */
const traffic = new WeakMap<Page, { underWay: Map<Request, number>; changedAt: number }>()
/** A longer request is a stream, a film or an answer held back by a test. */
const LONGEST_ANSWER_MS = 5000

function watchRequests(page: Page): void {
  const seen = { underWay: new Map<Request, number>(), changedAt: Date.now() }
  traffic.set(page, seen)
  const end = (request: Request) => {
    seen.underWay.delete(request)
    seen.changedAt = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return
    seen.changedAt = Date.now()
    seen.underWay.set(request, seen.changedAt)
  })
}

/**
 * Waits until the page has requested nothing for so many milliseconds. Playwright's `networkidle` never ends while a
 * stream is open.
 */
export async function untilQuiet(page: Page, milliseconds = 500): Promise<void> {
  const seen = traffic.get(page)!
  for (;;) {
    const now = Date.now()
    const isBusy = [...seen.underWay.values()].some((at) => now - at < LONGEST_ANSWER_MS)
    const rest = seen.changedAt + milliseconds - now
    if (!isBusy && rest <= 0) return
    await new Promise((resolve) => setTimeout(resolve, Math.max(50, rest)))
  }
}

/** Waits until the page reacts to clicks. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForSelector('html[data-navigable]')
}

/** Uses the "Aa" button if the page shows it, else the menu. */
export async function openSettings(page: Page): Promise<void> {
  const direct = page.getByRole('button', { name: 'Schrift und Farben' })
  if (!(await direct.isVisible())) await page.getByRole('button', { name: 'Menü', exact: true }).click()
  await direct.click()
  await page.getByRole('button', { name: 'Schrift vergrößern' }).waitFor()
}

/** Scrolls in small steps like a finger, so that lazy layout happens on the way. Points from the top of the page. */
export async function scrollAlong(page: Page, to: number): Promise<void> {
  await page.evaluate(async (end) => {
    for (let top = scrollY; top < Math.min(document.body.scrollHeight, end); top += 600) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }, to)
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * axe without names and comments, which takes a quarter of the time to parse; noHtml, because the HTML of elements is
 * not needed.
 */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};axe.configure({noHtml:true})`

/**
 * Injects axe once for each document, because parsing half a megabyte costs as much as checking a small page. Sent by
 * the debugging protocol, so that the browser caches the script between documents.
 */
async function ensureAxe(page: Page): Promise<void> {
  const session = await sessionOf(page)
  const { result } = await session.send('Runtime.evaluate', { expression: "'axe' in window" })
  if (result.value !== true) await session.send('Runtime.evaluate', { expression: AXE })
}

/** A frame may disappear meanwhile; a sandboxed or unloaded one never answers. */
async function ensureAxeWithin(frame: Frame): Promise<void> {
  const put = async () => {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE)
  }
  await Promise.race([put().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 1000))])
}

/**
 * The gate runs axe once for each kind of page, in `accessibility.journey.ts`; the release run runs it in every
 * journey.
 */
const ASKS_ALWAYS = RUN === 'release'

/**
 * Does nothing in the gate, unless `inGate`. Includes frames of the portal. Collects nothing about passing elements,
 * and opens no second page for the results. `within`: without its surroundings. `rules`: only these, if the others were
 * checked before. `isWhole`: with the footer, which is the same on all pages of a publication and half of a small page;
 * checked on a phone for every kind of page, in other publications and in other looks.
 */
export async function expectAccessible(
  page: Page,
  {
    within,
    rules,
    isWhole = false,
    inGate = false,
  }: { within?: string | undefined; rules?: readonly string[]; isWhole?: boolean; inGate?: boolean } = {},
): Promise<void> {
  if (!ASKS_ALWAYS && !inGate) return
  // Elements far outside the screen have no colours yet, and fixed elements cover a target only until the page is
  // scrolled.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important } [data-stays] { position: static !important }')
    document.adoptedStyleSheets.push(sheet)
    for (const element of document.body.querySelectorAll('*')) {
      const { position } = getComputedStyle(element)
      if (position === 'sticky' || (position === 'fixed' && element.matches('button')))
        element.setAttribute('data-stays', '')
    }
  })
  // A frame without scripts, as the office shows previews in, never answers.
  const isClosed = (await page.locator('iframe[sandbox]:not([sandbox*="allow-scripts"])').count()) > 0
  const inner = isClosed ? [] : page.frames().filter((frame) => frame.parentFrame() !== null)
  await Promise.all([ensureAxe(page), ...inner.map(ensureAxeWithin)])
  const { violations } = await page.evaluate(
    ([context, options]) => (window as unknown as { axe: typeof axe }).axe.run(context, options),
    [
      { include: within === undefined ? [] : [within], exclude: isWhole ? [] : ['#sitemap'] },
      {
        runOnly: rules === undefined ? { type: 'tag', values: TAGS } : { type: 'rule', values: [...rules] },
        resultTypes: ['violations'],
        iframes: !isClosed,
      },
    ] satisfies [axe.ElementContext, axe.RunOptions],
  )
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop()
    for (const element of document.querySelectorAll('[data-stays]')) element.removeAttribute('data-stays')
  })
  const found = violations.map(
    (violation) =>
      `${violation.id}: ${violation.help}\n${violation.nodes
        .slice(0, 3)
        .map((node) => `    ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`)
        .join('\n')}`,
  )
  expect(found).toEqual([])
}

/** Rules whose result depends on dark mode, for a page already checked in light mode. */
export const BY_NIGHT = { rules: ['color-contrast', 'link-in-text-block'] } as const

/**
 * Checks light mode with all rules, then dark mode with the rules about colours: names, order and sizes are the same.
 * Leaves the page without motion, so that no colour is checked during a transition.
 */
export async function expectAccessibleDayAndNight(page: Page, { within }: { within?: string } = {}): Promise<void> {
  if (!ASKS_ALWAYS) return
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, { within })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { within, ...BY_NIGHT })
}
