import { expect, it } from 'vitest'
import fc from 'fast-check'
import { summariseVital, toBucket } from './vitals.ts'

const summarise = (values: readonly number[]) => {
  const counts = new Map<number, number>()
  for (const value of values) {
    const bucket = toBucket('lcp', value)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  return summariseVital('lcp', counts)
}

it('the value of three of four page loads is exact to the width of a bucket', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 1, maxLength: 300 }), (values) => {
      const exact = values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.75) - 1]!
      const { p75, measured } = summarise(values)
      expect(Math.abs(p75! - exact)).toBeLessThanOrEqual(100)
      expect(measured).toBe(values.length)
    }),
  )
})

it('page loads below the limit are good, those at it and above are not', () => {
  expect(summarise([100, 2499, 2500, 60_000]).good).toBe(0.5)
})

it('nothing was measured', () => expect(summarise([])).toEqual({ measured: 0, p75: null, good: null }))
