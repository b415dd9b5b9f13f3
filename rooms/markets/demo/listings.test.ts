/** Homes and jobs are up to date on the day the demo is filled, on any day. */
import { toBerlinIso, toDayKey } from '@lokalteil/domain/german'
import { expect, it } from 'vitest'
import { listDemoListings } from './listings.ts'

const DAY = 86_400_000

/** Each day of a week at another hour, the turn of the year, holidays, and the days on which the clock changes. */
const MOMENTS = [
  ...Array.from({ length: 8 }, (_, index) => new Date(Date.UTC(2026, 10, 27) + index * 1.125 * DAY)),
  ...['2026-12-25T09:00Z', '2026-12-31T23:30Z', '2027-01-01T00:30Z', '2027-03-28T02:00Z', '2027-10-31T01:00Z'].map(
    (moment) => new Date(moment),
  ),
]

it('homes and jobs: some are of the last day, none is in the future, older than a fortnight or listed at night', () => {
  for (const now of MOMENTS)
    for (const { delivery } of listDemoListings(now)) {
      const listings = delivery.kind === 'listings' ? delivery.listings : []
      const ages = listings.map(({ published }) => (now.getTime() - Date.parse(published)) / DAY)
      expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
      expect(Math.min(...ages)).toBeLessThan(2)
      expect(Math.max(...ages)).toBeLessThanOrEqual(14.1)
      expect(new Set(listings.map(({ published }) => toDayKey(new Date(published)))).size).toBeGreaterThan(9)
      for (const { published } of listings) {
        const hour = Number(toBerlinIso(new Date(published)).slice(11, 13))
        expect(hour >= 7 && hour < 19, published).toBe(true)
      }
    }
})

it('a home keeps its listing date until it is listed again', () => {
  const [first, next] = ['2026-11-24T20:00:00Z', '2026-11-25T20:00:00Z'].map(
    (now) => listDemoListings(new Date(now))[0]!.delivery,
  )
  if (first!.kind !== 'listings' || next!.kind !== 'listings') throw new Error('There are no listings')
  const before = new Map(first!.listings.map(({ sourceId, published }) => [sourceId, published]))
  const anew = next!.listings.filter(({ sourceId, published }) => before.get(sourceId) !== published)
  expect(anew.length).toBeGreaterThan(0)
  expect(anew.length).toBeLessThan(15)
  for (const { published } of anew) expect(toDayKey(new Date(published))).toBe('2026-11-25')
})
