/**
 * The first page of an issue on a slow phone with an empty cache, until the page picture is drawn (`phone-visit.ts`).
 */
import type { Browser } from 'playwright-core'
import { median, toLimited, type Report } from '@lokalteil/bench/figures'
import { inPhone, slowDown } from '@lokalteil/bench/phone-visit'
import { withDemo } from '@lokalteil/bench/processes'

const VISITS = 5
const MOST_SECONDS = 1.5
const DRAWN_MS = 180_000
const REST_MS = 4_000

/** Milliseconds since the start of navigation. */
type Seen = { pageAt: number; element: string; shift: number }

export async function measureEpaperOnPhone(report: Report): Promise<void> {
  await withDemo(async ({ origin }, browser) => {
    const address = await findIssue(origin)
    const visits: Seen[] = []
    for (let index = 0; index < VISITS; index++) visits.push(await visit(browser, origin, address))
    const element = visits[0]!.element
    report(
      toLimited(
        'phone',
        'the first page of an issue is on the screen',
        median(visits.map(({ pageAt }) => pageAt)) / 1000,
        MOST_SECONDS,
        's',
        `Largest Contentful Paint: ${element}`,
      ),
    )
    report(
      toLimited(
        'phone',
        'layout shift of an issue',
        median(visits.map(({ shift }) => shift)),
        0.02,
        'CLS',
        'the target',
      ),
    )
  })
}

/** The newest issue of the demo, once it is drawn. */
async function findIssue(origin: string): Promise<string> {
  for (const end = Date.now() + DRAWN_MS; Date.now() < end;) {
    const { issues } = (await (await fetch(`${origin}/api/epaper/issues`)).json()) as {
      issues: { edition: string; day: string }[]
    }
    if (issues[0] !== undefined) return `${origin}/epaper/${issues[0].edition}/${issues[0].day}`
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('No issue of the demo was drawn')
}

async function visit(browser: Browser, origin: string, address: string): Promise<Seen> {
  return inPhone(browser, async (page) => {
    const login = await page.context().request.post(`${origin}/api/mein/oauth2/login`, {
      data: { email: 'epaper@demo.example', password: 'Lokalteil-Demo-1' },
      headers: { origin },
    })
    if (!login.ok()) throw new Error(`The login was answered with ${login.status()}`)
    await slowDown(page)
    await page.addInitScript(() => {
      const seen = { pageAt: 0, element: '', shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
      new PerformanceObserver((list) => {
        const last = list.getEntries().at(-1) as PerformanceEntry & { url?: string; element?: Element }
        seen.pageAt = last.startTime
        seen.element = /\/(thumb|small|page|zoom)\?/.exec(last.url ?? '')?.[1] ?? last.element?.tagName ?? ''
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForTimeout(REST_MS)
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
    if (!['small', 'page'].includes(seen.element))
      throw new Error(`The largest thing was ${seen.element}, not the page`)
    return seen
  })
}
