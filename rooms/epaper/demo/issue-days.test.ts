/** The issues are up to date on the day the demo is filled, on any day. */
import { DEMO_PUBLICATIONS } from '@lokalteil/demo/codes'
import { describe, expect, it } from 'vitest'
import { listIssueDays, toDeadline, toIssueNumber } from './issue-days.ts'
import { listMissingIssues } from './issues.ts'

describe('issues of a daily', () => {
  it.each([
    ['a Friday', '2026-11-27', '27 26 25 24 23 21', '2026-11'],
    ['a Saturday', '2026-11-28', '28 27 26 25 24 23', '2026-11'],
    ['a Sunday, which has none', '2026-11-29', '28 27 26 25 24 23', '2026-11'],
    ['a Monday', '2026-11-30', '30 28 27 26 25 24', '2026-11'],
    ['a Tuesday behind two holidays and a Sunday', '2026-12-29', '29 28 24 23 22 21', '2026-12'],
    ['Christmas', '2026-12-25', '24 23 22 21 19 18', '2026-12'],
    ['Easter Monday', '2027-03-29', '27 25 24 23 22 20', '2027-03'],
    ['the day the clock goes forward', '2027-03-28', '27 25 24 23 22 20', '2027-03'],
  ])('on %s', (_what, today, days, month) =>
    expect(listIssueDays('ak', today)).toEqual(days.split(' ').map((day) => `${month}-${day}`)),
  )

  it('at the turn of the year', () => {
    const days = ['2027-01-02', '2026-12-31', '2026-12-30', '2026-12-29', '2026-12-28', '2026-12-24']
    expect(listIssueDays('fb', '2027-01-02')).toEqual(days)
    expect(listIssueDays('fb', '2027-01-03')).toEqual(days)
    // New Year's Day and Epiphany have no issue.
    expect(toIssueNumber('fb', '2027-01-02')).toBe(1)
    expect(toIssueNumber('fb', '2027-01-07')).toBe(4)
  })
})

it.each([
  ['2026-11-28', '2026-11-28 2026-11-21'],
  ['2026-11-27', '2026-11-21 2026-11-14'],
  // Boxing Day is a Saturday: the paper of that week appears before.
  ['2026-12-27', '2026-12-24 2026-12-19'],
])('on %s the weekly has those of %s', (today, days) => expect(listIssueDays('la', today).join(' ')).toBe(days))

it.each([
  ['2026-11-24', '2026-11-23T21:00:00.000Z'],
  ['2026-07-02', '2026-07-01T20:00:00.000Z'],
  ['2027-01-01', '2026-12-31T21:00:00.000Z'],
])('the issue of %s has articles until ten the evening before', (day, deadline) =>
  expect(toDeadline(day).toISOString()).toBe(deadline),
)

describe('deliveries', () => {
  const now = new Date('2026-11-24T08:00:00Z')
  const nothing = DEMO_PUBLICATIONS.map((publication) => ({ publication, days: [] }))

  it('the newest issue of each paper comes first', () => {
    const issues = listMissingIssues(nothing, now)
    expect(issues.slice(0, 4).map(({ publication, day }) => `${publication} ${day}`)).toEqual([
      'ak 2026-11-24',
      'fb 2026-11-24',
      'ht 2026-11-24',
      'la 2026-11-21',
    ])
    expect(issues).toHaveLength(3 * 6 + 2)
    const ages = issues.map(({ publication, day, newest }) => listIssueDays(publication, newest).indexOf(day))
    expect(ages).toEqual(ages.toSorted((a, b) => a - b))
  })

  it('a later start completes the week of the first one and adds nothing', () => {
    const week = listIssueDays('ak', '2026-11-24')
    const later = new Date('2026-12-03T08:00:00Z')
    expect(listMissingIssues([{ publication: 'ak', days: week }], later)).toEqual([])
    expect(listMissingIssues([{ publication: 'ak', days: week.slice(0, 2) }], later).map(({ day }) => day)).toEqual(
      week.slice(2),
    )
  })
})
