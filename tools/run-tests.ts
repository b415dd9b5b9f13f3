/**
 * `npm test` (the gate) and `npm run test:release` (everything; runs.ts says what the gate leaves out, and why). Runs every
 * stage, each to its end whatever the others did. With a filter the files it matches run whole; with `--changed [REVISION]`
 * the gate runs what the import graph says is touched since then (main). It closes with the slowest files, what was skipped
 * and why, what passed at a second try alone and what the first one said, the titles of what failed, and one line
 * `N passed, N failed` (and `, N skipped` where something was): every vitest test counts as one, every other check as one.
 * A stage without a single test that ran counts as failed, so that a wrong pattern cannot pass. Exit code 1 when anything failed.
 *
 * The tests beside the code wait a third of their time, and the other checks are of one process each: both run side by
 * side, and neither comes first, or the checks would wait to the end and leave a core idle then. Journeys, which need all
 * there is, come last.
 */
import { spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, root, say } from './ensure-node.mjs'
import { openScratch } from './scratch.ts'
import { listReached, listTouchedTests, readImportGraph, turnAround } from './import-graph.ts'
import { readSources } from './import-rules.ts'
import { gateTitles, isReleaseFile, RUN, type Run } from './runs.ts'
import { NO_REQUIREMENTS } from './spec.ts'
import {
  CHROMIUM,
  ensureSystemPackages,
  FONTS,
  HEADLESS_SHELL,
  type Need,
  NGINX,
  POSTGRES,
  REDIS,
  VARNISH,
} from './system-packages.ts'
import { countTests, describeRetries, describeSkips, type Counts } from './test-counts.ts'

type Stage = {
  name: string
  /** Arguments of the Node binary. */
  command: string[]
  needs?: Need[]
  /** Needed besides when everything runs. */
  needsForRelease?: Need[]
  /** A vitest project: its tests are counted one by one, and a filter applies to it. */
  isVitest?: boolean
  /** Checks nothing, and counts where it fails alone. */
  isPreparation?: boolean
}

/** Journeys that every change of the product may break. */
const ALWAYS: ReadonlySet<string> = new Set([
  'access',
  'accessibility',
  'account',
  'article',
  'bookmarks',
  'checkout',
  'navigation',
  'no-script',
  'pages',
  'sign-on',
])
const DECIDES_ALL = /^(package-lock\.json|tsconfig\.json|vitest\.config\.ts|tools\/(runs|gate-runner|run-tests)\.ts)$/

const binOf = (...path: string[]) => join(root, 'node_modules', ...path)
const vitest = (project: string) => [binOf('vitest', 'vitest.mjs'), 'run', '--project', project]

const STAGES: readonly Stage[] = [
  // Each checker works out the types that it needs by itself: four take three times as much processor time as one.
  { name: 'types', command: [binOf('typescript', 'bin', 'tsc'), '-p', '.', '--checkers', '1'] },
  { name: 'format', command: [binOf('oxfmt', 'bin', 'oxfmt'), '--check'] },
  { name: 'lint', command: [binOf('oxlint', 'bin', 'oxlint')] },
  { name: 'arrows', command: [join('tools', 'import-rules.ts')] },
  { name: 'knip', command: [binOf('knip', 'bin', 'knip.js')] },
  { name: 'live', command: [binOf('knip', 'bin', 'knip.js'), '--production', '--include', 'exports,files'] },
  { name: 'styles', command: [binOf('stylelint', 'bin', 'stylelint.mjs'), '{web,rooms,demo,tools}/**/*.css'] },
  { name: 'spec', command: [join('tools', 'spec.ts'), '--summary'] },
  {
    name: 'unit',
    command: vitest('unit*'),
    needs: [POSTGRES, REDIS],
    needsForRelease: [VARNISH, NGINX],
    isVitest: true,
  },
  { name: 'build', command: [join('tools', 'build.mjs')] },
  { name: 'demo', command: [join('e2e', 'fill-demo.ts')], isPreparation: true },
  { name: 'journeys', command: vitest('journey*'), needs: [CHROMIUM, HEADLESS_SHELL, FONTS], isVitest: true },
]

/** So many files are named at the end. */
const SLOWEST = 20
/** The compiler and the linter are Go: one thread that seldom collects takes half the work of as many as there are cores. */
const FRUGAL = { GOMAXPROCS: '1', GOGC: '400' }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    changed: { type: 'boolean' },
    release: { type: 'boolean' },
    title: { type: 'string' },
  },
})
const touched = values.changed ? findTouched(positionals[0]) : null
const filters = touched ?? positionals
/** A named file runs whole; changed files run as in the gate. */
const run: Run = values.release || (touched === null && filters.length > 0) ? 'release' : RUN
/** With `--title` only cases whose title it matches. */
const titleFilter = values.title === undefined ? [] : ['--testNamePattern', values.title]
const isRelease = values.release === true || RUN === 'release'
const stages = selectStages()
const needsOf = (list: readonly Stage[]) =>
  list.flatMap(({ needs = [], needsForRelease = [] }) => [...needs, ...(isRelease ? needsForRelease : [])])
