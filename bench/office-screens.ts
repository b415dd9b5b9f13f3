/**
 * The screens of the office in Chromium: what list, article and front weigh, when the list can be used and how long a key takes in a
 * long text on a processor slowed to a quarter; and what a reader's pages load of the office, which is nothing.
 */
import type { CDPSession, Page } from 'playwright-core'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { launchBrowser } from '@lokalteil/tools/chromium'
import { pickDemoArticle } from './articles.ts'
import { median, quantile, toLimited, type Report } from './figures.ts'
import { toSizes, watchFor } from './ready-moment.ts'

const GROUP = 'office'
const SLOWDOWN = 4
const VISITS = 5
const KEYS = 100
/** The list fetches the article's screen three seconds after it is there; a reader's page is quiet by then. */
const REST_MS = 4000

const MOST = { list: 200, article: 105, front: 60, usable: 1500, key: 30, readers: 0 } as const

const ROW = 'main a[data-row]'
const TEXT = 'main [role="textbox"][contenteditable="true"]'
const BLOCK_ROW = 'main [role="row"][data-row]'
const FILES = '/assets/office/'

/** `articleId`: of a text of 5,000 words. */
export async function measureScreens(report: Report, port: number, articleId: string): Promise<void> {
  const browser = await launchBrowser()
  try {
    // Of this host Chromium keeps the secure cookie of the session without TLS.
    const origin = `http://localhost:${port}`
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      baseURL: origin,
      locale: 'de-DE',
    })
    const page = await context.newPage()
    await signIn(page)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const office = '/redaktion/ak'
    const article = `${office}/artikel/${articleId}`
    await measureWeight(report, page, {
      list: [`${office}/artikel`, ROW],
      article: [article, TEXT],
      front: [`${office}/seiten/start`, BLOCK_ROW],
    })

    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const visits: number[] = []
    for (let index = 0; index < VISITS; index++) visits.push((await visit(page, `${office}/artikel`, ROW)).readyAt)
    const all = `all: ${visits.map((time) => time.toFixed(0)).join(', ')}`
    report(toLimited(GROUP, `list usable, ${SLOWDOWN} × slowed, empty cache`, median(visits), MOST.usable, 'ms', all))

    await visit(page, article, TEXT)
    const keys = await typeKeys(page, session)
    const name = `key in 5,000 words (script, style, layout), ${SLOWDOWN} × slowed, p95 of ${KEYS}`
    report(toLimited(GROUP, name, quantile(keys, 0.95), MOST.key, 'ms', `median ${median(keys).toFixed(1)} ms`))
    await context.close()

    await measureReaders(report, await browser.newPage({ baseURL: origin }), await pickDemoArticle(port))
  } finally {
    await browser.close()
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/redaktion')
  await page.getByLabel('E-Mail-Adresse').fill(toStaffEmail('desk'))
  await page.getByLabel('Passwort').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
}

/** Address of a script or style → compressed bytes. */
type Sizes = ReadonlyMap<string, number>
type Visit = { readyAt: number; sizes: Sizes }

/** Until an element is there, milliseconds since the start of navigation, with the scripts and styles that were asked for by then. */
async function visit(page: Page, path: string, ready: string): Promise<Visit> {
  await page.goto('about:blank')
  const watch = await watchFor(page, ready)
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  const { readyAt, fetched } = await watch.read()
  await watch.dispose()
  return { readyAt, sizes: toSizes(fetched.filter(({ startTime }) => startTime <= readyAt)) }
}

type Screen = 'list' | 'article' | 'front'

async function measureWeight(
  report: Report,
  page: Page,
  screens: Readonly<Record<Screen, readonly [path: string, ready: string]>>,
): Promise<void> {
  const { sizes: list } = await visit(page, ...screens.list)
  reportWeight(report, 'shell and list of articles', list, MOST.list)
  for (const [screen, name] of [
    ['article', 'screen of an article beside them'],
    ['front', 'screen of a front beside them'],
  ] as const) {
    const { sizes } = await visit(page, ...screens[screen])
    reportWeight(report, name, new Map([...sizes].filter(([address]) => !list.has(address))), MOST[screen])
  }
}

function reportWeight(report: Report, name: string, sizes: Sizes, most: number): void {
  const names = [...sizes].map(
    ([address, size]) => `${/([\w.]+)-[\w-]+\.\w+$/.exec(address)?.[1] ?? address} ${(size / 1000).toFixed(1)}`,
  )
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (total === 0) throw new Error(`${name}: no file had a size`)
  report(toLimited(GROUP, `${name}: scripts and styles, brotli`, total / 1000, most, 'kB', names.join(', ')))
}

/** Milliseconds of script, style and layout for each key in the middle of the text, saving meanwhile included. */
async function typeKeys(page: Page, session: CDPSession): Promise<number[]> {
  const paragraphs = page.locator(TEXT).locator('p')
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click()
  await page.keyboard.press('End')
  await session.send('Performance.enable')
  const times: number[] = []
  for (let index = 0; index < KEYS; index++) {
    const before = await readWork(session)
    await page.keyboard.press(index % 6 === 5 ? 'Space' : 'e')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    times.push((await readWork(session)) - before)
  }
  await session.send('Performance.disable')
  return times
}

const WORK = new Set(['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'])

/** Milliseconds so far. */
async function readWork(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.reduce((sum, { name, value }) => (WORK.has(name) ? sum + value * 1000 : sum), 0)
}

async function measureReaders(report: Report, page: Page, article: string): Promise<void> {
  let bytes = 0
  for (const path of ['/', article]) {
    await page.goto(path, { waitUntil: 'load' })
    await page.waitForTimeout(REST_MS)
    bytes += await page.evaluate(
      (files) =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).reduce(
          (sum, { name, encodedBodySize }) =>
            new URL(name).pathname.startsWith(files) ? sum + Math.max(1, encodedBodySize) : sum,
          0,
        ),
      FILES,
    )
  }
  const baseline = 'home and an article; tools/office-build.test.ts compares all files'
  report(toLimited(GROUP, 'files of the office on pages of readers', bytes, MOST.readers, 'B', baseline))
}
