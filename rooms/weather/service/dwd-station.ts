/**
 * Parses the report of a station by the German weather service: `stationOverviewExtended` of its app, documented at
 * dwd.api.bund.dev. Readings are tenths of their unit; 32767 means none. `temperature` begins at `start`; shorter series end
 * three days after it. Each invalid reading is left out alone; null: the report is unusable.
 */
import type { WeatherDay, WeatherHour, WeatherReport, WeatherWarning, Wind } from '../contract/weather.ts'
import { toDayKey } from '@lokalteil/domain/german'
import { toSky } from '../domain/conditions.ts'
import { z } from 'zod'

const HOUR = 3_600_000
const NOTHING = 32_767
/** The shorter series of `forecast1` end at this hour. */
const SERIES_HOURS = 72
const SHOWN_HOURS = 72
const MOST_DAYS = 10
const MOST_WARNINGS = 20

const Reading = z
  .number()
  .nullish()
  .catch(null)
  .transform((value) => (value === undefined || value === NOTHING ? null : value))
const Series = z.array(Reading).max(1000).nullish().catch(null)
const Moment = z.number().int().min(0).max(8.64e15)

const Forecast = z.object({
  start: Moment,
  timeStep: z.number().int().min(60_000).max(86_400_000),
  temperature: Series,
  icon: Series,
  icon1h: Series,
  precipitationTotal: Series,
  precipitationProbablity: Series,
  humidity: Series,
  sunshine: Series,
  windSpeed: Series,
  windGust: Series,
  windDirection: Series,
})
type Forecast = z.infer<typeof Forecast>

const Day = z.object({
  dayDate: z.iso.date(),
  temperatureMin: Reading,
  temperatureMax: Reading,
  icon: Reading,
  precipitation: Reading,
  windSpeed: Reading,
  windGust: Reading,
  windDirection: Reading,
  sunshine: Reading,
})

const Text = z.string().nullish().catch(null)
const Warning = z.object({
  level: z.number().int().catch(1),
  start: Moment,
  end: Moment.nullish().catch(null),
  event: Text,
  headline: Text,
  headLine: Text,
  description: Text,
  descriptionText: Text,
  instruction: Text,
})

const Station = z.object({
  forecast1: Forecast,
  forecast2: Forecast.nullish().catch(null),
  days: z.array(z.unknown()).max(100).nullish().catch(null),
  warnings: z.array(z.unknown()).max(1000).nullish().catch(null),
})

const SOURCE = { name: 'Deutscher Wetterdienst', url: 'https://www.dwd.de/', isSample: false }

export type StationReport = Omit<WeatherReport, 'at' | 'pollen'>

export function readStation(answer: unknown, station: string): StationReport | null {
  const given = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const found = Station.safeParse(Object.hasOwn(given, station) ? given[station] : undefined)
  if (!found.success) return null
  const { forecast1, forecast2, days, warnings } = found.data
  const hours = toHours(forecast1)
  const sunshine = sumSunshine(forecast1, forecast2 ?? null)
  const today = toDayKey(new Date(forecast1.start))
  const shownDays = (days ?? []).flatMap((day) => toDay(day, sunshine, today)).slice(0, MOST_DAYS)
  if (hours.length === 0 && shownDays.length === 0) return null
  return {
    source: SOURCE,
    hours,
    days: shownDays,
    warnings: (warnings ?? []).flatMap(toWarning).slice(0, MOST_WARNINGS),
  }
}

/** The value of a series for a number of hours since `start`. */
function at(series: z.infer<typeof Series>, hour: number): number | null {
  if (!series) return null
  const index = series.length > SERIES_HOURS + 24 ? hour : hour + series.length - SERIES_HOURS
  return series[index] ?? null
}

