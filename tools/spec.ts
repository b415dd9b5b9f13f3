/**
 * `npm run spec [-- --summary | --missing] [AREA]`: how many requirements the tests prove, as three numbers: by the
 * gate, by the release run only, not at all. A test proves the requirement ids in its title (`it('R2.9-04 …')`), in an
 * enclosing `describe` or in its table. Skipped tests prove nothing, nor do tests that import no module that the
 * product runs (knip ensures that such a module has no exports only for tests). Journeys run the product. Requirements
 * come from SPEC_FILE or ../shared/spec/requirements.tsv. Without them it prints the citations and succeeds. With them,
 * citing an unknown id is an error, and so is an id cited only by tests that prove nothing.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listEntries, listReached, readImportGraph } from './import-graph.ts'
import { readSources } from './import-rules.ts'
import { readModule, type Call } from './module-reader.ts'
import { RELEASE_ONLY, type Run } from './runs.ts'

export type Requirement = { id: string; area: string; text: string }
/** `run`: the first run that includes the test. */
export type Citation = { id: string; file: string; line: number; run: Run }

/** Printed without the list; the run of all tests counts it as skipped. */
export const NO_REQUIREMENTS = 'The list of requirements is not here'

const ID = /\bR\d+(?:\.\d+)?-\d+\b/g

/** Columns id, section, area, requirement, how to verify; the first line has their names. */
export function parseRequirements(tsv: string): Requirement[] {
  const [head, ...lines] = tsv.split(/\r?\n/).filter((line) => line !== '')
  if (!head?.startsWith('id\t')) throw new Error('The first line must name the columns, beginning with id')
  return lines.map((line, index) => {
    const [id = '', , area = '', text = ''] = line.split('\t')
    if (!/^R\d+(\.\d+)?-\d+$/.test(id) || area === '')
      throw new Error(`Line ${index + 2} is no requirement: ${line.slice(0, 60)}`)
    return { id, area, text }
  })
}

export function listCitations(file: string, source: string, rules = RELEASE_ONLY): Citation[] {
  const module = readModule(file, source)
  if (module.error !== null) throw new Error(`${file} could not be read: ${module.error}`)
  const own = rules.filter((rule) => rule.files.includes(file))
  return module.tests
    .filter((test) => ![test, ...test.around].some(({ isSkipped }) => isSkipped))
    .flatMap((test) =>
      test.texts.flatMap((text) => {
        const inside = module.tests.filter(({ name, around }) => name !== 'describe' && around.includes(test))
        // Ids in a `describe` title are proved by the first of its tests.
        const chains =
          test.name === 'describe' && inside.length > 0 ? inside.map(toTitles) : [toTitles(test, text.value)]
        const run: Run = chains.some((titles) => !isLeftOut(titles, own)) ? 'gate' : 'release'
        return [...text.value.matchAll(ID)].map(([id]) => ({ id, file, line: text.line, run }))
      }),
    )
}

/** Each title as printed: with every string of its table in place of the first `%s`. `row`: only this one. */
function toTitles(test: Call, row?: unknown): string[][] {
  return [...test.around, test].map((call) => {
    const [title = '', ...table] = call.texts.map(({ value }) => value)
    if (call === test && typeof row === 'string' && row !== title) return [row]
    return table.length === 0 || !/%[sj]/.test(title) ? [title] : table.map((value) => title.replace(/%[sj]/, value))
  })
}

/** Whether every case with these titles is left to the release run. */
function isLeftOut(titles: readonly string[][], rules: typeof RELEASE_ONLY): boolean {
  const hasPart = (parts: readonly string[]) => (title: string) => parts.some((part) => title.includes(part))
  return rules.some(({ cases, except }) => {
    if (cases !== undefined) return titles.some((forms) => forms.every(hasPart(cases)))
    return except === undefined || !titles.some((forms) => forms.some(hasPart(except)))
  })
}

/** Test files that run a part of the product. `product`: all modules reached from its entry points. */
export function listProving(
  files: readonly string[],
  graph: ReturnType<typeof readImportGraph>,
  product: ReadonlySet<string>,
): ReadonlySet<string> {
  const isProduct = (path: string) => product.has(path) && /^(domain|contracts|services|web|rooms)\//.test(path)
  return new Set(
    files.filter((file) => {
      if (file.endsWith('.journey.ts')) return true
      return [...listReached(graph, [file], (path) => !isProduct(path))].some(isProduct)
    }),
  )
}

export type Coverage = {
  areas: { area: string; total: number; gate: number; release: number; missing: Requirement[] }[]
  unknown: Citation[]
}