const named = (isWanted: (stage: Stage) => boolean) => stages.filter(isWanted)
const [unit, journeys] = [named(({ name }) => name === 'unit'), named(({ name }) => name === 'journeys')]
const scratch = openScratch()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
type Outcome = Omit<Counts, 'failures' | 'reason'> & { /** Titles with their files. */ failures: readonly string[] }
type Result = Outcome & { stage: string; seconds: number }
const results: Result[] = []
try {
  const forUnit = ensureSystemPackages(needsOf(unit), say)
  // A browser is fetched and unpacked while other stages run; they wait for the part that only they need.
  const forJourneys = forUnit.then(() => ensureSystemPackages(needsOf(journeys), say))
  await Promise.all([
    forUnit.then(() => runInOrder(unit)),
    runInOrder(
      named(({ isVitest }) => !isVitest),
      { isBeside: unit.length > 0 },
    ),
  ])
  await forJourneys
  await runInOrder(journeys)
} finally {
  scratch.remove()
}
results.sort((a, b) => placeOf(a) - placeOf(b))

console.log('\n── summary')
for (const { stage, passed, failed, skipped, seconds } of results) {
  const notes = [failed > 0 ? `${failed} not ok` : '', skipped > 0 ? `${skipped} skipped` : ''].filter(
    (note) => note !== '',
  )
  console.log(
    `${stage.padEnd(10)}${String(passed).padStart(6)} ok${seconds.toFixed(1).padStart(9)} s  ${notes.join(', ')}`.trimEnd(),
  )
}
const slowest = results.flatMap(({ files }) => files).toSorted((a, b) => b.seconds - a.seconds)
if (slowest.length > SLOWEST) {
  console.log('\n── the slowest files (seconds, beside others)')
  for (const { file, seconds } of slowest.slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(8)}  ${toPlace(file)}`)
}
const skips = describeSkips(results.flatMap((result) => result.skips))
if (skips.length > 0) console.log(`\n── skipped\n${skips.join('\n')}`)
const measured = results.flatMap((result) => result.measured)
if (measured.length > 0)
  console.log(`\n── measured\n${measured.map(({ test, figures }) => `${figures}  (${test})`).join('\n')}`)
const retries = describeRetries(results.flatMap((result) => result.retries))
if (retries.length > 0) console.log(`\n── passed at a second try alone\n${retries.join('\n')}`)
const failures = results.flatMap((result) => result.failures)
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`)
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
  if (touched !== null) {
    const hasJourneys = touched.some(isJourney)
    const hasTests = !touched.every(isJourney)
    const needless = new Set([...(hasTests ? [] : ['unit']), ...(hasJourneys ? [] : ['build', 'demo', 'journeys'])])
    return STAGES.filter(({ name }) => !needless.has(name))
  }
  if (filters.length === 0) return STAGES
  // vitest matches a filter against the path of a file; a stage it leaves empty would count as failed.
  const matches = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (path) => /node_modules|^dist/.test(path) }).some((file) =>
      filters.some((filter) => `/${file.split(sep).join('/')}`.includes(toPathFilter(filter))),
    )
  const names = [
    matches('**/*.test.{ts,tsx}') ? ['unit'] : [],
    matches('{e2e,rooms}/**/*.journey.ts') ? ['build', 'journeys'] : [],
  ].flat()
  if (names.length === 0)
    giveUp(
      `No test file matches ${filters.join(' ')}.`,
      'A filter is a part of the path of a test file, such as services/content.',
    )
  return STAGES.filter((stage) => names.includes(stage.name))
}

/**
 * Test files touched since a revision. A file that decides about all tests (the locked packages, the configuration of the runs)
 * touches all. Journeys run the built product, which no import of theirs shows: with the product those in `ALWAYS` run, and
 * those named after a changed folder or file.
 */
function findTouched(revision = 'main'): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) giveUp(`git ${args.join(' ')} failed: ${stderr.trim()}`, 'Name a revision that exists here.')
    return stdout.split('\n').filter((line) => line !== '')
  }
  const [base = revision] = git('merge-base', revision, 'HEAD')
  const changed = [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ]
  if (changed.length === 0) giveUp(`Nothing was changed since ${revision}.`, 'Change something, or name a revision.')
  say(`${changed.length} files were changed since ${revision}`)
  const all = globSync(
    ['{domain,contracts,services,web,rooms,demo,bench,tools}/**/*.test.{ts,tsx}', '{e2e,rooms/*}/*.journey.ts'],
    {
      cwd: root,
      exclude: (path) => /node_modules|^dist/.test(path),
    },
  ).map((file) => file.split(sep).join('/'))
  if (changed.some((file) => DECIDES_ALL.test(file))) return all
  const sources = readSources(root)
  const graph = readImportGraph(sources, { hasTypes: true })
  const reaching = listReached(turnAround(graph), changed)
  const isProduct = changed.some(
    (file) => /^(domain|contracts|services|web|rooms|demo)\//.test(file) && !isTestFile(file),
  )
  const words = new Set(changed.filter((file) => !isTestFile(file)).flatMap((file) => file.split(/[/.]/)))
  const walks = all.filter((file) => {
    const name = /([^/]+)\.journey\.ts$/.exec(file)?.[1]
    return name !== undefined && (reaching.has(file) || (isProduct && (ALWAYS.has(name) || words.has(name))))
  })
  return [...listTouchedTests(changed, graph), ...walks].filter((file) => !isReleaseFile(file))
}

