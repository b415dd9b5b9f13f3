/** `npm run bench [-- NAME…]`: runs the benchmarks, prints each figure and stores it in docs/benchmarks.md. */
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { ROOM_BENCHMARKS } from '@lokalteil/rooms/bench'
import { listBuilds } from '@lokalteil/tools/builds.mjs'
import { measureCachedArticle } from './cached-article.ts'
import { measureComments } from './comments.ts'
import { measureDecision } from './decision.ts'
import { measureEdge } from './edge.ts'
import { toLine, writeFigures, type Figure, type Report } from './figures.ts'
import { measureImportAndSearch } from './import-and-search.ts'
import { measureLighthouse } from './lighthouse-scores.ts'
import { measureLive } from './live.ts'
import { measureMillion } from './million.ts'
import { measureOffice } from './office.ts'
import { measurePersonalFeed } from './personal-feed.ts'
import { measurePhoneVisit } from './phone-visit.ts'
import { root } from './processes.ts'
import { measurePublications } from './publications.ts'
import { measureSignOn } from './sign-on.ts'
import { measureSoak } from './soak.ts'
import { measureUncachedArticle } from './uncached-article.ts'
import { measureUncachedPages } from './uncached-pages.ts'
import { measureVerifiedPage } from './verified-page.ts'
import { measureWhatIsRead } from './what-is-read.ts'
import { measureWithstand } from './withstand.ts'

const BENCHMARKS: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  cached: measureCachedArticle,
  verified: measureVerifiedPage,
  'sign-on': measureSignOn,
  uncached: measureUncachedArticle,
  pages: measureUncachedPages,
  decision: measureDecision,
  import: measureImportAndSearch,
  million: measureMillion,
  feed: measurePersonalFeed,
  phone: measurePhoneVisit,
  live: measureLive,
  edge: measureEdge,
  comments: measureComments,
  publications: measurePublications,
  office: measureOffice,
  figures: measureWhatIsRead,
  withstand: measureWithstand,
  soak: measureSoak,
  ...ROOM_BENCHMARKS,
  lighthouse: measureLighthouse,
}

const names = process.argv.slice(2).length === 0 ? Object.keys(BENCHMARKS) : process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(2)
}
if (listBuilds().length === 0) {
  console.error('The benchmarks measure the built portal: run npm run build first.')
  process.exit(2)
}

const [load = 0] = loadavg()
if (load > availableParallelism() / 2)
  console.error(
    `The machine is busy (load ${load.toFixed(1)} on ${availableParallelism()} cores): every time on the clock will be too long.`,
  )

let failed = 0
for (const name of names) {
  const figures: Figure[] = []
  const started = performance.now()
  try {
    await BENCHMARKS[name]!((figure) => {
      figures.push(figure)
      console.log(toLine(figure))
    })
  } catch (error) {
    failed++
    console.error(
      `${name} could not be measured: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
  // After each, so that a failure later does not lose minutes of work.
  if (figures.length > 0) writeFigures(join(root, 'docs/benchmarks.md'), figures, new Date())
  console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
process.exitCode = failed === 0 ? 0 : 1
