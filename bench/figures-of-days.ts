/**
 * How large the figures of 90 days become, on the embedded engine, where nothing vacuums. Written are three days by the service itself,
 * each with more of everything than a day may keep: so its rows do not grow with its views, and every further day adds as much.
 */
import { FIGURES, type Seen } from '@lokalteil/contracts/figures'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { STEPS } from '@lokalteil/domain/figures/page-steps'
import { createFiguresService } from '@lokalteil/services/figures/app'
import { openDatabase } from '@lokalteil/services/platform/database'
import { sql } from 'kysely'
import { toLimited, toShort, type Report } from './figures.ts'

const KEY = 'a-service-key-for-benchmarks'
const BATCH = 250
/** The last day shows that more views make no more rows. */
const VIEWS_OF_DAYS = [30_000, 30_000, 120_000]
const DAYS = 90
const MILLION = 1_000_000
/** A visitor is counted in the whole, in a page, a section and an article. */
const MOST_MARKS_OF_VIEW = 4
const LIMIT_GB = 2
const DAY_MS = 86_400_000

export async function measureFiguresOfDays(report: Report, group: string): Promise<void> {
  let clock = new Date('2026-11-02T11:00:00Z')
  const database = await openDatabase()
  const { app, tidy } = await createFiguresService({
    database,
    serviceKey: KEY,
    months: 25,
    now: () => clock,
    checkAnswers: false,
  })
  const figures = createClient(FIGURES, {
    fetch: async (request) => app.fetch(request),
    base: 'http://figures.internal/ak',
    headers: { authorization: `Bearer ${KEY}` },
    timeout: 60_000,
  })
  const measure = async (tables: string) => {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'figures' and c.relkind = 'r' and c.relname like ${tables}`.execute(database.db)
    return rows[0]!.bytes
  }
  const sizes: number[] = []
  let bytesOfMark = 0
  for (const views of VIEWS_OF_DAYS) {
    for (let from = 0; from < views; from += BATCH) {
      const seen = Array.from({ length: BATCH }, (_, index) => toSeen(from + index, clock))
      const answer = await figures.addSeen({ body: { seen, dropped: 0 } })
      if (!answer.ok) throw new Error(`The figures answered ${answer.status}`)
    }
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from figures.marks_even) + (select count(*) from figures.marks_odd) as count`.execute(
      database.db,
    )
    bytesOfMark = Math.max(bytesOfMark, (await measure('marks%')) / rows[0]!.count)
    clock = new Date(clock.getTime() + DAY_MS)
    await tidy()
    sizes.push((await measure('%')) - (await measure('marks%')))
  }
  await database.close()
  const growth = sizes.slice(1).map((size, day) => size - sizes[day]!)
  const marks = bytesOfMark * MOST_MARKS_OF_VIEW * MILLION
  const total = sizes.at(-1)! + (DAYS - sizes.length) * Math.max(...growth) + marks
  const [few, many] = growth.map((bytes) => toShort(bytes / 1e6))
  report(
    toLimited(
      group,
      `${DAYS} days of a million views a day`,
      total / 1e9,
      LIMIT_GB,
      'GB',
      `from three days with all rows that a day may have: ${VIEWS_OF_DAYS[1]} views add ${few} MB, ${VIEWS_OF_DAYS[2]} views ${many} MB; and the marks of today, ${MOST_MARKS_OF_VIEW} a view of ${toShort(bytesOfMark)} bytes, ${toShort(marks / 1e6)} MB`,
    ),
  )
}

/** Half of the views are of articles that many read; the others claim more articles, sections and so on than a day takes. */
function toSeen(number: number, at: Date): Seen {
  const reader = Math.floor(number / 3)
  return {
    at: at.toISOString(),
    isView: true,
    page: `page-${number % 330}`,
    article: String(number % 2 === 0 ? 100_000 + ((number * 7) % 1200) : 200_000 + (number % 30_000)),
    section: `ressort-${number % 1100}`,
    visitor: `203.0.113 reader ${reader}`,
    source: `site:host-${number % 1100}.example`,
    device: number % 3 === 0 ? 'desktop' : 'mobile',
    quarters: [4, 0],
    seconds: number % 600,
    steps: [STEPS[number % STEPS.length]!],
    consent: (['given', 'refused', 'unasked'] as const)[number % 3],
    search: number % 2 === 0 ? 'found' : 'empty',
    vitals: { lcp: (number * 37) % 11_000, cls: (number * 13) % 1100, inp: (number * 17) % 2200 },
    ads: {
      seen: [`anzeige-${number % 330}@platz-${number % 330}`],
      clicked: [`anzeige-${number % 330}@platz-${number % 330}`],
    },
  }
}
