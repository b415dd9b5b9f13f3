/** Selects the parts of a report to show at a moment: no past hours, and no day-old reading as the present one. */
import type { WeatherView } from '../contract/calls.ts'
import type { Pollen, SunAndMoon, WeatherDay, WeatherReport, WeatherWarning, Wind } from '../contract/weather.ts'
import { toDayKey } from '@lokalteil/domain/german'
import { findPresent } from '../domain/present.ts'
import { toFelt, toFreshness, type Freshness } from '../domain/readings.ts'
import type { Condition } from '../domain/conditions.ts'

export type PresentWeather = {
  temperature: number
  felt: number
  condition: Condition | null
  words: string
  wind: Wind | null
  rain: number | null
  rainProbability: number | null
}
/** An hour in the strip. */
export type ShownHour = {
  at: string
  temperature: number
  condition: Condition | null
  words: string
  rain: number | null
  rainProbability: number | null
}
export type ShownReport = {
  at: string
  source: WeatherReport['source']
  freshness: Freshness
  now: PresentWeather | null
  hours: readonly ShownHour[]
  days: readonly WeatherDay[]
  warnings: readonly WeatherWarning[]
  pollen: Pollen | null
}
export type WeatherData = {
  places: WeatherView['places']
  place: WeatherView['place']
  sky: SunAndMoon | null
  /** Null: there is no report, or all of it lies in the past. */
  report: ShownReport | null
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

export function toWeatherData({ places, place, sky, report }: WeatherView, now: Date): WeatherData {
  return { places, place, sky, report: report === null ? null : toShownReport(report, now) }
}

function toShownReport(report: WeatherReport, now: Date): ShownReport | null {
  const { at, source, warnings, pollen } = report
  const freshness = toFreshness(new Date(at), now)
  const today = toDayKey(now)
  const tomorrow = toDayKey(new Date(now.getTime() + DAY))
  const days = report.days.filter(({ day }) => day >= today)
  const hours = report.hours.filter((hour) => {
    const time = new Date(hour.at)
    return time.getTime() > now.getTime() - HOUR && toDayKey(time) <= tomorrow
  })
  if (days.length === 0 && hours.length === 0) return null
  return {
    at,
    source,
    freshness,
    now: freshness === 'ended' ? null : toPresent(report, now, today),
    hours: hours.map(({ wind: _wind, humidity: _humidity, ...hour }) => hour),
    days,
    warnings: warnings.filter(({ until }) => (until === null ? freshness !== 'ended' : new Date(until) > now)),
    pollen: pollen?.day === today ? pollen : null,
  }
}

function toPresent({ hours, days }: WeatherReport, now: Date, today: string): PresentWeather | null {
  const hour = findPresent(hours, now)
  if (hour === null) return null
  const { temperature, condition, words, rain, rainProbability, humidity } = hour
  const wind = hour.wind ?? days.find(({ day }) => day === today)?.wind ?? null
  return {
    temperature,
    felt: toFelt(temperature, wind?.speed ?? null, humidity),
    condition,
    words,
    wind,
    rain,
    rainProbability,
  }
}
