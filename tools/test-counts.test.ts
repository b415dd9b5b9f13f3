import { describe, expect, it } from 'vitest'
import { countTests } from './test-counts.ts'

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  message: '',
  assertionResults: tests.map((one) => ({ status: one })),
})

describe('countTests', () => {
  it.each([
    [
      'counts every test',
      [file('passed', 'passed', 'passed'), file('failed', 'failed', 'passed')],
      1,
      { passed: 3, failed: 1, skipped: 0 },
    ],
    [
      'does not count a skipped test as passed',
      [file('passed', 'passed', 'skipped', 'todo', 'pending')],
      0,
      { passed: 1, failed: 0, skipped: 3 },
    ],
    [
      'counts a file that could not be loaded',
      [file('passed', 'passed'), file('failed')],
      1,
      { passed: 1, failed: 1, skipped: 0 },
    ],
    [
      'counts a hook that threw after its tests passed',
      [file('failed', 'passed')],
      1,
      { passed: 1, failed: 1, skipped: 0 },
    ],
    ['fails when no test ran', [], 0, { passed: 0, failed: 1, skipped: 0 }],
    ['fails when every test was skipped', [file('passed', 'skipped')], 0, { passed: 0, failed: 1, skipped: 1 }],
    ['fails on an exit code no test explains', [file('passed', 'passed')], 1, { passed: 1, failed: 1, skipped: 0 }],
  ])('%s', (_name, testResults, exitCode, expected) => {
    expect(countTests({ testResults }, exitCode)).toMatchObject(expected)
  })

  it('fails when there is no report', () => {
    expect(countTests(null, 0)).toMatchObject({ passed: 0, failed: 1 })
  })
})
