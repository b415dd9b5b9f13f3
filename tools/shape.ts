/**
 * `npm run shape -- [--all] [FOLDER]`: figures about the code, outliers first: lines of core, office and rooms, folders with many
 * files, long files, long and branching functions, import cycles (of types only, too), duplicated lines, files with many importers.
 * Files and lines are those of TypeScript and CSS. Informational: it never fails. Tests and their helpers are left out.
 */
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { readSources, resolveFile, type Sources } from './import-rules.ts'
import { createLineFinder, type Node, readModule, walk } from './module-reader.ts'

/** From this value on a figure is an outlier and is listed. */
const OUTLIERS = { siblings: 20, fileLines: 400, functionLines: 100, complexity: 15, repeatedLines: 8, fanIn: 40 }
const PRODUCT = /^(domain|contracts|services|web|rooms)\/.*\.(ts|tsx|css)$/
const CODE = /\.tsx?$/
const NO_PRODUCT = /\.(test|testing|d)\.tsx?$|\/fixtures\//

export type Shape = {
  files: number
  lines: number
  /** Lines of the core, of the office and of each room. */
  parts: Figure[]
  /** Folder → product files directly in it. */
  siblings: Figure[]
  fileLines: Figure[]
  functionLines: Figure[]
  complexity: Figure[]
  cycles: { path: string[]; isTypeOnly: boolean }[]
  repeated: { lines: number; at: [string, string] }[]
  fanIn: Figure[]
}
type Figure = { name: string; value: number }

export function measureShape(sources: Sources): Shape {
  const product = [...sources].filter(([path]) => PRODUCT.test(path) && !NO_PRODUCT.test(path))
  const code = product.filter(([path]) => CODE.test(path))
  const functions = code.flatMap(([path, source]) => measureFunctions(path, source))
  const edges = new Map(code.map(([path, source]) => [path, readEdges(path, source, sources)]))
  return {
    files: product.length,
    lines: product.reduce((total, [, source]) => total + countLines(source), 0),
    parts: sort(
      [...Map.groupBy(product, ([path]) => toPart(path))].map(([name, files]) => ({
        name,
        value: files.reduce((total, [, source]) => total + countLines(source), 0),
      })),
    ),
    siblings: count(product.map(([path]) => posix.dirname(path))),
    fileLines: sort(product.map(([name, source]) => ({ name, value: countLines(source) }))),
    functionLines: sort(functions.map(({ name, lines }) => ({ name, value: lines }))),
    complexity: sort(functions.map(({ name, complexity }) => ({ name, value: complexity }))),
    cycles: findCycles(edges),
    repeated: findRepeated(code),
    fanIn: count([...edges.values()].flatMap((targets) => [...targets.keys()])),
  }
}

/** The office has a folder on every floor: `domain/office`, `web/server/office` … */
const OFFICE = /^(?:domain|contracts|services|web(?:\/server|\/app\/messages)?)\/office(?:\/|\.ts$)/

function toPart(path: string): string {
  return /^rooms\/[^/]+(?=\/)/.exec(path)?.[0] ?? (OFFICE.test(path) ? 'office' : 'core')
}

// ── Functions

type Measured = { name: string; lines: number; complexity: number }

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const BRANCHES: ReadonlySet<string> = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
  'LogicalExpression',
])

/** Complexity counts a function's own branches; nested functions count for themselves. */
function measureFunctions(path: string, source: string): Measured[] {
  const toLine = createLineFinder(source)
  const found: Measured[] = []
  const open: { node: Node; measured: Measured }[] = []
  walk(parseSync(path, source).program as unknown as Node, (node, parent) => {
    while (open.length > 0 && node.start >= open.at(-1)!.node.end) open.pop()
    if (FUNCTIONS.has(node.type)) {
      const line = toLine(node.start)
      const name = toName(node) ?? toName(parent) ?? 'anonymous'
      const measured = { name: `${path}:${line} ${name}`, lines: toLine(node.end - 1) - line + 1, complexity: 1 }
      found.push(measured)
      open.push({ node, measured })
    } else if (isBranch(node)) {
      const inside = open.at(-1)?.measured
      if (inside !== undefined) inside.complexity += 1
    }
  })
  return found
}

function isBranch(node: Node): boolean {
  return BRANCHES.has(node.type) || (node.type === 'SwitchCase' && node.test !== null)
}

function toName(node: Node | null): string | null {
  const id = (node?.id ?? node?.key) as Node | null | undefined
  return typeof id?.name === 'string' ? id.name : null
}

// ── Imports

/** Target → whether only types are imported from it. */
type Edges = ReadonlyMap<string, ReadonlyMap<string, boolean>>

function readEdges(path: string, source: string, sources: Sources): ReadonlyMap<string, boolean> {
  const targets = new Map<string, boolean>()
  for (const { name, isType, isWorker } of readModule(path, source).imports) {
    const target = resolveFile(path, name, sources)
    if (target === null || isWorker || !PRODUCT.test(target) || !CODE.test(target)) continue
    targets.set(target, isType && targets.get(target) !== false)
  }
  return targets
}

