/**
 * The results of benchmarks: one line for each figure, printed and stored in docs/benchmarks.md. Every figure has a
 * baseline measured in the same run, because absolute times depend on the machine. Rows of benchmarks that did not run
 * keep their date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'

export type Figure = {
  /** The benchmark, and the measured quantity; together they identify the row. */
  group: string
  name: string
  measured: string
  /** The comparison value; for absolute figures a limit. */
  baseline: string
  /** Measured value divided by the baseline, or by the target if the baseline is the target. */
  ratio: number
  target: string
  isReached: boolean
}

export type Report = (figure: Figure) => void

/** A figure that is better when smaller, judged by an absolute limit. */
export function toLimited(
  group: string,
  name: string,
  value: number,
  limit: number,
  unit: string,
  baseline: string,
): Figure {
  return {
    group,
    name,
    measured: `${toShort(value)} ${unit}`,
    baseline,
    // With the limit 0 only 0 passes.
    ratio: limit === 0 ? (value === 0 ? 0 : Number.POSITIVE_INFINITY) : value / limit,
    target: limit === 0 ? `0 ${unit}` : `≤ ${limit} ${unit}`,
    isReached: value <= limit,
  }
}

export function toShort(value: number): string {
  if (Number.isInteger(value)) return String(value)
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
  return value.toFixed(digits)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) throw new Error('Nothing was measured')
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]!
  return below + (sorted[Math.ceil(place)]! - below) * (place % 1)
}

export function toLine(figure: Figure): string {
  const verdict = figure.isReached ? 'ok    ' : 'MISSED'
  return `${verdict} ${figure.group}: ${figure.name}: ${figure.measured} (ratio ${toRatio(figure.ratio)} to ${figure.baseline}; target ${figure.target})`
}

function toRatio(ratio: number): string {
  return Number.isFinite(ratio) ? ratio.toFixed(2) : '∞'
}

const HEAD = '| Benchmark | Figure | Measured | Baseline | Ratio | Target | | Date |'

/** Writes the figures into the table: a group that ran is replaced as a whole, the others stay. */
export function writeFigures(file: string, figures: readonly Figure[], now: Date): void {
  const groups = new Set(figures.map(({ group }) => group))
  const date = now.toISOString().slice(0, 10)
  const kept = readRows(file).filter((row) => !groups.has(row.split('|')[1]!.trim()))
  const fresh = figures.map((figure) => {
    const cells = [
      figure.group,
      figure.name,
      figure.measured,
      figure.baseline,
      toRatio(figure.ratio),
      figure.target,
      figure.isReached ? 'ok' : '**missed**',
      date,
    ]
    return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
  })
  const rows = [...kept, ...fresh].toSorted((a, b) => placeOf(a) - placeOf(b))
  writeFileSync(
    file,
    `${INTRODUCTION}\n${toMachine()}\n\n${HEAD}\n|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n${readNotes(file)}`,
  )
}

const ORDER = [
  'cached article',
  'uncached article',
  'uncached pages',
  'import',
  'search',
  'memory',
  'phone',
  'lighthouse',
]

function placeOf(row: string): number {
  const place = ORDER.indexOf(row.split('|')[1]!.trim())
  return place === -1 ? ORDER.length : place
}

function readRows(file: string): string[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  const head = lines.indexOf(HEAD)
  if (head === -1) return []
  const rows = lines.slice(head + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return end === -1 ? rows : rows.slice(0, end)
}

/** From the first heading after the table on, the text is written by hand. */
function readNotes(file: string): string {
  if (!existsSync(file)) return ''
  const text = readFileSync(file, 'utf8')
  const start = text.indexOf('\n## ')
  return start === -1 ? '' : text.slice(start)
}

function toMachine(): string {
  const memory = Math.round(totalmem() / 1e9)
  return `Measured on ${cpus().length} cores (${arch()}, ${platform()}), ${memory} GB of memory, Node ${process.versions.node}; other work may have run beside it.`
}

const INTRODUCTION = `# Benchmarks

\`npm run bench\` measures, prints and rewrites this table; \`npm run bench -- NAME…\` does so for single ones
(\`cached\`, \`uncached\`, \`import\`, \`phone\`, \`lighthouse\`). Each figure is compared with a baseline of the same run, so that
the ratio counts and not the machine. Where the baseline is the target itself, the ratio is measured to target. No test
depends on a figure.
`
