/**
 * `npm run mutations [-- --area AREA] [--number N] [--near] [--write]`: mutation testing with a list of chosen faults.
 * Each fault of `mutation-list.ts` is written into the code; then the nearest tests run, then all related ones, and at
 * least one must fail. The file is restored in any case. `--near` stops after the nearest tests, `--write` records
 * results in docs/mutations.md. Takes about an hour, so the gate only checks that every fault still applies
 * (`mutations.test.ts`).
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MUTATIONS, type Mutation } from './mutation-list.ts'

/** `test`: the first that failed, with its file. */
type Result =
  | { kind: 'killed'; file: string; test: string }
  | { kind: 'survived' }
  /** A timeout on a busy machine proves nothing about the fault. */
  | { kind: 'timed-out' }
  | { kind: 'does-not-apply' }

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const DOCUMENT = join(ROOT, 'docs/mutations.md')
const NOT_RUN = 'not run'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const VITEST = '--run --project unit* --bail 1 --passWithNoTests --reporter=json'.split(' ')

/** The file with the fault in it; null unless its text occurs exactly once. */
export function mutate(source: string, { text, replacement }: Pick<Mutation, 'text' | 'replacement'>): string | null {
  const [before, after, ...more] = source.split(text)
  return before === undefined || after === undefined || more.length > 0 ? null : before + replacement + after
}

const toRow = (mutation: Mutation, index: number) =>
  `| ${index + 1} | ${mutation.area} | \`${mutation.file}\` | ${mutation.breaks} |`

/** docs/mutations.md. `results` are keyed by the row without its number, so that they survive a new order. */
export function toDocument(mutations: readonly Mutation[], results: ReadonlyMap<string, string>): string {
  const rows = mutations.map((mutation, index) => {
    const row = toRow(mutation, index)
    return `${row} ${results.get(toName(row)) ?? NOT_RUN} |`
  })
  const killed = rows.filter((row) => row.endsWith('.test.ts` |') || row.endsWith('.test.tsx` |')).length
  return `# Mutations

What do the unit tests of \`npm test\` notice? Each row is a fault that costs somebody something. \`npm run mutations\` writes it
into the code, runs the tests and restores the file; \`npm run mutations -- --number 3\` tries one, \`--area money\` one area,
\`--write\` writes this page. A fault that survives is a test that is missing. Tests that kill processes do not count here:
only the release run has them.

Killed: ${killed} of ${mutations.length}. The faults stand in \`tools/mutation-list.ts\`.

| No. | Area | File | What breaks | Killed by |
|---|---|---|---|---|
${rows.join('\n')}
`
}

const toName = (row: string) => row.split(' | ').slice(1, 4).join(' | ').replace(/ \|$/, '')

/** Results of an earlier run, keyed by the row without its number. */
export function readResults(document: string): Map<string, string> {
  const rows = document.split('\n').filter((line) => /^\| \d+ \|/.test(line))
  return new Map(rows.map((row) => [toName(row), row.slice(row.lastIndexOf(' | ') + 3, -2)]))
}

type Report = {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Runs these tests on the code with the fault. */
async function judge(filter: readonly string[]): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'))
  const output = join(folder, 'report.json')
  const child = spawn(join(ROOT, 'node_modules/.bin/vitest'), [...filter, ...VITEST, `--outputFile=${output}`], {
    cwd: ROOT,
    stdio: 'ignore',
  })
  const code = await new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject))
  try {
    if (code === 0) return { kind: 'survived' }
    if (!existsSync(output)) throw new Error(`vitest ended with ${code} and no report`)
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report
    for (const { name, message, assertionResults } of testResults) {
      const failed = assertionResults.find(({ status }) => status === 'failed')
      const said = failed?.failureMessages.join('\n') ?? message
      if (failed === undefined && message === '') continue
      return /timed out in \d+ ?ms/.test(said)
        ? { kind: 'timed-out' }
        : { kind: 'killed', file: relative(ROOT, name), test: failed?.fullName ?? said.slice(0, 200) }
    }
    throw new Error(`vitest ended with ${code} and no failure`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function run(mutation: Mutation, isNearOnly: boolean): Promise<Result> {
  const path = join(ROOT, mutation.file)
  const source = readFileSync(path, 'utf8')
  const mutated = mutate(source, mutation)
  if (mutated === null) return { kind: 'does-not-apply' }
  const restore = () => writeFileSync(path, source)
  const stop = () => {
    restore()
    process.exit(130)
  }
  for (const signal of SIGNALS) process.once(signal, stop)
  try {
    writeFileSync(path, mutated)
    const near = await judge(mutation.near)
    return near.kind === 'survived' && !isNearOnly ? await judge(['related', mutation.file]) : near
  } finally {
    restore()
    for (const signal of SIGNALS) process.removeListener(signal, stop)
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      area: { type: 'string' },
      number: { type: 'string', multiple: true },
      near: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  })
  const results = existsSync(DOCUMENT) ? readResults(readFileSync(DOCUMENT, 'utf8')) : new Map<string, string>()
  let survivors = 0
  for (const [index, mutation] of MUTATIONS.entries()) {
    const isWanted = values.number === undefined || values.number.includes(String(index + 1))
    if (!isWanted || (values.area !== undefined && values.area !== mutation.area)) continue
    const result = await run(mutation, values.near === true)
    if (result.kind !== 'killed') survivors += 1
    const said = result.kind === 'killed' ? `killed by ${result.file}: ${result.test}` : result.kind
    console.log(`${index + 1} ${mutation.area} ${mutation.file}: ${mutation.breaks}\n  ${said}`)
    results.set(
      toName(toRow(mutation, index)),
      result.kind === 'killed' ? `\`${result.file}\`` : `**${result.kind.replaceAll('-', ' ')}**`,
    )
    // Written after each fault, so that an interrupted run keeps its results.
    if (values.write === true) writeFileSync(DOCUMENT, toDocument(MUTATIONS, results))
  }
  if (survivors > 0) process.exitCode = 1
}
