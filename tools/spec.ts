/**
 * `npm run spec [-- --summary | --missing] [AREA]`: how much of the specification the tests prove. A test proves the requirement ids
 * in its name (`it('R2.9-04 …')`), in a `describe` around it or in the table it runs over; a skipped one proves nothing.
 * Requirements come from SPEC_FILE or ../shared/spec/requirements.tsv. Without them it prints what is cited and is
 * content; with them, an id that is cited and does not exist is an error.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readModule } from './module-reader.ts'

export type Requirement = { id: string; area: string; text: string }
export type Citation = { id: string; file: string; line: number }

/** What it says where there is none; the run of all tests counts that as skipped. */
export const NO_REQUIREMENTS = 'The list of requirements is not here'

const ID = /\bR\d+(?:\.\d+)?-\d+\b/g

/** Columns id, section, area, requirement, how to verify; the first line names them. */
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

export function listCitations(file: string, source: string): Citation[] {
  const module = readModule(file, source)
  if (module.error !== null) throw new Error(`${file} could not be read: ${module.error}`)
  const texts = module.tests.filter((test) => !test.isSkipped).flatMap((test) => test.texts)
  return texts.flatMap(({ value, line }) => [...value.matchAll(ID)].map(([id]) => ({ id, file, line })))
}

export type Coverage = {
  areas: { area: string; total: number; proven: number; missing: Requirement[] }[]
  unknown: Citation[]
}

export function measureCoverage(requirements: readonly Requirement[], citations: readonly Citation[]): Coverage {
  const cited = new Set(citations.map((citation) => citation.id))
  const known = new Set(requirements.map((requirement) => requirement.id))
  const byArea = Map.groupBy(requirements, (requirement) => requirement.area)
  return {
    areas: [...byArea]
      .map(([area, all]) => {
        const missing = all.filter((requirement) => !cited.has(requirement.id))
        return { area, total: all.length, proven: all.length - missing.length, missing }
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
  const patterns = ['{domain,contracts,services,web,demo,bench,tools}/**/*.test.{ts,tsx}', 'e2e/**/*.journey.ts']
  const files = globSync(patterns, { cwd: root, exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(path) })
    .map((path) => path.split(sep).join('/'))
    // The tests of this very file cite invented ids.
    .filter((path) => path !== 'tools/spec.test.ts')
    .toSorted()
  const citations = files.flatMap((file) => listCitations(file, readFileSync(join(root, file), 'utf8')))
  const from = process.env.SPEC_FILE ?? join(root, '..', 'shared', 'spec', 'requirements.tsv')
  process.exitCode = print(citations, files.length, readRequirements(from), values, positionals[0])
}

function readRequirements(file: string): Requirement[] | null {
  try {
    return parseRequirements(readFileSync(file, 'utf8'))
  } catch (error) {
    // Asked for by name, a file that is not there is a mistake.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && process.env.SPEC_FILE === undefined) return null
    console.error(`${file}: ${(error as Error).message}`)
    process.exit(1)
  }
}

function print(
  citations: readonly Citation[],
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
  if (isMissingAsked)
    for (const { missing } of shown)
      for (const { id, text, area: name } of missing) console.log(`${id}\t${name}\t${text}`)
  else if (!isSummary)
    for (const one of shown)
      console.log(`${one.area.padEnd(24)}${String(one.proven).padStart(5)} of ${String(one.total).padStart(4)}`)
  const proven = shown.reduce((sum, one) => sum + one.proven, 0)
  const total = shown.reduce((sum, one) => sum + one.total, 0)
  console.log(
    `${proven} of ${total} requirements are proven by ${files} test files (${((proven / total) * 100).toFixed(1)} %).`,
  )
  for (const { id, file, line } of unknown) console.error(`${file}:${line} cites ${id}, which does not exist`)
  return unknown.length === 0 ? 0 : 1
}
