import { expect, it } from 'vitest'
import { groupByDay } from './group-by-day.ts'

const NOW = new Date('2026-11-21T10:00:00Z')

it.each([
  ['nothing', [], []],
  ['one day', ['2026-11-21T09:00:00Z', '2026-11-21T05:00:00Z'], ['today Samstag, 21. November 2026: 2']],
  [
    'midnight in Berlin, not in Greenwich',
    ['2026-11-20T23:30:00Z', '2026-11-20T22:30:00Z'],
    ['today Samstag, 21. November 2026: 1', 'yesterday Freitag, 20. November 2026: 1'],
  ],
  [
    'older days',
    ['2026-11-19T12:00:00Z', '2026-03-05T12:00:00Z'],
    ['null Donnerstag, 19. November 2026: 1', 'null Donnerstag, 5. März 2026: 1'],
  ],
  [
    'a day that comes back',
    ['2026-11-21T09:00:00Z', '2026-11-20T09:00:00Z', '2026-11-21T08:00:00Z'],
    ['today Samstag, 21. November 2026: 2', 'yesterday Freitag, 20. November 2026: 1'],
  ],
])('S2.1-23 groups headlines by day: %s', (_case, dates, drawn) => {
  const groups = groupByDay(
    dates.map((publishDate) => ({ publishDate })),
    NOW,
  )
  expect(groups.map(({ label, nearness, entries }) => `${nearness} ${label}: ${entries.length}`)).toEqual(drawn)
})

it('knows yesterday on the day after the clocks changed', () => {
  const [group] = groupByDay([{ publishDate: '2026-10-24T20:00:00Z' }], new Date('2026-10-25T22:30:00Z'))
  expect(group!.nearness).toBe('yesterday')
})
