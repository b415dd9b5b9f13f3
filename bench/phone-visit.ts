/**
 * An article on a phone with an empty cache: 412 × 823 points, processor slowed to a quarter, 150 ms and 1.6 Mbit/s.
 * Each measurement is the median of five visits with a fresh browser profile each.
 */
import { get } from 'node:http'
import type { Browser, BrowserContextOptions, CDPSession, Page, Request } from 'playwright-core'
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
/**
 * A page counts as loaded when it is interactive: scripts run after its first frame, so the browser's `load` event says
 * too little.
 */
const ALIVE = 'html[data-hydrated]'
const MENU = 'header button[aria-controls][aria-expanded]'
/** Milliseconds from the start of navigation, for visits without an observer of the load. */
const UNOBSERVED_MS = 8_000
/**
 * Waiting times after the page is interactive: soon, and until nothing more loads. Late layout shifts and late work
 * count, too.
 */
const SETTLED_MS = 3_000
const RESTED_MS = 10_000
/** Time of the reader's first gesture after the page is interactive. */
const GESTURES_MS = [0, 2_000]
/** Observation time of a gesture: everything it loads has arrived and run by then. */
const WATCHED_MS = 1_500

type Scripts = { bytes: number; count: number; names: string }
type Visit = {
  alive: Scripts
  settled: Scripts
  rested: Scripts
  bytes: number
  /** Until ten seconds later, including requests of the service worker. */
  all: { bytes: number; count: number }
  shift: number
  paint: number
  longTasks: number
}
/** Recorded by the page itself; milliseconds since the start of navigation. */
type Seen = {
  shift: number
  paint: number
  longTasks: number
  aliveAt: number
  fetched: { path: string; at: number }[]
}

export async function measurePhoneVisit(report: Report): Promise<void> {
  await withDemo(async ({ origin, port }, browser) => {
    const path = await pickDemoArticle(port)
    const address = origin + path
    // Warms up the server's caches (pictures are produced once); the reader's cache stays empty.
    const menu = await inPhone(browser, async (page) => {
      await page.goto(address, { waitUntil: 'networkidle' })
      return (await page.locator(MENU).first().boundingBox())!
    })

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
      'JavaScript until ten seconds later, brotli',
      of(({ rested }) => rested.bytes / 1000),
      120,
      'kB',
      visits[0]!.rested.names,
    )
    limit(
      'JavaScript files until ten seconds later',
      of(({ rested }) => rested.count),
      12,
      'files',
    )
    limit(
      'everything until the page is alive',
      of(({ bytes }) => bytes / 1000),
      300,
      'kB',
    )
    limit(
      'everything until ten seconds later, for the service worker too',
      of(({ all }) => all.bytes / 1000),
      600,
      'kB',
      `${of(({ all }) => all.count)} files`,
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
    limit(
      'long tasks in total',
      median(tasks),
      150,
      'ms',
      `${listAll(tasks)}; ${inspected} ms with an inspector attached`,
    )

    const reactions: number[] = []
    for (let index = 0; index < VISITS; index++)
      reactions.push(await inPhone(browser, (page) => waitForReaction(page, address)))
    limit('the menu button reacts, from the start of navigation', median(reactions) / 1000, 0.6, 's')

    for (const afterMs of GESTURES_MS) {
      const when = `${afterMs === 0 ? 'at once' : `${afterMs / 1000} s`} after the page is alive`
      const taps: number[] = []
      for (let index = 0; index < VISITS; index++) {
        taps.push(await inPhone(browser, (page) => tapFirst(page, address, afterMs, menu)))
      }
      limit(`first gesture, a tap on the menu ${when}, until the next frame`, median(taps), 200, 'ms', listAll(taps))
    }

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

function listAll(times: readonly number[]): string {
  return `all: ${times.map((time) => time.toFixed(0)).join(', ')}`
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

/**
 * Until the page is interactive, which it reports in its console. Polling would inject scripts, and on a slowed
 * processor that is a long task.
 */
async function openAlive(page: Page, address: string): Promise<void> {
  await page.addInitScript((alive) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector(alive) === null) return
      observer.disconnect()
      Object.assign(window, { aliveAt: performance.now() })
      console.log(alive)
    }).observe(document, { attributes: true, childList: true, subtree: true })
  }, ALIVE)
  await Promise.all([
    page.waitForEvent('console', (message) => message.text() === ALIVE),
    page.goto(address, { waitUntil: 'commit' }),
  ])
}

/** Stores a consent answer, because the banner would cover the bottom of the screen. */
async function answerConsent(page: Page, address: string): Promise<void> {
  const value = encodeURIComponent(serializeConsent(NO_CONSENT))
  await page.context().addCookies([{ name: CONSENT_COOKIES.consents, value, url: address }])
}

