/**
 * Articles that were never requested before: ten thousand in the embedded database, each request to another one. Counts
 * the processor time of the whole server process, including its database engine and compression threads.
 */
import { importTexts, listArticlePaths } from './articles.ts'
import { toLimited, type Report } from './figures.ts'
import { readCpu, readMemory, runProgram, withPortal } from './processes.ts'
import type { Split } from './render-process.ts'
import { fetchOnce, sendRequests } from './requests.ts'

const ARTICLES = Number(process.env.BENCH_ARTICLES || 10_000)
const WARMING = 1_000
const REQUESTS = 3_000
const TARGET_PAGE = 3
const TARGET_RENDER = 1

export async function measureUncachedArticle(report: Report): Promise<void> {
  await withPortal({}, async (portal) => {
    await importTexts(portal.port, portal.folder, ARTICLES)
    const afterImport = readMemory(portal.pid)
    const paths = await listArticlePaths(portal.port, ARTICLES)
    // Spread over the whole archive, so that no cache knows them.
    const order = paths.map((_, index) => paths[(index * 7_919) % paths.length]!)
    let misses = 0
    const run = (from: number, count: number) =>
      sendRequests(
        portal.port,
        count,
        (index) => order[from + index]!,
        ({ headers }) => void (headers['x-cache'] === 'MISS' && misses++),
      )
    const warming = Math.min(WARMING, Math.floor(order.length / 4))
    const requests = Math.min(REQUESTS, order.length - warming)
    await run(0, warming)
    misses = 0
    const before = readCpu(portal.pid)
    await run(warming, requests)
    const cpu = (readCpu(portal.pid) - before) / requests
    if (misses < requests * 0.99) throw new Error(`Only ${misses} of ${requests} requests were misses`)
    const memory = readMemory(portal.pid)
    const page = await fetchOnce(portal.port, order.at(-1)!)
    const split = await runProgram<Split>('bench/render-process.ts', [String(portal.port), ...order.slice(0, 60)])
    report(
      toLimited(
        'uncached article',
        `CPU per request of the whole process, ${paths.length} articles`,
        cpu,
        TARGET_PAGE,
        'ms',
        `answers of ${(page.body.length / 1000).toFixed(1)} kB brotli; in a loop: render ${split.render.toFixed(2)} ms, compress ${split.compress.toFixed(2)} ms of ${(split.bytes / 1000).toFixed(0)} kB, the rest is load, decide, HTTP, collection`,
      ),
    )
    report(
      toLimited(
        'uncached article',
        'render',
        split.render,
        TARGET_RENDER,
        'ms',
        `median of ${split.articles} articles, p95 ${split.p95.toFixed(2)} ms`,
      ),
    )
    report(
      toLimited(
        'memory',
        `of the portal with ${paths.length} articles, after ${requests + warming} pages`,
        memory.now,
        700,
        'MB',
        `after the import ${afterImport.now.toFixed(0)} MB, peak ${memory.peak.toFixed(0)} MB`,
      ),
    )
  })
}
