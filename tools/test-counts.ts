/** Turns a vitest JSON report and its exit code into counts, so that nothing which went wrong can end up as zero. */

export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** Why a failure was counted that no single test shows. */
  reason: string | null
}

type Report = {
  testResults: { name: string; status: string; message?: string; assertionResults: { status: string }[] }[]
}

export function countTests(report: unknown, exitCode: number): Counts {
  if (!isReport(report)) return { passed: 0, failed: 1, skipped: 0, reason: 'vitest left no report' }
  const statuses = report.testResults.flatMap((file) => file.assertionResults.map((test) => test.status))
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  const skipped = statuses.length - passed - failed
  // A file that cannot even be loaded, or whose hook throws, fails without a failed test in it.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const total = failed + broken.length
  if (broken.length > 0)
    return {
      passed,
      failed: total,
      skipped,
      reason: `failed as a whole: ${broken.map((file) => file.name).join(', ')}`,
    }
  if (passed + failed === 0) return { passed: 0, failed: 1, skipped, reason: 'not a single test ran' }
  if (exitCode !== 0 && failed === 0)
    return { passed, failed: 1, skipped, reason: `vitest ended with ${exitCode} although every test passed` }
  return { passed, failed, skipped, reason: null }
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults)
}
