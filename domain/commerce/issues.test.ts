import { expect, it } from 'vitest'
import { isDay, parseIssueKey, toIssueKey } from './issues.ts'

it.each([
  ['2026-11-23', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['1899-12-31', false],
  ['2026-11-23T00:00', false],
])('the day %s', (day, is) => expect(isDay(day)).toBe(is))

it('names an issue for purchases', () => {
  const issue = { edition: 'haupt', day: '2026-11-23' }
  expect(toIssueKey(issue)).toBe('haupt/2026-11-23')
  expect(parseIssueKey('haupt/2026-11-23')).toEqual(issue)
  expect(['haupt', 'haupt/2026', 'haupt/2026-11-23/4', '/2026-11-23', 'suche/2026-11-23'].map(parseIssueKey)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
