/** Import of ten thousand real-sized articles, and search over them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTexts, writeTexts } from './articles.ts'
import { toLimited, toShort, type Report } from './figures.ts'
import type { ImportFindings, Taken } from './import-process.ts'
import { runProgram } from './processes.ts'
import { listQueries } from './search-queries.ts'

const ARTICLES = Number(process.env.BENCH_ARTICLES || 10_000)
const TARGET_RATE = 0.5
const TARGET_SEARCH = 25

export async function measureImportAndSearch(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  try {
    const origin = await writeTexts(join(folder, 'texts.jsonl'), ARTICLES, new Date())
    writeFileSync(join(folder, 'queries.json'), JSON.stringify(listQueries((await readTexts()).texts)))
    const found = await runProgram<ImportFindings>('bench/import-process.ts', [folder])
    const perSecond = ({ milliseconds }: Taken) => (found.articles * 1000) / milliseconds
    const ratio = found.bare.milliseconds / found.imported.milliseconds
    const cpu = (taken: Taken) => `${(taken.cpu / found.articles).toFixed(2)} ms`
    report({
      group: 'import',
      name: `articles per second, ${found.articles} of ${Math.round(found.characters)} characters (${origin})`,
      measured: `${toShort(perSecond(found.imported))} (CPU ${cpu(found.imported)} each)`,
      baseline: `bare batched inserts of the same ${found.rows} rows: ${toShort(perSecond(found.bare))} (CPU ${cpu(found.bare)} each)`,
      ratio,
      target: `≥ ${TARGET_RATE} ×`,
      isReached: ratio >= TARGET_RATE,
    })
    for (const search of found.searches) {
      const detail = `${search.found} with hits; p95 ${search.p95.toFixed(0)} ms, longest: ${search.worst}`
      report(
        toLimited(
          'search',
          `median of ${search.count} queries, ${search.kind}`,
          search.median,
          TARGET_SEARCH,
          'ms',
          detail,
        ),
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
