/**
 * `node rooms/epaper/bench/epaper-process.ts FOLDER FILE.pdf`: imports an issue through the service's API on the embedded engine and
 * draws it; prints seconds, pages and peak memory. Without a file it only creates the database, which takes more memory
 * than everything after it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { createEpaperService } from '../service/app.ts'
import { openDatabase } from '@lokalteil/services/platform/database'

export type EpaperFindings = {
  seconds: number
  /** Seconds of all threads. */
  cpu: number
  pages: number
  articles: number
  idle: number
  peak: number
}

const [folder = '', file = ''] = process.argv.slice(2)
setPublications(TEST_PUBLICATIONS)
const database = await openDatabase({ dataDir: join(folder, 'data') })
const noContents = { ok: false as const, status: 0, problem: { status: 0, code: 'NONE', title: '' }, headers: null }
const service = await createEpaperService({
  database,
  folder: join(folder, 'epaper'),
  serviceKey: 'the key of a benchmark',
  settingsOf: () => ({ editions: [{ id: 'haupt', name: 'Haupt' }], coins: null }),
  contents: {
    public: () => ({ listNewestArticles: () => Promise.resolve(noContents) }),
    internal: () => ({ getFullArticle: () => Promise.resolve(noContents) }),
  },
})
if (file === '') {
  await service.close()
  await database.close()
  console.log('null')
  process.exit(0)
}
const idle = process.memoryUsage().rss / 1e6
const started = performance.now()
const cpu = process.cpuUsage()
await service.deliver('ak', { edition: 'haupt', day: '2026-11-23' }, { pdf: readFileSync(file), zones: null })
await service.deliveries.runDue()
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(cpu)
const answer = await service.app.fetch(new Request('http://epaper.internal/ak/issues/haupt/2026-11-23'))
const { issue, articles } = (await answer.json()) as { issue: { pageCount: number }; articles: unknown[] }
const findings: EpaperFindings = {
  seconds,
  cpu: (user + system) / 1e6,
  pages: issue.pageCount,
  articles: articles.length,
  idle,
  // Kilobytes, of all threads.
  peak: (process.resourceUsage().maxRSS * 1024) / 1e6,
}
console.log(JSON.stringify(findings))
await service.close()
await database.close()