function toHours(forecast: Forecast): WeatherHour[] {
  if (forecast.timeStep !== HOUR) return []
  return Array.from({ length: SHOWN_HOURS }, (_, hour) => hour).flatMap((hour) => {
    const temperature = toTenth(at(forecast.temperature, hour), -90, 70)
    if (temperature === null) return []
    const sky = toSky(at(forecast.icon, hour)) ?? toSky(at(forecast.icon1h, hour))
    return [
      {
        at: new Date(forecast.start + hour * HOUR).toISOString(),
        temperature,
        condition: sky?.condition ?? null,
        words: sky?.words ?? '',
        rain: toTenth(at(forecast.precipitationTotal, hour), 0, 500),
        rainProbability: toShare(at(forecast.precipitationProbablity, hour)),
        humidity: toTenth(at(forecast.humidity, hour), 0, 100),
        wind: toWind(at(forecast.windSpeed, hour), at(forecast.windGust, hour), at(forecast.windDirection, hour)),
      },
    ]
  })
}

function toDay(given: unknown, sunshine: ReadonlyMap<string, number>, today: string): WeatherDay[] {
  const parsed = Day.safeParse(given)
  if (!parsed.success) return []
  const { dayDate, temperatureMin, temperatureMax, icon, precipitation, windSpeed, windGust, windDirection } =
    parsed.data
  const min = toTenth(temperatureMin, -90, 70)
  const max = toTenth(temperatureMax, -90, 70)
  if (min === null || max === null || min > max) return []
  const sky = toSky(icon)
  // The day's own value is often 0 on sunny days, and today's series begin with the present hour.
  const own = toTenth(parsed.data.sunshine, 0, 1440)
  const summed = dayDate === today ? null : (sunshine.get(dayDate) ?? null)
  return [
    {
      day: dayDate,
      min,
      max,
      condition: sky?.condition ?? null,
      words: sky?.words ?? '',
      rain: toTenth(precipitation, 0, 1000),
      rainProbability: null,
      wind: toWind(windSpeed, windGust, windDirection),
      sunshine: summed === null ? own || null : Math.round(summed),
    },
  ]
}

/** Minutes of sunshine by day in German time. */
function sumSunshine(first: Forecast, second: Forecast | null): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (time: number, tenths: number | null) => {
    const minutes = toTenth(tenths, 0, 180)
    if (minutes === null) return
    const day = toDayKey(new Date(time))
    sums.set(day, Math.min(1440, (sums.get(day) ?? 0) + minutes))
  }
  if (first.timeStep === HOUR)
    for (let hour = 0; hour < SERIES_HOURS; hour += 1) add(first.start + hour * HOUR, at(first.sunshine, hour))
  for (const [index, tenths] of (second?.sunshine ?? []).entries())
    add(second!.start + index * second!.timeStep, tenths)
  return sums
}

function toWarning(given: unknown): WeatherWarning[] {
  const parsed = Warning.safeParse(given)
  if (!parsed.success) return []
  const { level, start, end, event, headline, headLine, description, descriptionText, instruction } = parsed.data
  const heading = headline ?? headLine ?? event ?? ''
  if (heading.trim() === '') return []
  return [
    {
      level: toLevel(heading, level),
      headline: heading.trim().slice(0, 300),
      text: (description ?? descriptionText ?? '').trim().slice(0, 4000),
      instruction: (instruction ?? '').trim().slice(0, 4000),
      from: new Date(start).toISOString(),
      until: end === null || end === undefined ? null : new Date(end).toISOString(),
    },
  ]
}

/** Level from the headline if it names one; numbers above four are warnings of heat and ultraviolet light. */
function toLevel(headline: string, level: number): number {
  if (/EXTREM/i.test(headline) && /UNWETTER/i.test(headline)) return 4
  if (/UNWETTERWARNUNG/i.test(headline)) return 3
  if (/MARKANT/i.test(headline)) return 2
  if (level > 4) return 2
  return Math.max(1, level)
}

function toTenth(tenths: number | null, least: number, most: number): number | null {
  if (tenths === null) return null
  const value = tenths / 10
  return value >= least && value <= most ? value : null
}

/** A percentage. The scale of this series is undocumented: values above 100 must be tenths. */
function toShare(value: number | null): number | null {
  if (value === null || value < 0) return null
  const share = value > 100 ? value / 10 : value
  return share <= 100 ? Math.round(share) : null
}

function toWind(speed: number | null, gust: number | null, direction: number | null): Wind | null {
  const whole = toTenth(speed, 0, 500)
  if (whole === null) return null
  return { speed: whole, gust: toTenth(gust, 0, 500), direction: toTenth(direction, 0, 360) }
}
