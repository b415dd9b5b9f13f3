/**
 * Turns a vitest JSON report and its exit code into counts, so that no failure is counted as zero, and no skipped test
 * counts as passed. A skipped test states its reason in its options: `{ meta: { skipReason: '…' } }`, on the test or on
 * an enclosing `describe`. A test that measures tells its figures with `task.meta.measured = '…'`.
 */

import type { TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped on this machine. */
    skipReason?: string
    /** Figures that the test saw, in one line. */
    measured?: string
  }
}

export type Skip = {
  /** A path, or the name of a stage skipped as a whole. */
  place: string
  /** Null: everything at that place. */
  test: string | null
  reason: string
}

/** Passed only at a retry. */
export type Retry = { place: string; test: string; /** Error of the first try, with its stack. */ error: string }

export type Counts = {
  passed: number
  failed: number
  skipped: number
  skips: Skip[]
  retries: Retry[]
  measured: { place: string; test: string; figures: string }[]
  /** A file that failed as a whole has no test. */
  failures: { place: string; test: string }[]
  files: { file: string; seconds: number }[]
  /** Reason of a failure that belongs to no single test. */
  reason: string | null
}

type Assertion = { status: string; fullName?: string; failureMessages?: string[]; meta?: Partial<TaskMeta> }
type Report = {
  testResults: {
    name: string
    status: string
    message?: string
    startTime?: number
    endTime?: number
    assertionResults: Assertion[]
  }[]
}

const RAN: ReadonlySet<string> = new Set(['passed', 'failed'])
const NO_REASON = 'no reason given (meta.skipReason says one)'

/** `isLeftOut`: a case of the other run, which does not count as skipped. */
export function countTests(
  given: unknown,
  exitCode: number,
  isLeftOut: (file: string, title: string) => boolean = () => false,
): Counts {
  if (!isReport(given)) {
    const nothing = { skips: [], retries: [], measured: [], failures: [], files: [] }
    return { passed: 0, failed: 1, skipped: 0, ...nothing, reason: 'vitest left no report' }
  }
  const report = {
    testResults: given.testResults.map((file) => ({
      ...file,
      assertionResults: file.assertionResults.filter(
        ({ status, fullName = '' }) => RAN.has(status) || !isLeftOut(file.name, fullName),
      ),
    })),
  }
  const skips = listSkips(report)
  const statuses = report.testResults.flatMap((file) => file.assertionResults.map((test) => test.status))
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  const seen = {
    passed,
    skipped: skips.length,
    skips,
    retries: listRetries(report),
    measured: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap(({ fullName = '', meta }) =>
        meta?.measured === undefined ? [] : [{ place: name, test: fullName, figures: meta.measured }],
      ),
    ),
    files: report.testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
      file: name,
      seconds: (endTime - startTime) / 1000,
    })),
    failures: report.testResults
      .filter((file) => file.status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const broken = assertionResults.filter((test) => test.status === 'failed')
        return broken.length === 0
          ? [{ place: name, test: 'the file as a whole' }]
          : broken.map(({ fullName = '' }) => ({ place: name, test: fullName }))
      }),
  }
  // A file that cannot be loaded, or whose hook throws, fails without a failed test.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  if (broken.length > 0)
    return {
      ...seen,
      failed: failed + broken.length,
      reason: `failed as a whole: ${broken.map((file) => file.name).join(', ')}`,
    }
  if (passed + failed === 0) return { ...seen, failed: 1, reason: 'not a single test ran' }
  if (exitCode !== 0 && failed === 0)
    return { ...seen, failed: 1, reason: `vitest ended with ${exitCode} although every test passed` }
  return { ...seen, failed, reason: null }
}

function listRetries(report: Report): Retry[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName = '', failureMessages }) => ({ place: name, test: fullName, error: failureMessages![0]! })),
  )
}

function listSkips(report: Report): Skip[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => !RAN.has(status))
      .map(({ fullName, meta, status }) => ({
        place: name,
        test: fullName ?? '',
        reason: meta?.skipReason ?? (status === 'todo' ? 'not written yet' : NO_REASON),
      })),
  )
}

/** More skipped tests of one file with the same reason are counted instead of listed. */
const NAMED = 3

/** One line for each skipped test, or for many tests of one file with the same reason. */
export function describeSkips(skips: readonly Skip[]): string[] {
  const groups = Map.groupBy(skips, ({ place, reason }) => `${place}\0${reason}`)
  return [...groups.values()].flatMap((group) => {
    const { place, reason } = group[0]!
    if (group.length > NAMED) return [`${place} (${group.length} tests): ${reason}`]
    return group.map(({ test }) => (test === null ? `${place}: ${reason}` : `${place} › ${test}: ${reason}`))
  })
}

const SHOWN_LINES = 6

/** One line each, and below it the error of the first try: its message, and the first place in this repository. */
export function describeRetries(retries: readonly Retry[]): string[] {
  return retries.flatMap(({ place, test, error }) => {
    const lines = error.split('\n').filter((line) => line.trim() !== '')
    const stack = lines.findIndex((line) => /^\s*at /.test(line))
    const [message, frames] = stack === -1 ? [lines, []] : [lines.slice(0, stack), lines.slice(stack)]
    const own = frames.find((frame) => !/node_modules|node:/.test(frame) && frame.includes('/'))
    const shown = [...message.slice(0, SHOWN_LINES), ...(own === undefined ? [] : [own])]
    return [`${place} › ${test}`, ...shown.map((line) => `    ${line.trim()}`)]
  })
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults)
}
