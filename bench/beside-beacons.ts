/** The cost of the figures for a reader: a stored article while many pages report, and the collector on a page. */
import { setTimeout } from 'node:timers/promises'
import { launchBrowser } from '@lokalteil/tools/chromium'
import type { Browser } from 'playwright-core'
import { pickDemoArticle } from './articles.ts'
import { median, quantile, toLimited, toShort, type Report } from './figures.ts'
import { runProgram, withPortal } from './processes.ts'
import { closeConnections, readSteadily } from './steady-readers.ts'

const BEACONS = 2000
const READERS = 50
const SECONDS = 15
const P99_MS = 100
const COLLECTOR_MS = 0.05
const VISITS = 20

export async function measureBesideBeacons(report: Report, group: string): Promise<void> {
  try {
    // Each page may have an address of its own, because one address may tell 600 a minute.
    await withPortal({ DEMO: '1', TRUST_PROXY: '127.0.0.1' }, async ({ port, origin, untilPrinted }) => {
      await untilPrinted('"demo-complete"')
      const path = await pickDemoArticle(port)
      await measureArticle(report, group, port, path)
      const browser = await launchBrowser()
      try {
        await measureCollector(report, group, browser, origin + path)
      } finally {
        await browser.close()
      }
    })
  } finally {
    closeConnections()
  }
}

async function measureArticle(report: Report, group: string, port: number, path: string): Promise<void> {
  const read = async (seconds: number) => {
    const answers = await readSteadily(port, [path], READERS, seconds)
    const wrong = answers.find(({ status }) => status !== 200)
    if (wrong !== undefined) throw new Error(`${path} answered ${wrong.status}`)
    return [0.5, 0.99].map((share) =>
      quantile(
        answers.map(({ ms }) => ms),
        share,
      ),
    ) as [number, number]
  }
  await read(5)
  const stored = await fetch(`http://127.0.0.1:${port}${path}`)
  if (stored.headers.get('x-cache') !== 'HIT') throw new Error(`${path} did not come from the cache`)
  const [quietMedian, quiet] = await read(SECONDS)
  const telling = runProgram<{ told: number; answers: Record<string, number>; perSecond: number }>(
    'bench/beacon-process.ts',
    [String(port), String(BEACONS), String(SECONDS + 5)],
  )
  await setTimeout(3000)
  const [busyMedian, busy] = await read(SECONDS)
  const { told, answers, perSecond } = await telling
  if (answers[204] !== told) throw new Error(`Of ${told} views were answered: ${JSON.stringify(answers)}`)
  report(
    toLimited(
      group,
      `p99 of a stored article while pages tell ${BEACONS} views a second`,
      busy,
      P99_MS,
      'ms',
      `median ${toShort(busyMedian)} ms; without them p99 ${toShort(quiet)} ms, median ${toShort(quietMedian)} ms; ${Math.round(perSecond)} views a second were answered`,
    ),
  )
}

/** The part of the page's state that the collector reads. */
const STATE = { route: { name: 'article' }, content: { kind: 'page', data: { article: { id: '1' } } } }
type Started = { collector?: { viewed: (page: object, isNewPath: boolean) => void } }

/**
 * Processor time of scripts, from the load of the collector to its beacon, in a page that waits; and the same steps without it. The
 * browser counts in time of the thread, so other work on the machine is not in it, nor is the wait for the process that sends.
 */
async function measureCollector(report: Report, group: string, browser: Browser, address: string): Promise<void> {
  const file = await findCollector(browser, address)
  const differences: number[] = []
  const visit = (own: string | null) => timeCollector(browser, address, own)
  await visit(file)
  for (let round = 0; round < VISITS; round++) {
    const without = await visit(null)
    differences.push((await visit(file)) - without)
  }
  const all = differences.toSorted((one, other) => one - other).map((ms) => ms.toFixed(2))
  report(
    toLimited(
      group,
      'processor time of the collector on a page, from its load to the beacon',
      Math.max(0, median(differences)),
      COLLECTOR_MS,
      'ms',
      `median of ${VISITS} visits with four looks at a scrolled page, less the same without it: from ${all[0]} to ${all.at(-1)} ms; nothing was compiled before`,
    ),
  )
}

async function findCollector(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage()
  const found = page.waitForRequest((request) => COLLECTOR.test(request.url()))
  await page.goto(address)
  const url = (await found).url()
  await page.context().close()
  return url
}

const COLLECTOR = /\/collector[^/]*\.js$/

/** Milliseconds. `file`: the script of the collector; null: the same steps without it. */
async function timeCollector(browser: Browser, address: string, file: string | null): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  // The page starts none by itself.
  await page.route(COLLECTOR, (route) => route.abort())
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value * 1000
    return of('ScriptDuration') + of('V8CompileDuration')
  }
  await page.goto(address)
  await page.waitForSelector('html[data-navigable]')
  await page.waitForTimeout(3000)
  const before = await read()
  await page.evaluate(
    async ([path, state]) => {
      if (path === null) return
      const module = (await import(`${path}?own`)) as Record<string, unknown>
      const start = Object.values(module).find((one) => typeof one === 'function') as (
        getPage: () => object,
        toAnswer: () => string,
        takeAds: () => undefined,
      ) => NonNullable<Started['collector']>
      const begun = start(
        () => state,
        () => 'unasked',
        () => undefined,
      )
      Object.assign(window, { collector: begun })
    },
    [file, STATE] as const,
  )
  for (let look = 0; look < 4; look++) {
    await page.waitForTimeout(700)
    await page.evaluate(() => scrollBy({ top: 800, behavior: 'instant' }))
  }
  await page.waitForTimeout(700)
  await page.evaluate((state) => (window as Started).collector?.viewed(state, true), STATE)
  const spent = (await read()) - before
  await context.close()
  return spent
}
