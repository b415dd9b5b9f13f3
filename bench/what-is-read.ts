/**
 * What the figures of what is read cost: a view from the door of the portal to the written sum of the day, on the embedded engine.
 * 2,000 views a second must fit on one core.
 */
import { FIGURES, type PageTold } from '@lokalteil/contracts/figures'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { createFiguresService } from '@lokalteil/services/figures/app'
import { openDatabase } from '@lokalteil/services/platform/database'
import { createFiguresDoor } from '@lokalteil/web/server/api/figures-door'
import { createPortalApi } from '@lokalteil/web/server/api/portal-api'
import { createSeenBuffer } from '@lokalteil/web/server/api/seen-buffer'
import { toLimited, type Report } from './figures.ts'

const VIEWS = 20_000
const GROUP = 'Figures of what is read'
const KEY = 'a-service-key-for-benchmarks'

export async function measureWhatIsRead(report: Report): Promise<void> {
  const database = await openDatabase()
  const { app } = await createFiguresService({ database, serviceKey: KEY, months: 1, checkAnswers: false })
  const figures = createClient(FIGURES, {
    fetch: async (request) => app.fetch(request),
    base: 'http://figures.internal/ak',
    headers: { authorization: `Bearer ${KEY}` },
  })
  const buffer = createSeenBuffer({ figuresOf: () => figures, log: () => {}, most: VIEWS, pauseMs: 250 })
  const door = createFiguresDoor({
    portalApi: createPortalApi(
      { originOf: () => 'https://ak.example', trustedProxies: ['10.0.0.1'] },
      { authorise: async () => ({ kind: 'anonymous' }), read: async () => ({ kind: 'anonymous' }) },
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
      article: String(number % 3000),
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
          'x-forwarded-for': `198.${number % 250}.${(number >> 3) % 250}.7`,
          'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36',
        },
        body: JSON.stringify(told),
      },
      { incoming },
    )
  }
  const cpu = process.cpuUsage()
  const begun = performance.now()
  for (let number = 0; number < VIEWS; number++) await tell(number)
  await buffer.close()
  const wall = performance.now() - begun
  const { user, system } = process.cpuUsage(cpu)
  await database.close()
  const milliseconds = (user + system) / 1000 / VIEWS
  const baseline = `${Math.round(1000 / milliseconds)} views a second of one core, ${Math.round(VIEWS / (wall / 1000))} in this run`
  report(toLimited(GROUP, 'a view, from the door to the sum of the day', milliseconds, 0.5, 'ms', baseline))
}
