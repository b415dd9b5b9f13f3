/** The leagues are up to date on the day the demo is filled, on any day. */
import { expect, it } from 'vitest'
import { listDemoDeliveries } from './leagues.ts'

const DAY = 86_400_000

/** Each day of a week at another hour, the turn of the year, holidays, and the days on which the clock changes. */
const MOMENTS = [
  ...Array.from({ length: 8 }, (_, index) => new Date(Date.UTC(2026, 10, 27) + index * 1.125 * DAY)),
  ...['2026-12-25T09:00Z', '2026-12-31T23:30Z', '2027-01-01T00:30Z', '2027-03-28T02:00Z', '2027-10-31T01:00Z'].map(
    (moment) => new Date(moment),
  ),
]

it('leagues: the last results are at most a week old, no finished match is still open', () => {
  for (const now of MOMENTS)
    for (const { delivery } of listDemoDeliveries(now)) {
      if (delivery.kind !== 'competition') throw new Error('There is no competition')
      const { matches, updated, season } = delivery.competition
      const played = matches.filter(({ status }) => status === 'finished').map(({ kickoff }) => Date.parse(kickoff))
      const open = matches.filter(({ status }) => status !== 'finished').map(({ kickoff }) => Date.parse(kickoff))
      expect(Math.max(...played)).toBeLessThan(now.getTime())
      expect(now.getTime() - Math.max(...played)).toBeLessThan(7.1 * DAY)
      // A match takes two hours.
      expect(Math.min(...open)).toBeGreaterThan(now.getTime() - DAY / 12)
      expect(Date.parse(updated)).toBeLessThanOrEqual(now.getTime())
      expect(season).toMatch(/^20\d\d\/\d\d$/)
    }
})
