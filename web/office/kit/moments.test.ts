import { describe, expect, it } from 'vitest'
import { exactTime, fromLocalField, shortMoment, toClock, toLocalField } from './moments.ts'

describe('times of the office', () => {
  it.each([
    ['2026-11-28T05:00', '2026-11-28T04:00:00.000Z'],
    ['2026-07-01T06:00', '2026-07-01T04:00:00.000Z'],
    ['2026-03-29T04:30', '2026-03-29T02:30:00.000Z'],
    ['2026-10-25T06:00', '2026-10-25T05:00:00.000Z'],
  ])('%s on the clock in Berlin is %s', (field, instant) => {
    expect(fromLocalField(field)).toBe(instant)
    expect(toLocalField(instant)).toBe(field)
  })

  it('an empty field is no time', () => {
    expect(fromLocalField('')).toBeNull()
    expect(toLocalField(null)).toBe('')
  })

  it('a time of today has no date', () => {
    const now = new Date('2026-11-28T12:00:00Z')
    expect(shortMoment('2026-11-28T10:04:07Z', now)).toBe('11:04')
    expect(shortMoment('2026-11-27T10:04:07Z', now)).toBe('27.11., 11:04')
    expect(exactTime('2026-11-28T10:04:07Z')).toBe('11:04:07')
  })

  it.each([
    [0, '0:00'],
    [65.9, '1:05'],
    [600, '10:00'],
    [3599, '59:59'],
    [3905, '1:05:05'],
    [36_000, '10:00:00'],
  ])('%d seconds are %s', (seconds, clock) => {
    expect(toClock(seconds)).toBe(clock)
  })
})
