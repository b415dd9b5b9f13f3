/** The feed of a reader with fifty topics over a hundred thousand articles, on both engines, against reading the same articles by their ids. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedFindings } from './feed-process.ts'
import { toLimited, toShort, type Report } from './figures.ts'
import { runProgram } from './processes.ts'

const ARTICLES = Number(process.env.BENCH_FEED_ARTICLES || 100_000)
const TARGET_MS = { embedded: 80, postgres: 30 } as const

export async function measurePersonalFeed(report: Report): Promise<void> {
  for (const engine of ['embedded', 'postgres'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
    try {
      const found = await runProgram<FeedFindings>('bench/feed-process.ts', [folder, engine, String(ARTICLES)])
      const name = `feed of ${found.topics} topics over ${found.articles} articles, ${engine}, median`
      report(
        toLimited(
          'personal',
          name,
          found.median,
          TARGET_MS[engine],
          'ms',
          `${found.items} teasers by their ids: ${toShort(found.bare)} ms; p95 of the feed ${toShort(found.p95)} ms`,
        ),
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
