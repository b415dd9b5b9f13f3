/** The cost of the figures for a reader: a stored article while many pages report, and the collector on a page. */
import { setTimeout } from 'node:timers/promises'
import { launchBrowser } from '@lokalteil/tools/chromium'
import type { Browser } from 'playwright-core'
import { pickDemoArticle } from './articles.ts'
import { quantile, toLimited, toShort, type Report } from './figures.ts'
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

type Profile = {
  nodes: { id: number; callFrame: { url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** From its load to the beacon, with what it calls of the browser, by the sampling profiler; without its compilation. */
async function measureCollector(report: Report, group: string, browser: Browser, address: string): Promise<void> {
  let [own, all] = [0, 0]
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Profiler.enable')
    await session.send('Profiler.setSamplingInterval', { interval: 50 })
    await session.send('Profiler.start')
    await page.goto(address)
    await page.waitForSelector('html[data-navigable]')
    await page.waitForTimeout(2000)
    for (let screen = 0; screen < 4; screen++) {
      await page.mouse.wheel(0, 800)
      await page.waitForTimeout(600)
    }
    const told = page.waitForRequest((request) => request.url().endsWith('/api/figures'))
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/"]')!.click())
    await told
    const { profile } = (await session.send('Profiler.stop')) as { profile: Profile }
    const sum = addUp(profile)
    own += sum.own
    all += sum.all
    await context.close()
  }
  if (own === 0) throw new Error('The profiler has not seen the collector')
  report(
    toLimited(
      group,
      'processor time of the collector on a page, from its load to the beacon',
      own / VISITS,
      COLLECTOR_MS,
      'ms',
      `mean of ${VISITS} visits with four screens of scrolling, samples of 50 µs; all scripts of the page ${toShort(all / VISITS)} ms`,
    ),
  )
}

/** Milliseconds in the collector and what it calls, and in all scripts. */
function addUp({ nodes, samples, timeDeltas }: Profile): { own: number; all: number } {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const urls = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.url]))
  const isWithin = (id: number | undefined, of: RegExp): boolean =>
    id !== undefined && (of.test(urls.get(id) ?? '') || isWithin(parents.get(id), of))
  let [own, all] = [0, 0]
  for (const [index, id] of samples.entries()) {
    // Until the next sample.
    const milliseconds = (timeDeltas[index + 1] ?? 0) / 1000
    if (isWithin(id, /\/collector/)) own += milliseconds
    if (isWithin(id, /^http/)) all += milliseconds
  }
  return { own, all }
}
