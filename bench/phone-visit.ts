/**
 * An article on a phone with nothing stored: 412 × 823 points, a processor slowed to a quarter, 150 ms and 1.6 Mbit/s.
 * Each measurement is the median of five visits with a fresh browser profile each.
 */
import { get } from 'node:http'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { CONSENT_COOKIES, NO_CONSENT, serializeConsent } from '@lokalteil/domain/consent/consent'
import { median, toLimited, type Report } from './figures.ts'
import { withDemo } from './processes.ts'
import { pickDemoArticle } from './articles.ts'
import { visitUnobserved } from './unobserved.ts'

const VISITS = 5
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; moto g power (2023)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
} satisfies BrowserContextOptions
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWDOWN = 4
/** A page is loaded when it answers: its scripts come behind its first frame, so the browser's own `load` says too little. */
const ALIVE = 'html[data-hydrated]'
/**
 * Between the end of loading and the moment the figures are read: until the page is alive, and late shifts and late work
 * count too. Nobody asks the page anything before, because every question brings a script of its own that the page would
 * have to read: on a slowed processor a long task.
 */
const REST_MS = 5_000
/** From the start of navigation, where nobody tells that the page is loaded. */
const UNOBSERVED_MS = 8_000
/** What comes by itself once the page is alive. */
const SETTLED_MS = 3_000

type Scripts = { bytes: number; count: number; names: string }
type Visit = {
  alive: Scripts
  settled: Scripts
  bytes: number
  shift: number
  paint: number
  longTasks: number
}
/** What the page itself has noted; moments since the start of navigation, in milliseconds. */
type Seen = {
  shift: number
  paint: number
  longTasks: number
  aliveAt: number | null
  fetched: { path: string; at: number }[]
}

export async function measurePhoneVisit(report: Report): Promise<void> {
  await withDemo(async ({ origin, port }, browser) => {
    const path = await pickDemoArticle(port)
    const address = origin + path
    // The server's caches may be warm, the reader's are not; and there every picture is made once.
    await inPhone(browser, async (page) => void (await page.goto(address, { waitUntil: 'networkidle' })))

    const visits: Visit[] = []
    for (let index = 0; index < VISITS; index++) visits.push(await inPhone(browser, (page) => visit(page, address)))
    const of = (read: (visit: Visit) => number) => median(visits.map(read))
    const limit = (name: string, value: number, most: number, unit: string, detail = 'the target') =>
      report(toLimited('phone', name, value, most, unit, detail))
    limit(
      'JavaScript until the page is alive, brotli',
      of(({ alive }) => alive.bytes / 1000),
      80,
      'kB',
      visits[0]!.alive.names,
    )
    limit(
      'JavaScript files until the page is alive',
      of(({ alive }) => alive.count),
      2,
      'files',
    )
    limit(
      'JavaScript until three seconds later, brotli',
      of(({ settled }) => settled.bytes / 1000),
      110,
      'kB',
      visits[0]!.settled.names,
    )
    limit(
      'JavaScript files until three seconds later',
      of(({ settled }) => settled.count),
      8,
      'files',
    )
    limit(
      'everything until the page is alive',
      of(({ bytes }) => bytes / 1000),
      300,
      'kB',
    )
    limit('layout shift', Math.round(of(({ shift }) => shift) * 1e5) / 1e5, 0.02, 'CLS')
    limit(
      'Largest Contentful Paint',
      of(({ paint }) => paint / 1000),
      1.1,
      's',
    )
    const { viewport, deviceScaleFactor, userAgent } = PHONE
    const phone = { ...viewport, deviceScaleFactor, userAgent, network: NETWORK, slowdown: SLOWDOWN }
    const tasks = await visitUnobserved(address, { visits: VISITS, restMs: UNOBSERVED_MS, phone })
    const inspected = of(({ longTasks }) => longTasks).toFixed(0)
    const all = tasks.map((time) => time.toFixed(0)).join(', ')
    limit('long tasks in total', median(tasks), 150, 'ms', `all: ${all}; ${inspected} ms with an inspector attached`)

    const reactions: number[] = []
    for (let index = 0; index < VISITS; index++)
      reactions.push(await inPhone(browser, (page) => waitForReaction(page, address)))
    limit('the menu button reacts, from the start of navigation', median(reactions) / 1000, 0.6, 's')

    for (const [slowdown, conditions] of [
      [1, 'the processor at full speed'],
      [SLOWDOWN, 'slowed as above'],
    ] as const) {
      const shown: Shown[] = []
      for (let index = 0; index < VISITS; index++)
        shown.push(await inPhone(browser, (page) => navigate(page, address, slowdown)))
      limit(
        `from a click to the painted headline of a prefetched article, ${conditions}`,
        median(shown.map(({ afterClick }) => afterClick)),
        100,
        'ms',
      )
      limit(
        `the same from the finger's touch, ${conditions}`,
        median(shown.map(({ afterTouch }) => afterTouch)),
        100,
        'ms',
      )
    }

    const readable = await visitWithoutScripts(browser, address)
    report({
      group: 'phone',
      name: 'JavaScript off: the page reads and its links lead on',
      measured: readable,
      baseline: 'the target',
      ratio: readable === 'yes' ? 1 : 0,
      target: 'yes',
      isReached: readable === 'yes',
    })
  })
}

