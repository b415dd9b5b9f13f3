/**
 * Cost and correctness of the figures: a view from the door of the portal to the written sum of the day,
 * on the embedded engine (2,000 views a second must fit on one core), a stored article meanwhile, the collector on a page, and the
 * size of 90 days.
 */
import { FIGURES, type PageTold } from '@lokalteil/contracts/figures'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { toDayKey } from '@lokalteil/domain/german'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { createFiguresService } from '@lokalteil/services/figures/app'
import { openDatabase } from '@lokalteil/services/platform/database'
import { createFiguresDoor } from '@lokalteil/web/server/api/figures-door'
import { createPortalApi } from '@lokalteil/web/server/api/portal-api'
import { createSeenBuffer } from '@lokalteil/web/server/api/seen-buffer'
import { measureBesideBeacons } from './beside-beacons.ts'
import { measureFiguresOfDays } from './figures-of-days.ts'
import { toLimited, type Report } from './figures.ts'

const VIEWS = 20_000
const ARTICLES = 3000
const GROUP = 'Figures of what is read'
const KEY = 'a-service-key-for-benchmarks'

export async function measureWhatIsRead(report: Report): Promise<void> {
  // The service takes figures of publications that exist.
  setPublications(TEST_PUBLICATIONS)
  await measureViews(report)
  await measureBesideBeacons(report, GROUP)
  await measureFiguresOfDays(report, GROUP)
}

async function measureViews(report: Report): Promise<void> {
  const database = await openDatabase()
  const { app } = await createFiguresService({ database, serviceKey: KEY, months: 1, checkAnswers: false })
  const figures = createClient(FIGURES, {
    fetch: async (request) => app.fetch(request),
    base: 'http://figures.internal/ak',
    headers: { authorization: `Bearer ${KEY}` },
    timeout: 60_000,
  })
  const buffer = createSeenBuffer({ figuresOf: () => figures, log: () => {}, most: VIEWS, pauseMs: 250 })
  const door = createFiguresDoor({
    portalApi: createPortalApi(
      { originOf: () => 'https://ak.example', trustedProxies: ['10.0.0.1'] },
      {
        authorise: async () => ({ kind: 'anonymous' }),
        authoriseToken: async () => ({ kind: 'anonymous' }),
        accessTokenOf: () => null,
        read: async () => ({ kind: 'anonymous' }),
      },
    ),
    isCounted: () => true,
    hasAd: () => false,
    hostsOf: () => ['ak.example'],
    buffer,
    figuresOf: () => figures,
    now: () => new Date(),
  })
  const incoming = { socket: { remoteAddress: '10.0.0.1' } } as never
  const tell = (number: number) => {
    const told: PageTold = {
      page: 'article',
      article: String(number % ARTICLES),
      section: `ressort-${number % 40}/ort`,
      from: ['', 'www.google.de', 'ak.example'][number % 3]!,
      quarters: [number % 5, 0],
      seconds: number % 120,
      consent: 'unasked',
      vitals: { lcp: 900 + (number % 4000), cls: number % 200, inp: number % 300 },
    }
    return door.routes.request(
      'https://ak.example/api/figures',
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-publication': 'ak',
          'x-forwarded-for': `${toNetwork(number)}.7`,
          'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36',
        },
        body: JSON.stringify(told),
      },
      { incoming },
    )
  }
  const from = new Date()
  const cpu = process.cpuUsage()
  const begun = performance.now()
  for (let number = 0; number < VIEWS; number++) await tell(number)
  await buffer.close()
  const wall = performance.now() - begun
  const { user, system } = process.cpuUsage(cpu)
  const span = { from: toDayKey(from), to: toDayKey(new Date()) }
  const listed = await figures.listFigures({ query: { ...span, by: 'article', limit: 5000 } })
  const summary = await figures.getSummary({ query: span })
  await database.close()
  if (!listed.ok || !summary.ok) throw new Error('The figures do not answer')
  const milliseconds = (user + system) / 1000 / VIEWS
  const baseline = `${Math.round(1000 / milliseconds)} views a second of one core, ${Math.round(VIEWS / (wall / 1000))} in this run`
  report(toLimited(GROUP, 'a view, from the door to the sum of the day', milliseconds, 0.5, 'ms', baseline))

  const exact = countPlainly()
  const rows = [{ value: 'all', ...summary.data }, ...listed.data.rows]
  const deviation = Math.max(
    ...rows.flatMap(({ value, views, visitors }) => {
      const { views: seen, visitors: readers } = exact.get(value) ?? { views: 0, visitors: new Set() }
      return [Math.abs(views / seen - 1), Math.abs(visitors / readers.size - 1)]
    }),
    Math.abs(rows.length / exact.size - 1),
  )
  report(
    toLimited(
      GROUP,
      'largest deviation from an exact count, of views and visitors',
      deviation * 100,
      1,
      '%',
      `${VIEWS} views by ${exact.get('all')!.visitors.size} visitors; the sum and each of ${exact.size - 1} articles`,
    ),
  )
}

/** Views and visitors of everything and of each article, as `tell` sends them; a visitor is an address, shortened as the portal does. */
function countPlainly(): Map<string, { views: number; visitors: Set<string> }> {
  const exact = new Map<string, { views: number; visitors: Set<string> }>()
  for (let number = 0; number < VIEWS; number++)
    for (const value of ['all', String(number % ARTICLES)]) {
      const held = exact.get(value) ?? { views: 0, visitors: new Set() }
      exact.set(value, held)
      held.views += 1
      held.visitors.add(toNetwork(number))
    }
  return exact
}

const toNetwork = (number: number): string => `198.${number % 250}.${(number >> 3) % 250}`
