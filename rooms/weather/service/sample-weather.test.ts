/** R1-77: sample weather is consistent for every place, day and hour. */
import type { WeatherReport } from '../contract/weather.ts'
import { toBerlinIso, toDayKey } from '@lokalteil/domain/german'
import { expect, it } from 'vitest'
import { toSampleWeather } from './sample-weather.ts'

const HOUR = 3_600_000
/** All places on every fifth day of two years, at different hours, and on the days when clocks change. */
const REPORTS: readonly WeatherReport[] = [
  ...['auenburg', 'talheim', 'moorbeck', 'tannau'].flatMap((place, at) =>
    Array.from({ length: 146 }, (_, index) =>
      toSampleWeather(place, new Date(Date.UTC(2026, 0, 1) + index * 5 * 24 * HOUR + ((index * 7 + at) % 24) * HOUR)),
    ),
  ),
  ...['2026-03-29T00:30:00Z', '2026-10-25T01:30:00Z', '2026-12-31T23:30:00Z'].map((now) =>
    toSampleWeather('auenburg', new Date(now)),
  ),
]

type Hour = WeatherReport['hours'][number]
type Day = WeatherReport['days'][number]

const isWet = ({ condition }: { condition: string | null }) => ['rain', 'snow', 'thunder'].includes(condition!)
const within = (value: number | null, least: number, most: number) => value !== null && value >= least && value <= most

it.each<[string, (hour: Hour) => boolean]>([
  ['something falls if and only if the sky says so', (hour) => hour.rain! > 0 === isWet(hour)],
  ['snow falls in frost', (hour) => hour.condition !== 'snow' || hour.temperature <= 0],
  ['rain falls above zero', (hour) => hour.condition !== 'rain' || hour.temperature >= 1],
  ['thunder comes when it is warm', (hour) => hour.condition !== 'thunder' || hour.temperature >= 12],
  ['a chance of at least half where something falls', (hour) => !isWet(hour) || within(hour.rainProbability, 50, 100)],
  ['a chance below half under a dry sky', (hour) => isWet(hour) || within(hour.rainProbability, 0, 40)],
  ['hardly a chance in the sun', (hour) => hour.condition !== 'sun' || within(hour.rainProbability, 0, 10)],
  ['fog is damp and calm', (hour) => hour.condition !== 'fog' || (hour.humidity! >= 95 && hour.wind!.speed <= 8)],
  ['sun is not damp', (hour) => hour.condition !== 'sun' || hour.humidity! <= 70],
  ['gusts are stronger than the wind', ({ wind }) => wind!.gust! >= wind!.speed],
  ['no sun by night', (hour) => hour.words !== 'sonnig' || !/T(2[0-3]|0[0-4])/.test(new Date(hour.at).toISOString())],
])('of each hour: %s', (_rule, holds) =>
  expect(REPORTS.flatMap(({ hours }) => hours).filter((hour) => !holds(hour))).toEqual([]),
)

it.each<[string, (day: Day, hours: readonly Hour[]) => boolean]>([
  [
    'its bounds are those of its hours',
    (day, hours) => {
      const all = hours.map(({ temperature }) => temperature)
      return Math.min(...all) === day.min && Math.max(...all) === day.max
    },
  ],
  [
    'its rain is that of its hours',
    (day, hours) => Math.abs(hours.reduce((sum, { rain }) => sum + (rain ?? 0), 0) - day.rain!) < 0.05,
  ],
  ['its sky is that of an hour', (day, hours) => hours.some(({ condition }) => condition === day.condition)],
  [
    'its words are said of an hour',
    (day, hours) => hours.some(({ words }) => words === day.words) || day.words === 'sonnig',
  ],
  ['it is wet if an hour is', (day, hours) => hours.some(isWet) === isWet(day)],
  [
    'no hour blows harder',
    (day, hours) => hours.every(({ wind }) => wind!.speed <= day.wind!.speed || wind!.speed === 1),
  ],
])('of each whole day: %s', (_rule, holds) => {
  const wrong = REPORTS.flatMap(({ days, hours }) =>
    days.flatMap((day) => {
      const own = hours.filter(({ at }) => toDayKey(new Date(at)) === day.day)
      const clock = new Set(own.map(({ at }) => toBerlinIso(new Date(at)).slice(11, 13)))
      return own.length === 24 && clock.size === 24 && !holds(day, own) ? [{ day, own }] : []
    }),
  )
  expect(wrong).toEqual([])
})

it('the chance of rain fits the sky of each day, also of days without hours', () => {
  const wrong = REPORTS.flatMap(({ days }) => days).filter((day) =>
    isWet(day)
      ? !within(day.rainProbability, 60, 100) || day.rain === 0
      : !within(day.rainProbability, 0, 30) || day.rain! > 0,
  )
  expect(wrong).toEqual([])
})

it('there is at most one warning, it lies in the future, and its weather comes', () => {
  let seen = 0
  for (const [index, { warnings, hours, at }] of REPORTS.entries()) {
    expect(warnings.length).toBeLessThanOrEqual(1)
    for (const { from, until, text } of warnings) {
      seen += 1
      expect(Date.parse(until!), String(index)).toBeGreaterThan(Date.parse(at))
      const during = hours.filter((hour) => hour.at >= from && hour.at < until!)
      const degrees = /um (−?\d+) °C/.exec(text)
      if (degrees === null) expect(during.some(({ condition }) => condition === 'thunder')).toBe(true)
      else {
        const lowest = Math.min(...during.map(({ temperature }) => temperature))
        expect(Math.round(lowest) + 0).toBe(Number(degrees[1]!.replace('−', '-')))
      }
    }
  }
  expect(seen).toBeGreaterThan(50)
})
