import { describe, expect, it } from 'vitest'
import { countTests, describeRetries, describeSkips } from './test-counts.ts'

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

describe('skipped tests', () => {
  const test = (status: string, fullName: string, skipReason?: string) => ({ status, fullName, meta: { skipReason } })
  const skipped = (...assertionResults: object[]) =>
    describeSkips(countTests({ testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] }, 0).skips)

  it('are printed with their reasons, or with a note that there is none', () => {
    expect(
      skipped(
        test('passed', 'runs'),
        test('skipped', 'reads them', 'there are none'),
        test('pending', 'draws', undefined),
        test('todo', 'flies'),
      ),
    ).toEqual([
      'a.test.ts › reads them: there are none',
      'a.test.ts › draws: no reason given (meta.skipReason says one)',
      'a.test.ts › flies: not written yet',
    ])
  })

  it('is one line if many tests of a file share their reason', () => {
    const many = ['eins', 'zwei', 'drei', 'vier'].map((name) => test('skipped', name, 'there are none'))
    expect(skipped(...many, test('skipped', 'fünf', 'no network'), test('passed', 'sechs'))).toEqual([
      'a.test.ts (4 tests): there are none',
      'a.test.ts › fünf: no network',
    ])
  })

  it('may be a whole stage', () => {
    expect(describeSkips([{ place: 'lint', test: null, reason: 'no build for this system' }])).toEqual([
      'lint: no build for this system',
    ])
  })

  it('is empty if everything ran', () => {
    expect(skipped(test('passed', 'a'), test('failed', 'b'))).toEqual([])
  })
})

describe('tests that passed only at a retry', () => {
  const FIRST = [
    'TimeoutError: locator.waitFor: Timeout 30000ms exceeded.',
    'Call log:',
    "  - waiting for locator('header')",
    '',
    '    at run (file:///x/node_modules/vitest/dist/run.js:1:2)',
    '    at untilAnonymous (/x/e2e/account-reader.ts:162:49)',
    '    at /x/e2e/a.journey.ts:190:11',
  ].join('\n')
  const retriesOf = (...assertionResults: object[]) =>
    describeRetries(countTests({ testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] }, 0).retries)

  it('are printed with the error of the first try and its place', () => {
    expect(
      retriesOf(
        { status: 'passed', fullName: 'at once', failureMessages: [] },
        { status: 'passed', fullName: 'later', failureMessages: [FIRST, 'Error: and once more'] },
        { status: 'failed', fullName: 'never', failureMessages: [FIRST, FIRST] },
      ),
    ).toEqual([
      'a.test.ts › later',
      '    TimeoutError: locator.waitFor: Timeout 30000ms exceeded.',
      '    Call log:',
      "    - waiting for locator('header')",
      '    at untilAnonymous (/x/e2e/account-reader.ts:162:49)',
    ])
  })

  it('are printed without a place if the error has none', () => {
    expect(retriesOf({ status: 'passed', fullName: 'later', failureMessages: ['Error: gone'] })).toEqual([
      'a.test.ts › later',
      '    Error: gone',
    ])
  })
})