function isJourney(file: string): boolean {
  return file.endsWith('.journey.ts')
}

function isTestFile(file: string): boolean {
  return /\.(test|testing|journey)\.tsx?$/.test(file)
}

function toPathFilter(filter: string): string {
  return filter.startsWith(root) ? `/${relative(root, filter).split(sep).join('/')}` : filter.replace(/^\.\//, '/')
}

function placeOf({ stage }: Result): number {
  return STAGES.findIndex(({ name }) => name === stage)
}

/** `isBeside`: prints its output in one piece at the end. */
async function runInOrder(list: readonly Stage[], { isBeside = false } = {}): Promise<void> {
  for (const stage of list) {
    const lines: string[] = []
    const tell = isBeside ? (text: string) => void lines.push(text) : (text: string) => void process.stdout.write(text)
    tell(`\n── ${stage.name}\n`)
    const started = performance.now()
    const counts = await runStage(stage, { isBeside, tell })
    results.push({ stage: stage.name, ...counts, seconds: (performance.now() - started) / 1000 })
    process.stdout.write(lines.join(''))
  }
}

type Manner = { isBeside: boolean; tell: (text: string) => void }

async function runStage(stage: Stage, manner: Manner): Promise<Outcome> {
  const report = join(scratch.folder, `${stage.name}.json`)
  const extra = stage.isVitest
    ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...titleFilter, ...filters]
    : []
  const { code, output } = await runProgram([...stage.command, ...extra], manner)
  if (stage.isVitest) {
    const isLeftOut = (file: string, title: string) =>
      (run === 'gate' && gateTitles(toPlace(file))?.test(title) === false) ||
      (values.title !== undefined && !new RegExp(values.title).test(title))
    const counts = countTests(readReport(report), code, isLeftOut)
    if (counts.reason !== null) manner.tell(`${stage.name}: ${counts.reason}\n`)
    const withPlace = <T extends { place: string }>(list: readonly T[]) =>
      list.map((one) => ({ ...one, place: toPlace(one.place) }))
    const titles = counts.failures.map(({ place, test }) => `${toPlace(place)} › ${test}`)
    return { ...counts, failures: titles, skips: withPlace(counts.skips), retries: withPlace(counts.retries) }
  }
  if (stage.name === 'lint' && code !== 0 && process.platform !== 'linux' && /native binding/i.test(output))
    return skipStage(
      stage,
      'the lockfile has no build of the linter for this system; the check runs on Linux only',
      manner,
    )
  if (stage.name === 'spec' && code === 0 && output.includes(NO_REQUIREMENTS))
    return skipStage(stage, `${NO_REQUIREMENTS}, so no citation could be checked`, manner)
  manner.tell(code === 0 ? `${stage.name}: ok\n` : `${stage.name}: failed (exit code ${code})\n`)
  const isOk = code === 0
  return {
    passed: isOk && !stage.isPreparation ? 1 : 0,
    failed: isOk ? 0 : 1,
    skipped: 0,
    skips: [],
    retries: [],
    measured: [],
    failures: isOk ? [] : [stage.name],
    files: [],
  }
}

function skipStage({ name }: Stage, reason: string, { tell }: Manner): Outcome {
  tell(`${name}: skipped, ${reason}\n`)
  const skip = { place: name, test: null, reason }
  return { passed: 0, failed: 0, skipped: 1, skips: [skip], retries: [], measured: [], failures: [], files: [] }
}

/** As one would type it. */
function toPlace(file: string): string {
  return relative(root, file).split(sep).join('/')
}

function runProgram(args: string[], { isBeside, tell }: Manner): Promise<{ code: number; output: string }> {
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
        TEST_RUN: run,
        TMPDIR: scratch.folder,
        NODE_COMPILE_CACHE: join(scratch.folder, 'compiled'),
        JOURNEYS_DEMO: join(scratch.folder, 'journeys-demo'),
        ...(isBeside ? FRUGAL : {}),
      },
    })
    const pass = (toWhom: (text: string) => void) => (text: string) => {
      output = (output + text).slice(-4000)
      toWhom(text)
    }
    child.stdout.setEncoding('utf8').on('data', pass(tell))
    child.stderr.setEncoding('utf8').on('data', pass(isBeside ? tell : (text) => void process.stderr.write(text)))
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
