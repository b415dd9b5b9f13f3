/** Lighthouse as a phone, on typical landing pages of people and machines. Every failing audit is named. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { launchBrowser } from '@lokalteil/tools/chromium'
import { pickDemoArticle } from './articles.ts'
import { median, type Report } from './figures.ts'
import { findFreePort } from '@lokalteil/tools/free-port'
import { withDemo } from './processes.ts'

const TARGETS = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof TARGETS
const CATEGORIES = Object.keys(TARGETS) as Category[]

/** The part of the result that is read. */
type Lighthouse = (
  address: string,
  flags: { port: number; onlyCategories: string[]; logLevel: 'error'; maxWaitForLoad: number },
) => Promise<
  | {
      lhr: {
        runtimeError?: { message: string }
        categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
        audits: Record<string, { score: number | null; displayValue?: string; details?: unknown }>
      }
    }
  | undefined
>

/**
 * Lighthouse brings 150 MB that nothing else needs, so it has its own folder and lockfile and is installed on demand.
 * Throws if the package registry is unreachable.
 */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = fileURLToPath(new URL('./lighthouse', import.meta.url))
  const entry = `${folder}/node_modules/lighthouse/core/index.js`
  if (!existsSync(entry)) {
    console.log('       installing Lighthouse into bench/lighthouse (once)')
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (status !== 0)
      throw new Error('Lighthouse could not be installed: run npm ci in bench/lighthouse and read its message')
  }
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default
}

export async function measureLighthouse(report: Report): Promise<void> {
  const lighthouse = await loadLighthouse()
  const run = (address: string) => runTwice(lighthouse, address)
  await withDemo(async (portal) => {
    // As a host name, because for the audits an IP address is not a secure context.
    const origin = `http://localhost:${portal.port}`
    const article = await pickDemoArticle(portal.port)
    const pages = {
      home: '/',
      section: '/lokales',
      article,
      tag: await pickTag(portal.port, article),
      search: '/suche',
      'search results': '/suche?q=Hafen',
      podcast: await pickPodcast(portal.port),
      ...(hasRoom('games') && { game: '/spiele/sudoku' }),
      ...(hasRoom('epaper') && { 'e-paper list': '/epaper' }),
    }
    for (const [name, path] of Object.entries(pages)) {
      await run(origin + path)
      const first = await run(origin + path)
      // Single runs vary in speed. If three of five reach the maximum, the median does, too.
      const speeds = [first.scores.performance]
      while (speeds.length < 5 && !isSettled(speeds)) speeds.push((await run(origin + path)).scores.performance)
      for (const category of CATEGORIES) {
        // Results are kept out of indexes (S2.1-22), which costs a third of this score on any page.
        if (name === 'search results' && category === 'seo') {
          const faults = first.failed.filter(
            (audit) => audit.category === category && !audit.text.startsWith('is-crawlable'),
          )
          report({
            group: 'lighthouse',
            name: `${name}: ${category} but for being crawlable`,
            measured: `${faults.length} faults`,
            baseline: `score ${first.scores[category]}; S2.1-22 wants noindex`,
            ratio: faults.length,
            target: '0 faults',
            isReached: faults.length === 0,
          })
          continue
        }
        const score = category === 'performance' ? median(speeds) : first.scores[category]
        const isReached = score >= TARGETS[category]
        const failed = first.failed.filter((audit) => audit.category === category).map(({ text }) => text)
        const said = category === 'performance' ? [`median of five: ${speeds.join(', ')}`] : []
        if (failed.length > 0) console.log(`       ${name}, ${category}: ${failed.join('; ')}`)
        report({
          group: 'lighthouse',
          name: `${name}: ${category}`,
          measured: String(score),
          baseline: [...said, ...(isReached ? [] : failed.slice(0, 4))].join('; ') || 'the target',
          ratio: score / TARGETS[category],
          target: String(TARGETS[category]),
          isReached,
        })
      }
    }
  })
}

/** Whatever the remaining runs would say. */
const isSettled = (speeds: readonly number[]) => speeds.filter((speed) => speed === TARGETS.performance).length === 3

async function read<T>(port: number, path: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}/__proxy_content_api/v5/${path}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as T
}

async function pickTag(port: number, article: string): Promise<string> {
  const { tags } = await read<{ tags: { fullPath: string }[] }>(port, `articles/${article.split('-').at(-1)}`)
  return tags[0]!.fullPath
}

async function pickPodcast(port: number): Promise<string> {
  const { podcasts } = await read<{ podcasts: { id: string }[] }>(port, 'podcasts')
  return `/podcast/${podcasts[0]!.id}`
}

/** The place of the first fault, if the audit names it. */
function toPlace(details: unknown): string {
  const [item] = ((details as { items?: unknown } | undefined)?.items ?? []) as {
    node?: { selector?: string }
    message?: string
    line?: string
  }[]
  return item === undefined ? '' : [item.node?.selector, item.message, item.line].filter(Boolean).join(' ')
}

type Run = { scores: Record<Category, number>; failed: { category: Category; text: string }[] }

/** A busy machine sometimes loses the trace of a page, which says nothing about the page. */
async function runTwice(lighthouse: Lighthouse, address: string): Promise<Run> {
  return runOnce(lighthouse, address).catch(() => runOnce(lighthouse, address))
}

async function runOnce(lighthouse: Lighthouse, address: string): Promise<Run> {
  const port = await findFreePort()
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] })
  try {
    const result = await lighthouse(address, {
      port,
      onlyCategories: CATEGORIES,
      logLevel: 'error',
      maxWaitForLoad: 30_000,
    })
    if (result === undefined || result.lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse on ${address}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
    const { categories, audits } = result.lhr
    const failed = CATEGORIES.flatMap((category) =>
      (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const audit = audits[id]
        if (audit === undefined || weight === 0 || audit.score === null || audit.score >= 0.9) return []
        return [{ category, text: [id, audit.displayValue, toPlace(audit.details)].filter(Boolean).join(' ') }]
      }),
    )
    const scores = Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
    ) as Run['scores']
    return { scores, failed }
  } finally {
    await browser.close()
  }
}