function findCycles(edges: Edges): Shape['cycles'] {
  const found = new Map<string, Shape['cycles'][number]>()
  const done = new Set<string>()
  const stack: string[] = []
  const visit = (path: string) => {
    stack.push(path)
    for (const to of edges.get(path)?.keys() ?? []) {
      const start = stack.indexOf(to)
      if (start >= 0) {
        const circle = stack.slice(start)
        const isTypeOnly = circle.some((from, index) => edges.get(from)?.get(circle[index + 1] ?? to) === true)
        found.set(circle.toSorted().join(), { path: [...circle, to], isTypeOnly })
      } else if (!done.has(to)) visit(to)
    }
    stack.pop()
    done.add(path)
  }
  for (const path of edges.keys()) if (!done.has(path)) visit(path)
  return [...found.values()]
}

// ── Duplicated lines

/** Runs of equal lines in two places, without imports, brackets and empty lines. */
function findRepeated(product: readonly (readonly [string, string])[]): Shape['repeated'] {
  const size = OUTLIERS.repeatedLines
  const texts = product.map(([path, source]) => ({ path, lines: readTelling(source) }))
  const first = new Map<string, { text: number; index: number }>()
  const found: Shape['repeated'] = []
  for (const [text, { path, lines }] of texts.entries()) {
    for (let index = 0; index + size <= lines.length; index += 1) {
      const key = lines
        .slice(index, index + size)
        .map((line) => line.text)
        .join('\n')
      const before = first.get(key)
      if (before === undefined) {
        first.set(key, { text, index })
        continue
      }
      const other = texts[before.text]!
      let length = size
      while (index + length < lines.length && lines[index + length]?.text === other.lines[before.index + length]?.text)
        length += 1
      const at = (file: string, line: number | undefined) => `${file}:${line}`
      found.push({
        lines: length,
        at: [at(other.path, other.lines[before.index]?.line), at(path, lines[index]?.line)],
      })
      index += length
    }
  }
  return found.toSorted((a, b) => b.lines - a.lines)
}

function readTelling(source: string): { text: string; line: number }[] {
  let isImport = false
  return source.split('\n').flatMap((raw, index) => {
    const text = raw.trim()
    if (/^import\b/.test(text)) isImport = true
    const isTelling = !isImport && !/^[\W_]*$/.test(text) && !/^(\*|\/\*|\/\/)/.test(text)
    if (isImport && /['"]$/.test(text)) isImport = false
    return isTelling ? [{ text, line: index + 1 }] : []
  })
}

// ── Figures and output

function countLines(source: string): number {
  return source === '' ? 0 : source.split('\n').length - (source.endsWith('\n') ? 1 : 0)
}

function count(names: readonly string[]): Figure[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return sort([...counts].map(([name, value]) => ({ name, value })))
}

function sort(figures: Figure[]): Figure[] {
  return figures.toSorted((a, b) => b.value - a.value || a.name.localeCompare(b.name))
}

export function describeShape(shape: Shape, most = 25): string {
  const list = (title: string, figures: readonly Figure[], bound: number) => {
    const outliers = figures.filter(({ value }) => value > bound)
    return [
      `\n── ${title}: ${outliers.length} over ${bound}`,
      ...outliers.slice(0, most).map(({ name, value }) => `${String(value).padStart(6)}  ${name}`),
    ]
  }
  const circles = shape.cycles.map(({ path, isTypeOnly }) => `${isTypeOnly ? ' types' : '  code'}  ${path.join(' → ')}`)
  return [
    `${shape.files} product files, ${shape.lines} lines`,
    ...shape.parts.map(({ name, value }) => `${String(value).padStart(6)}  ${name}`),
    ...list('product files in a folder', shape.siblings, OUTLIERS.siblings),
    ...list('lines of a file', shape.fileLines, OUTLIERS.fileLines),
    ...list('lines of a function', shape.functionLines, OUTLIERS.functionLines),
    ...list('branches of a function', shape.complexity, OUTLIERS.complexity),
    `\n── circles of imports: ${shape.cycles.length}`,
    ...circles.slice(0, most),
    `\n── lines that stand twice: ${shape.repeated.length} stretches of ${OUTLIERS.repeatedLines} or more`,
    ...shape.repeated.slice(0, most).map(({ lines, at }) => `${String(lines).padStart(6)}  ${at[0]}  and  ${at[1]}`),
    ...list('files that need a file', shape.fanIn, OUTLIERS.fanIn),
  ].join('\n')
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } })
  const sources = readSources(dirname(dirname(fileURLToPath(import.meta.url))))
  const folder = positionals[0]?.replace(/\/?$/, '/') ?? ''
  const chosen = new Map([...sources].filter(([path]) => path.startsWith(folder) || path.endsWith('package.json')))
  console.log(describeShape(measureShape(folder === '' ? sources : chosen), values.all === true ? Infinity : undefined))
}