export async function inPhone<T>(
  browser: Browser,
  work: (page: Page) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext({ ...PHONE, ...options })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

export async function slowDown(page: Page, slowdown: number = SLOWDOWN): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}

async function visit(page: Page, address: string): Promise<Visit> {
  const session = await slowDown(page)
  const paths = new Map<string, string>()
  const received = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => void paths.set(requestId, request.url))
  session.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => void received.set(paths.get(requestId)!, encodedDataLength),
  )
  await page.addInitScript((alive) => {
    const seen = { shift: 0, paint: 0, longTasks: 0, aliveAt: null as number | null }
    Object.assign(window, { seen })
    new MutationObserver((_changes, observer) => {
      if (document.querySelector(alive) === null) return
      seen.aliveAt = performance.now()
      observer.disconnect()
    }).observe(document, { attributes: true, childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => void (seen.paint = list.getEntries().at(-1)!.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longTasks += entry.duration
    }).observe({ type: 'longtask', buffered: true })
  }, ALIVE)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(REST_MS)
  const { fetched, aliveAt, ...seen }: Seen = await page.evaluate(() => {
    const noted = (window as unknown as { seen: Omit<Seen, 'fetched'> }).seen
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      ...noted,
      fetched: resources.map(({ name, startTime }) => ({ path: name, at: startTime })),
    }
  })
  if (aliveAt === null) throw new Error(`The page was not alive ${REST_MS} ms after it was loaded`)
  const before = fetched.filter(({ at }) => at <= aliveAt)
  const bytes = [address, ...new Set(before.map(({ path }) => path))].reduce(
    (sum, path) => sum + (received.get(path) ?? 0),
    0,
  )
  return {
    ...seen,
    alive: await toScripts(before),
    settled: await toScripts(fetched.filter(({ at }) => at <= aliveAt + SETTLED_MS)),
    bytes,
  }
}

/**
 * A script's size is its body's, compressed as browsers ask for it; what all requests cost is counted with their headers.
 * Asked for once more, because what came through the service worker has no size but that of the text.
 */
async function toScripts(fetched: Seen['fetched']): Promise<Scripts> {
  const paths = [...new Set(fetched.map(({ path }) => path))].filter((path) => new URL(path).pathname.endsWith('.js'))
  const sizes = await Promise.all(paths.map(measureScript))
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    count: paths.length,
    names: paths
      .map((path, index) => `${/([\w.]+)-[\w-]+\.js$/.exec(path)?.[1] ?? path} ${(sizes[index]! / 1000).toFixed(1)}`)
      .join(', '),
  }
}

async function measureScript(address: string): Promise<number> {
  const { hostname, port, pathname } = new URL(address)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: pathname, headers: { 'accept-encoding': 'br, gzip' } }, (response) => {
      let size = 0
      response
        .on('data', (part: Buffer) => (size += part.length))
        .on('end', () => resolve(size))
        .on('error', reject)
    }).on('error', reject)
  })
}

/** Presses the menu button again and again from the first moment until it opens what it controls. */
async function waitForReaction(page: Page, address: string): Promise<number> {
  await slowDown(page)
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      const button = document.querySelector<HTMLElement>('header button[aria-controls][aria-expanded]')
      if (button === null) return
      button.click()
      if (button.getAttribute('aria-expanded') !== 'true') return
      clearInterval(timer)
      // At once: the next turn of the timer may come after the first frame.
      Object.assign(window, { reactedAt: performance.now() })
    }, 20)
  })
  // Until then nobody asks the page anything, because each question is work for it.
  await page.goto(address, { waitUntil: 'load' })
  const handle = await page.waitForFunction(() => (window as { reactedAt?: number }).reactedAt, undefined, {
    timeout: 30_000,
  })
  return (await handle.jsonValue())!
}

