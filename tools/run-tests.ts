/**
 * Runs every stage of `npm test`, each to its end whatever the others did. It closes with what was skipped and why, and
 * one line `N passed, N failed` (and `, N skipped` where something was): every vitest test counts as one, every other
 * check as one. A stage without a single test that ran counts as failed, so that a wrong pattern cannot pass. Exit code 1
 * when anything failed.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, root, say } from './ensure-node.mjs'
import { openScratch } from './scratch.ts'
import { NO_REQUIREMENTS } from './spec.ts'
import { CHROMIUM, ensureSystemPackages, FONTS, HEADLESS_SHELL, type Need, POSTGRES, REDIS } from './system-packages.ts'
import { countTests, describeSkips, type Counts } from './test-counts.ts'

type Stage = {
  name: string
  /** Arguments of the Node binary. */
  command: string[]
  needs?: Need[]
  /** A vitest project: its tests are counted one by one, and a filter applies to it. */
  isVitest?: boolean
}

const binOf = (...path: string[]) => join(root, 'node_modules', ...path)
const vitest = (project: string) => [binOf('vitest', 'vitest.mjs'), 'run', '--project', project]

const STAGES: readonly Stage[] = [
  { name: 'types', command: [binOf('typescript', 'bin', 'tsc'), '-p', '.'] },
  { name: 'format', command: [binOf('oxfmt', 'bin', 'oxfmt'), '--check'] },
  { name: 'lint', command: [binOf('oxlint', 'bin', 'oxlint')] },
  { name: 'arrows', command: [join('tools', 'import-rules.ts')] },
  { name: 'spec', command: [join('tools', 'spec.ts'), '--summary'] },
  { name: 'unit', command: vitest('unit*'), needs: [POSTGRES, REDIS], isVitest: true },
  { name: 'build', command: [join('tools', 'build.mjs')] },
  { name: 'journeys', command: vitest('journey'), needs: [CHROMIUM, HEADLESS_SHELL, FONTS], isVitest: true },
]

const { values, positionals: filters } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const stages = selectStages()
ensureSystemPackages(
  stages.flatMap((stage) => stage.needs ?? []),
  say,
)

const scratch = openScratch()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const results: (Counts & { stage: string; seconds: number })[] = []
try {
  for (const stage of stages) {
    console.log(`\n── ${stage.name}`)
    const started = performance.now()
    const counts = await runStage(stage)
    results.push({ stage: stage.name, ...counts, seconds: (performance.now() - started) / 1000 })
  }
} finally {
  scratch.remove()
}

console.log('\n── summary')
for (const { stage, passed, failed, skipped, seconds } of results) {
  const notes = [failed > 0 ? `${failed} not ok` : '', skipped > 0 ? `${skipped} skipped` : ''].filter(
    (note) => note !== '',
  )
  console.log(
    `${stage.padEnd(10)}${String(passed).padStart(6)} ok${seconds.toFixed(1).padStart(9)} s  ${notes.join(', ')}`.trimEnd(),
  )
}
const skips = describeSkips(results.flatMap((result) => result.skips))
if (skips.length > 0) console.log(`\n── skipped\n${skips.join('\n')}`)
const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[key], 0)
const more = sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${more}`)
process.exitCode = sum('failed') === 0 ? 0 : 1

function selectStages(): readonly Stage[] {
  const wanted = values.only?.split(',')
  const unknown = wanted?.filter((name) => !STAGES.some((stage) => stage.name === name)) ?? []
  if (unknown.length > 0)
    giveUp(
      `There is no stage ${unknown.join(', ')}.`,
      `The stages are ${STAGES.map((stage) => stage.name).join(', ')}.`,
    )
  if (wanted !== undefined) return STAGES.filter((stage) => wanted.includes(stage.name))
  if (filters.length === 0) return STAGES
  // vitest matches a filter against the path of a file; a stage it leaves empty would count as failed.
  const matches = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (path) => /node_modules|^dist/.test(path) }).some((file) =>
      filters.some((filter) => `/${file.split(sep).join('/')}`.includes(toPathFilter(filter))),
    )
  const names = [
    matches('**/*.test.{ts,tsx}') ? ['unit'] : [],
    matches('e2e/**/*.journey.ts') ? ['build', 'journeys'] : [],
  ].flat()
  if (names.length === 0)
    giveUp(
      `No test file matches ${filters.join(' ')}.`,
      'A filter is a part of the path of a test file, such as services/content.',
    )
  return STAGES.filter((stage) => names.includes(stage.name))
}

function toPathFilter(filter: string): string {
  return filter.startsWith(root) ? `/${relative(root, filter).split(sep).join('/')}` : filter.replace(/^\.\//, '/')
}

async function runStage(stage: Stage): Promise<Counts> {
  const report = join(scratch.folder, `${stage.name}.json`)
  const extra = stage.isVitest
    ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters]
    : []
  const { code, output } = await runProgram([...stage.command, ...extra])
  if (stage.isVitest) {
    const counts = countTests(readReport(report), code)
    if (counts.reason !== null) console.log(`${stage.name}: ${counts.reason}`)
    return { ...counts, skips: counts.skips.map((skip) => ({ ...skip, place: toPlace(skip.place) })) }
  }
  if (stage.name === 'lint' && code !== 0 && process.platform !== 'linux' && /native binding/i.test(output))
    return skipStage(stage, 'the lockfile has no build of the linter for this system; the check runs on Linux only')
  if (stage.name === 'spec' && code === 0 && output.includes(NO_REQUIREMENTS))
    return skipStage(stage, `${NO_REQUIREMENTS}, so no citation could be checked`)
  console.log(code === 0 ? `${stage.name}: ok` : `${stage.name}: failed (exit code ${code})`)
  const isOk = code === 0
  return { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0, skips: [], reason: null }
}

function skipStage({ name }: Stage, reason: string): Counts {
  console.log(`${name}: skipped, ${reason}`)
  return { passed: 0, failed: 0, skipped: 1, skips: [{ place: name, test: null, reason }], reason: null }
}

/** As one would type it. */
function toPlace(file: string): string {
  return relative(root, file).split(sep).join('/')
}

function runProgram(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A hundred processes load the same modules.
      env: {
        ...process.env,
        ...colour,
        TMPDIR: scratch.folder,
        NODE_COMPILE_CACHE: join(scratch.folder, 'compiled'),
      },
    })
    const pass = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
      to.write(chunk)
    }
    child.stdout.on('data', pass(process.stdout))
    child.stderr.on('data', pass(process.stderr))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