/** Milliseconds from the tap to the next frame, as reported by the browser (Event Timing, in steps of 8 ms). */
async function tapFirst(
  page: Page,
  address: string,
  afterMs: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<number> {
  await slowDown(page)
  await answerConsent(page, address)
  await page.addInitScript(() => {
    const note = (list: PerformanceObserverEntryList) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId > 0)
          Object.assign(window, { tapped: Math.max(duration, (window as { tapped?: number }).tapped ?? 0) })
    }
    new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    new PerformanceObserver(note).observe({ type: 'first-input', buffered: true })
  })
  await openAlive(page, address)
  await page.waitForTimeout(afterMs)
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await page.waitForTimeout(WATCHED_MS)
  const tapped = await page.evaluate(() => (window as { tapped?: number }).tapped)
  if (tapped === undefined) throw new Error('The page did not feel the tap')
  return tapped
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
  const ofWorker: Request[] = []
  page.context().on('requestfinished', (request) => request.serviceWorker() !== null && ofWorker.push(request))
  await page.addInitScript(() => {
    const seen = { shift: 0, paint: 0, longTasks: 0 }
    Object.assign(window, { seen })
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
  })
  await openAlive(page, address)
  await page.waitForTimeout(RESTED_MS)
  const sizes = await Promise.all(ofWorker.map((request) => request.sizes()))
  const { fetched, aliveAt, ...seen }: Seen = await page.evaluate(() => {
    const noted = window as unknown as { seen: Omit<Seen, 'fetched' | 'aliveAt'>; aliveAt: number }
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      ...noted.seen,
      aliveAt: noted.aliveAt,
      fetched: resources.map(({ name, startTime }) => ({ path: name, at: startTime })),
    }
  })
  const before = fetched.filter(({ at }) => at <= aliveAt)
  const bytesOf = (resources: Seen['fetched']) =>
    [address, ...new Set(resources.map(({ path }) => path))].reduce((sum, path) => sum + (received.get(path) ?? 0), 0)
  return {
    ...seen,
    alive: await toScripts(before),
    settled: await toScripts(fetched.filter(({ at }) => at <= aliveAt + SETTLED_MS)),
    rested: await toScripts(fetched),
    bytes: bytesOf(before),
    all: {
      bytes: sizes.reduce(
        (sum, { responseHeadersSize, responseBodySize }) => sum + responseHeadersSize + responseBodySize,
        bytesOf(fetched),
      ),
      count: 1 + new Set(fetched.map(({ path }) => path)).size + sizes.length,
    },
  }
}

/**
 * A script's size is its compressed body; the total of all requests includes headers. Requested again, because files
 * from the service worker report only the size of their text.
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

/** Presses the menu button repeatedly from the first moment until it opens its menu. */
async function waitForReaction(page: Page, address: string): Promise<number> {
  await slowDown(page)
  await page.addInitScript((menu) => {
    const timer = setInterval(() => {
      const button = document.querySelector<HTMLElement>(menu)
      if (button === null) return
      button.click()
      if (button.getAttribute('aria-expanded') !== 'true') return
      clearInterval(timer)
      // Checked at once: the timer's next turn may come after the first frame.
      Object.assign(window, { reactedAt: performance.now() })
    }, 20)
  }, MENU)
  // The page is not polled until then, because each poll is work for it.
  await page.goto(address, { waitUntil: 'load' })
  const handle = await page.waitForFunction(() => (window as { reactedAt?: number }).reactedAt, undefined, {
    timeout: 30_000,
  })
  return (await handle.jsonValue())!
}

/** Milliseconds until the headline was painted: since the page's click event, and since the touch. */
type Shown = { afterClick: number; afterTouch: number }

/** Waits until the page has prefetched a visible article, taps it, and waits for the frame that shows it. */
async function navigate(page: Page, address: string, slowdown: number): Promise<Shown> {
  const prefetched = new Set<string>()
  page.on('response', (response) => {
    const id = /\/articles\/(\d+)(?:\?|$)/.exec(response.url())?.[1]
    if (id !== undefined) prefetched.add(id)
  })
  await slowDown(page, slowdown)
  await answerConsent(page, address)
  await page.goto(address, { waitUntil: 'load' })
  const link = page.locator('main aside a[href], main section a[href]').filter({ visible: true })
  const target = await findPrefetched(page, link, prefetched)
  await page.evaluate(() => {
    const before = document.querySelector('h1')!.textContent
    document.addEventListener(
      'click',
      (event) => {
        const clicked = performance.now()
        // The browser's own time of painting.
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
  // By coordinates: the library's own tap runs checks in the page first.
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
    // Its neighbours are prefetched, too, and must not share the processor with the tap.
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
