/**
 * The portal behind Varnish: a hundred thousand requests of readers with cookies and browsers of their own, some signed in, while
 * articles are corrected. How many of them the cache answers, whether one gets the page of another class, and how soon a
 * correction is seen through it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { toEdgeClass } from '@lokalteil/domain/rendering/edge-class'
import { DEMO_PASSWORD, DEMO_PERSONAS, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { startVarnish } from '@lokalteil/tools/edges'
import { makeVisitors, sendTraffic } from '@lokalteil/tools/edge-traffic'
import { findFreePort } from '@lokalteil/tools/free-port'
import { listArticlePaths } from './articles.ts'
import { median, toLimited, toShort, type Report } from './figures.ts'
import { readCpu, startPortal } from './processes.ts'

const REQUESTS = 100_000
const VISITORS = 5000
const LEAST_HIT_RATE = 0.95
const CORRECTIONS = 10
const MOST_MS = 1000
const TOKEN = 'token-of-the-benchmark'
const SECTIONS = ['/', '/lokales', '/sport', '/politik', '/kultur', '/schlagzeilen', '/neueste-artikel', '/themen']

export async function measureEdge(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  const port = await findFreePort()
  const portal = await startPortal(folder, {
    DEMO: '1',
    TRUST_PROXY: '127.0.0.1',
    EDGE: 'varnish',
    EDGE_PURGE_URL: `http://127.0.0.1:${port}/`,
    EDGE_PURGE_TOKEN: TOKEN,
  })
  try {
    await portal.untilPrinted('"demo-complete"')
    const edge = await startVarnish({ port, portalPort: portal.port, token: TOKEN })
    try {
      const articles = await listArticlePaths(portal.port, 60)
      const paths = await listThere(portal.port, [...SECTIONS, ...articles])
      const visitors = makeVisitors(VISITORS, await listSessions(portal.port))
      const before = readCpu(portal.pid)
      const key = readFileSync(join(folder, 'keys/ingest.key'), 'utf8').trim()
      const corrections = correct(portal.port, port, key)
      const traffic = await sendTraffic({
        port,
        host: `localhost:${portal.port}`,
        count: REQUESTS,
        paths,
        visitors,
        check({ headers, visitor }) {
          const own = toEdgeClass(visitor.cookies, visitor.userAgent)
          if (visitor.isSignedIn && headers['x-edge'] === 'HIT') return 'is from the cache for somebody signed in'
          return headers['lokalteil-class'] === own ? null : `is of ${headers['lokalteil-class']} for ${own}`
        },
      })
      const times = await corrections
      const failed = Object.values(traffic.failed).reduce((sum, count) => sum + count, 0)
      if (traffic.wrong.length > 0) console.error(traffic.wrong.join('\n'))
      if (failed > 0) console.error(JSON.stringify(traffic.failed))
      const rate = traffic.hits / traffic.shared
      const group = `behind Varnish, ${REQUESTS} requests`
      report({
        group,
        name: 'answered by the cache, of readers who are not signed in',
        measured: `${toShort(rate * 100)} %`,
        baseline: `of all ${toShort(traffic.hitRate * 100)} %; ${toShort(REQUESTS / traffic.seconds)} a second, ${CORRECTIONS} corrections meanwhile`,
        ratio: rate / LEAST_HIT_RATE,
        target: `≥ ${LEAST_HIT_RATE * 100} %`,
        isReached: rate >= LEAST_HIT_RATE,
      })
      report(toLimited(group, 'pages of another class', traffic.wrong.length, 0, 'pages', 'none is allowed'))
      report(toLimited(group, 'requests without page', failed, 0, 'requests', 'none is allowed'))
      const cpu = (readCpu(portal.pid) - before) / REQUESTS
      report(toLimited(group, 'CPU of the portal per request', cpu, 1, 'ms', 'allowed: 1 ms'))
      report(
        toLimited(
          group,
          'until a correction is seen after it was taken, the slowest',
          Math.max(...times),
          MOST_MS,
          'ms',
          `median ${toShort(median(times))} ms`,
        ),
      )
    } finally {
      await edge.stop()
    }
  } finally {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function listThere(port: number, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) if ((await fetch(`http://127.0.0.1:${port}${path}`)).status === 200) found.push(path)
  return found
}

/** Cookie headers of the demo's readers. */
async function listSessions(port: number): Promise<string[]> {
  return Promise.all(
    DEMO_PERSONAS.map(async ({ name }) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/mein/oauth2/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: toDemoEmail(name), password: DEMO_PASSWORD }),
      })
      if (!response.ok) throw new Error(`The login of ${name} is answered with ${response.status}`)
      return response.headers
        .getSetCookie()
        .map((line) => line.slice(0, line.indexOf(';')))
        .join('; ')
    }),
  )
}

/** Corrects one article again and again; milliseconds from when each correction is taken until it is seen through the cache. */
async function correct(port: number, edgePort: number, key: string): Promise<number[]> {
  const times: number[] = []
  const publish = async (version: number) => {
    const headline = `Fassung ${version} des Berichts`
    const response = await fetch(`http://127.0.0.1:${port}/api/ingest/documents?publication=ak`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        format: 'liveblog@1',
        id: 'bench-edge',
        title: headline,
        section: 'Lokales',
        published: new Date(Date.now() - 3_600_000).toISOString(),
        updated: new Date().toISOString(),
        entries: [{ id: 1, time: new Date().toISOString(), headline, html: '<p>Der Rat berät.</p>' }],
      }),
    })
    const { results } = (await response.json()) as { results: { id: string }[] }
    return { id: results[0]!.id, headline }
  }
  await publish(0)
  for (let version = 1; version <= CORRECTIONS; version++) {
    await setTimeout(1500)
    const { id, headline } = await publish(version)
    const started = performance.now()
    for (;;) {
      const html = await (await fetch(`http://127.0.0.1:${edgePort}/${id}`)).text()
      if (html.includes(headline)) break
      if (performance.now() - started > 30_000) throw new Error('A correction is not seen')
      await setTimeout(20)
    }
    times.push(performance.now() - started)
  }
  return times
}
