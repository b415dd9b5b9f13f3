import { expect, it } from 'vitest'
import { toOpenDay } from './open-days.ts'

it.each([
  ['just before midnight in winter', '2026-11-30T22:59:59Z', '2026-11-30T22:59:59Z', '2026-11-30'],
  ['at midnight in winter', '2026-11-30T23:00:00Z', '2026-11-30T23:00:00Z', '2026-12-01'],
  ['at midnight in summer', '2026-07-01T22:00:00Z', '2026-07-01T22:00:00Z', '2026-07-02'],
  ['written after midnight', '2026-11-30T22:59:59Z', '2026-11-30T23:14:59Z', '2026-11-30'],
  ['written too late', '2026-11-30T22:59:59Z', '2026-11-30T23:15:00Z', null],
  ['written later on the same day', '2026-11-30T01:00:00Z', '2026-11-30T20:00:00Z', '2026-11-30'],
  ['of a clock that is a little ahead', '2026-11-30T12:00:50Z', '2026-11-30T12:00:00Z', '2026-11-30'],
  ['still to come', '2026-11-30T12:01:01Z', '2026-11-30T12:00:00Z', null],
  // The clock goes forward at two: the day has 23 hours.
  ['first of the short day', '2027-03-27T23:00:00Z', '2027-03-27T23:00:00Z', '2027-03-28'],
  ['last of the short day', '2027-03-28T21:59:59Z', '2027-03-28T21:59:59Z', '2027-03-28'],
  ['after the short day', '2027-03-28T22:00:00Z', '2027-03-28T22:00:00Z', '2027-03-29'],
  // The clock goes back at three: the day has 25 hours.
  ['first of the long day', '2026-10-24T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25'],
  ['last of the long day', '2026-10-25T22:59:59Z', '2026-10-25T22:59:59Z', '2026-10-25'],
  ['after the long day', '2026-10-25T23:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26'],
])('a view %s counts on its day in Berlin', (_when, at, now, day) => {
  expect(toOpenDay(new Date(at), new Date(now))).toBe(day)
})
