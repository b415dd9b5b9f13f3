/**
 * Pages that the page cache does not have, of the demo and on both engines: processor time of the whole process, as a multiple of
 * the time that React takes for the same pages in the same process. The cache holds one page, and one request runs at a time, so
 * that each is a miss. What the services keep in memory is warm, as it is when the next variant of a page is asked for.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openTestPostgres } from '@lokalteil/tools/postgres'
import { listArticlePaths } from './articles.ts'
import type { RenderCount } from './count-renders.ts'
import { toLimited, toShort, type Report } from './figures.ts'
import { readTreeCpu, root, withPortal, type OwnPortal } from './processes.ts'
import { sendRequests } from './requests.ts'

const WARMING = 400
const REQUESTS = 600
/** Of one core. */
const MOST_IDLE = 0.05
const ARTICLES = 200
const MOST = { article: 2.5, section: 4, home: 4 } as const
const PUBLICATIONS = ['ak', 'fb', 'ht']

export async function measureUncachedPages(report: Report): Promise<void> {
  await measureOn('embedded', {}, report)
  const postgres = await openTestPostgres()
  try {
    await measureOn('PostgreSQL', { DATABASE_URL: postgres.url }, report)
  } finally {
    await postgres.stop()
  }
}

async function measureOn(engine: string, more: Readonly<Record<string, string>>, report: Report): Promise<void> {
  const file = join(tmpdir(), `lokalteil-renders-${process.pid}.json`)
  const environment = { DEMO: '1', PAGE_CACHE_ENTRIES: '1', RENDER_COUNT: file, ...more }
  const flags = ['--import', join(root, 'bench/count-renders.ts')]
  const measure = async (portal: OwnPortal): Promise<void> => {
    await portal.untilPrinted('"demo-complete"')
    const targets = {
      article: await listArticlePaths(portal.port, ARTICLES),
      section: await listSectionPaths(portal.port),
      home: PUBLICATIONS.map((code) => `${code}.localhost/`),
    }
    for (const kind of ['article', 'section', 'home'] as const) {
      const { own, bare } = await measurePages(portal, targets[kind], file)
      report(
        toLimited(
          'uncached pages',
          `${kind}, ${engine}: processor time of the process to that of renderToString`,
          own / bare,
          MOST[kind],
          '×',
          `whole process ${toShort(own)} ms, renderToString ${toShort(bare)} ms each; ${targets[kind].length} pages in turn`,
        ),
      )
    }
  }
  await withPortal(environment, measure, flags).finally(() => rmSync(file, { force: true }))
}

/** Milliseconds of processor time for each page. */
async function measurePages(
  { port, pid }: OwnPortal,
  targets: readonly string[],
  file: string,
): Promise<{ own: number; bare: number }> {
  let misses = 0
  const run = (count: number) =>
    sendRequests(
      port,
      count,
      (index) => targets[index % targets.length]!,
      ({ headers }) => void (headers['x-cache'] === 'MISS' && misses++),
      '',
      1,
    )
  await run(WARMING)
  const idle = await untilQuiet(pid)
  const [from, cpu, before] = [performance.now(), readTreeCpu(pid), await readRenders(pid, file)]
  misses = 0
  await run(REQUESTS)
  const own = readTreeCpu(pid) - cpu - idle * (performance.now() - from)
  const after = await readRenders(pid, file)
  if (misses < REQUESTS * 0.99) throw new Error(`Only ${misses} of ${REQUESTS} requests were misses`)
  return { own: own / REQUESTS, bare: (after.milliseconds - before.milliseconds) / REQUESTS }
}

/** Waits for what rooms of the demo do in the background; the processor time of the idle process, in milliseconds for each. */
async function untilQuiet(pid: number): Promise<number> {
  for (let round = 0; round < 60; round++) {
    const [from, cpu] = [performance.now(), readTreeCpu(pid)]
    await setTimeout(3000)
    const idle = (readTreeCpu(pid) - cpu) / (performance.now() - from)
    if (idle < MOST_IDLE) return idle
  }
  throw new Error('The portal is never quiet')
}

async function readRenders(pid: number, file: string): Promise<RenderCount> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) await setTimeout(20)
  return JSON.parse(readFileSync(file, 'utf8')) as RenderCount
}

type Menus = { menuHandles: { mainMenuHandle: string }; menus: Record<string, { target: string }[]> }

async function listSectionPaths(port: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/__proxy_content_api/v5/sites`)
  const { menuHandles, menus } = (await answer.json()) as Menus
  return (menus[menuHandles.mainMenuHandle] ?? []).map(({ target }) => target)
}
