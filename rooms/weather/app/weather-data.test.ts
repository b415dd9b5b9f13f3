import { expect, it } from 'vitest'
import type { WeatherReport } from '../contract/weather.ts'
import { toSampleWeather } from '../service/sample-weather.ts'
import { toWeatherData } from './weather-data.ts'

const NOW = new Date('2026-11-23T12:10:00Z')
const PLACE = { id: 'talheim', name: 'Talheim' }
const show = (report: WeatherReport, now = NOW) =>
  toWeatherData({ places: [PLACE], place: PLACE, sky: null, report }, now).report
const at = (iso: string, change: (report: WeatherReport) => void = () => {}) => {
  const report = { ...toSampleWeather('talheim', NOW), at: iso }
  change(report)
  return report
}

it.each([
  ['2026-11-23T12:00:00Z', 'fresh', true],
  ['2026-11-23T09:00:00Z', 'old', true],
  ['2026-11-22T11:00:00Z', 'ended', false],
])('a report of %s is %s', (said, freshness, isPresent) => {
  const shown = show(at(said))!
  expect([shown.freshness, shown.now !== null]).toEqual([freshness, isPresent])
})

it('shows the hours from now to the end of tomorrow in German time', () => {
  const { hours, days } = show(at(NOW.toISOString()))!
  expect([hours[0]!.at, hours.at(-1)!.at]).toEqual(['2026-11-23T12:00:00.000Z', '2026-11-24T22:00:00.000Z'])
  expect(days[0]!.day).toBe('2026-11-23')
  const late = show(at(NOW.toISOString()), new Date('2026-11-23T23:30:00Z'))!
  expect([late.hours[0]!.at, late.days[0]!.day]).toEqual(['2026-11-23T23:00:00.000Z', '2026-11-24'])
})

it('the felt temperature uses the wind of the hour, or else of the day', () => {
  const report = (wind: object | null) =>
    at(NOW.toISOString(), ({ hours, days }) => {
      for (const hour of hours) Object.assign(hour, { temperature: 0, wind })
      Object.assign(days[0]!, { wind: { speed: 20, gust: null, direction: null } })
    })
  expect(show(report(null))!.now).toMatchObject({ felt: expect.closeTo(-5.2, 0), wind: { speed: 20 } })
  expect(show(report({ speed: 0, gust: null, direction: null }))!.now).toMatchObject({ felt: 0 })
})

it('leaves out past warnings and days, pollen of another day, and a report that lies in the past', () => {
  const warning = { level: 1, headline: 'x', text: '', instruction: '', from: '2026-11-23T00:00:00.000Z' }
  const given = at(NOW.toISOString(), (report) => {
    report.warnings = [
      { ...warning, headline: 'over', until: '2026-11-23T12:00:00.000Z' },
      { ...warning, headline: 'now', until: '2026-11-23T13:00:00.000Z' },
      { ...warning, headline: 'open', until: null },
    ]
  })
  expect(show(given)!.warnings.map(({ headline }) => headline)).toEqual(['now', 'open'])
  const nextDay = show(given, new Date('2026-11-24T13:00:00Z'))!
  expect([nextDay.warnings, nextDay.pollen, nextDay.days.length]).toEqual([[], null, 9])
  expect(show(given, new Date('2026-12-24T13:00:00Z'))).toBe(null)
})