/** Milliseconds until the headline was on the screen: since the page heard of the click, and since the browser felt the finger. */
type Shown = { afterClick: number; afterTouch: number }

/** Waits until the page has prefetched an article whose link is in view, taps it, and waits for the frame that shows it. */
async function navigate(page: Page, address: string, slowdown: number): Promise<Shown> {
  const prefetched = new Set<string>()
  page.on('response', (response) => {
    const id = /\/articles\/(\d+)(?:\?|$)/.exec(response.url())?.[1]
    if (id !== undefined) prefetched.add(id)
  })
  await slowDown(page, slowdown)
  // Somebody who has been asked: the question would lie over the links at the bottom of the screen.
  await page
    .context()
    .addCookies([
      { name: CONSENT_COOKIES.consents, value: encodeURIComponent(serializeConsent(NO_CONSENT)), url: address },
    ])
  await page.goto(address, { waitUntil: 'load' })
  const link = page.locator('main aside a[href], main section a[href]').filter({ visible: true })
  const target = await findPrefetched(page, link, prefetched)
  await page.evaluate(() => {
    const before = document.querySelector('h1')!.textContent
    document.addEventListener(
      'click',
      (event) => {
        const clicked = performance.now()
        // The browser's own word on when the text was on the screen.
        new PerformanceObserver((list) => {
          const painted = (list.getEntries() as (PerformanceEntry & { renderTime: number })[]).at(-1)
          if (painted !== undefined)
            Object.assign(window, {
              shown: { afterClick: painted.renderTime - clicked, afterTouch: painted.renderTime - event.timeStamp },
            })
        }).observe({ type: 'element', buffered: true })
        const observer = new MutationObserver(() => {
          const headline = document.querySelector('h1')
          if (headline === null || headline.textContent === before) return
          observer.disconnect()
          headline.setAttribute('elementtiming', 'headline')
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      },
      { capture: true, once: true },
    )
  })
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  // At its place on the screen: the library's own tap listens and looks along before it lets the press through.
  const { x, y, width, height } = (await target.boundingBox())!
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  const handle = await page.waitForFunction(() => (window as { shown?: Shown }).shown, undefined, { timeout: 30_000 })
  if (!(await page.evaluate(() => 'isSamePage' in window))) throw new Error('The tap loaded a new page')
  return (await handle.jsonValue())!
}

async function findPrefetched(page: Page, links: ReturnType<Page['locator']>, prefetched: ReadonlySet<string>) {
  const count = await links.count()
  for (let index = 0; index < count; index++) {
    const link = links.nth(index)
    const id = /-(\d+)$/.exec((await link.getAttribute('href')) ?? '')?.[1]
    if (id === undefined) continue
    await link.scrollIntoViewIfNeeded()
    for (let waited = 0; waited < 10_000 && !prefetched.has(id); waited += 100) await page.waitForTimeout(100)
    if (!prefetched.has(id)) continue
    // Its neighbours are fetched too; the tap shall not share the processor with them.
    await page.waitForTimeout(2_000)
    return link
  }
  throw new Error('No article was prefetched')
}

async function visitWithoutScripts(browser: Browser, address: string): Promise<string> {
  return inPhone(
    browser,
    async (page) => {
      await page.goto(address)
      const headline = await page.locator('h1').innerText()
      const paragraphs = await page.locator('article p').count()
      if (headline.trim() === '' || paragraphs < 3) return `no text (${paragraphs} paragraphs)`
      const link = page.locator('main a[href]').filter({ visible: true })
      for (let index = 0; index < (await link.count()); index++) {
        const href = await link.nth(index).getAttribute('href')
        if (href === null || !/^\/.*-\d+$/.test(href) || address.endsWith(href)) continue
        await link.nth(index).click()
        await page.waitForURL(`**${href}`)
        return (await page.locator('h1').innerText()) === headline ? 'links lead nowhere' : 'yes'
      }
      return 'no link to another article'
    },
    { javaScriptEnabled: false },
  )
}