export function measureCoverage(requirements: readonly Requirement[], citations: readonly Citation[]): Coverage {
  const gate = new Set(citations.filter(({ run }) => run === 'gate').map(({ id }) => id))
  const cited = new Set(citations.map(({ id }) => id))
  const known = new Set(requirements.map((requirement) => requirement.id))
  const byArea = Map.groupBy(requirements, (requirement) => requirement.area)
  return {
    areas: [...byArea]
      .map(([area, all]) => {
        const missing = all.filter(({ id }) => !cited.has(id))
        const byGate = all.filter(({ id }) => gate.has(id)).length
        return { area, total: all.length, gate: byGate, release: all.length - missing.length - byGate, missing }
      })
      .toSorted((a, b) => (a.area < b.area ? -1 : 1)),
    unknown: citations.filter((citation) => !known.has(citation.id)),
  }
}

if (import.meta.main) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { missing: { type: 'boolean', default: false }, summary: { type: 'boolean', default: false } },
  })
  const sources = readSources(root)
  const files = [...sources.keys()]
    .filter((path) => /\.(test|journey)\.tsx?$/.test(path))
    // The tests of this file cite invented ids.
    .filter((path) => path !== 'tools/spec.test.ts')
    .toSorted()
  const graph = readImportGraph(sources, { hasTypes: false })
  const { scripts } = JSON.parse(sources.get('package.json')!) as { scripts: Record<string, string> }
  const product = listReached(graph, listEntries(sources, scripts))
  const proving = listProving(files, graph, product)
  const all = files.flatMap((file) => listCitations(file, sources.get(file)!))
  const citations = all.filter(({ file }) => proving.has(file))
  const proved = new Set(citations.map(({ id }) => id))
  const idle = all.filter(({ id }) => !proved.has(id))
  const from = process.env.SPEC_FILE ?? join(root, '..', 'shared', 'spec', 'requirements.tsv')
  process.exitCode = print(citations, idle, files.length, readRequirements(from), values, positionals[0])
}

function readRequirements(file: string): Requirement[] | null {
  try {
    return parseRequirements(readFileSync(file, 'utf8'))
  } catch (error) {
    // A missing file is an error if SPEC_FILE names it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && process.env.SPEC_FILE === undefined) return null
    console.error(`${file}: ${(error as Error).message}`)
    process.exit(1)
  }
}

function print(
  citations: readonly Citation[],
  idle: readonly Citation[],
  files: number,
  requirements: Requirement[] | null,
  { missing: isMissingAsked, summary: isSummary }: { missing: boolean; summary: boolean },
  area?: string,
): number {
  const ids = [...new Set(citations.map((citation) => citation.id))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  if (requirements === null) {
    if (ids.length > 0 && !isSummary) console.log(ids.join('\n'))
    console.log(
      `${ids.length} requirement ids are cited in ${files} test files. ${NO_REQUIREMENTS} (SPEC_FILE names one), so what is missing is unknown.`,
    )
    return 0
  }
  const { areas, unknown } = measureCoverage(requirements, citations)
  if (area !== undefined && !areas.some((one) => one.area === area)) {
    console.error(`There is no area ${area}. The areas are: ${areas.map((one) => one.area).join(', ')}`)
    return 1
  }
  const shown = areas.filter((one) => area === undefined || one.area === area)
  if (isMissingAsked) {
    for (const { missing } of shown)
      for (const { id, text, area: name } of missing) console.log(`${id}\t${name}\t${text}`)
  } else if (!isSummary) {
    console.log(`${''.padEnd(24)}${['gate', 'release', 'not', 'of'].map((word) => word.padStart(8)).join('')}`)
    for (const { area: name, gate, release, missing, total } of shown)
      console.log(
        `${name.padEnd(24)}${[gate, release, missing.length, total].map((count) => String(count).padStart(8)).join('')}`,
      )
  }
  const sum = (count: (one: Coverage['areas'][number]) => number) => shown.reduce((total, one) => total + count(one), 0)
  console.log(
    `Of ${sum(({ total }) => total)} requirements ${sum(({ gate }) => gate)} are proved by the gate, ${sum(({ release }) => release)} by the release run only, ${sum(({ missing }) => missing.length)} not at all (${files} test files).`,
  )
  for (const { id, file, line } of idle)
    console.error(`${file}:${line} cites ${id}, but imports nothing that the product runs, and nothing else proves it`)
  for (const { id, file, line } of unknown) console.error(`${file}:${line} cites ${id}, which does not exist`)
  return unknown.length + idle.length === 0 ? 0 : 1
}
