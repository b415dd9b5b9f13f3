/** A hundred thousand homes and jobs: time of a search with all its counts, on both engines. */
import { openTestPostgres } from '@lokalteil/tools/postgres'
import type { MarketFindings } from './markets-process.ts'
import { toLimited, toShort, type Report } from '@lokalteil/bench/figures'
import { runProgram } from '@lokalteil/bench/processes'

const LISTINGS = Number(process.env.BENCH_LISTINGS || 100_000)
const MOST_MS = { embedded: 80, postgres: 40 } as const

export async function measureMarkets(report: Report): Promise<void> {
  const cluster = await openTestPostgres()
  try {
    for (const engine of ['postgres', 'embedded'] as const) {
      const found = await runProgram<MarketFindings>('rooms/markets/bench/markets-process.ts', [
        String(LISTINGS),
        engine === 'postgres' ? cluster.url : '',
      ])
      const { median, p95, cpu, searches, worst, bare, bareCpu, loadMs, memoryMb, takenPerSecond } = found
      report(
        toLimited(
          'markets',
          `facet search over ${LISTINGS} homes and jobs, ${engine}`,
          median,
          MOST_MS[engine],
          'ms',
          `median of ${searches} different searches, a page of listings with every count; p95 ${toShort(p95)} ms (${worst}), CPU ${toShort(cpu)} ms each; the same hits counted by one facet alone in SQL: ${toShort(bare)} ms (CPU ${toShort(bareCpu)} ms)`,
        ),
      )
      report(
        toLimited(
          'markets',
          `both markets read into memory after a start, ${engine}`,
          loadMs / 1000,
          10,
          's',
          `${toShort(memoryMb)} MB more than without them; they came in at ${toShort(takenPerSecond)} a second`,
        ),
      )
    }
  } finally {
    await cluster.stop()
  }
}
