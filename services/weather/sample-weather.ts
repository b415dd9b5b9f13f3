/**
 * Weather that is made up: the same for a place and a day whenever it is asked for, fit for the season, and marked as what
 * it is. So a portal has something to show before anybody is asked, and nobody takes it for the weather.
 */
import { createHash } from 'node:crypto'
import type { Pollen, WeatherDay, WeatherHour, WeatherReport, WeatherWarning } from '@lokalteil/contracts/weather'
import { toDayKey } from '@lokalteil/domain/german'
import { toDegrees } from '@lokalteil/domain/weather/readings'
import type { Condition } from '@lokalteil/domain/weather/conditions'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 10
const HOURS = 72

const WORDS: Readonly<Record<Condition, readonly [string, string]>> = {
  sun: ['sonnig', 'leicht bewölkt'],
  clouds: ['bewölkt', 'bedeckt'],
  rain: ['leichter Regen', 'Regen'],
  snow: ['leichter Schneefall', 'Schneefall'],
  fog: ['Nebel', 'Nebel'],
  thunder: ['Gewitter', 'Gewitter mit Regen'],
}

export function toSampleWeather(place: string, now: Date): WeatherReport {
  const today = toDayKey(now)
  const noon = Date.parse(`${today}T11:00:00Z`)
  const days = Array.from({ length: DAYS + 1 }, (_, index) =>
    toSampleDay(place, toDayKey(new Date(noon + index * DAY))),
  )
  const hours = toHours(place, today, days)
  return {
    at: new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString(),
    source: { name: 'Beispieldaten', url: null, isSample: true },
    hours,
    days: days.slice(0, DAYS),
    warnings: days.slice(0, 2).flatMap(toWarnings),
    pollen: toPollen(place, today),
  }
}

function toSampleDay(place: string, day: string): WeatherDay {
  const luck = toLuck(`${place} ${day}`)
  const dayOfYear = Math.floor((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY)
  const season = -Math.cos(((dayOfYear - 18) / 365) * 2 * Math.PI)
  const usual = 9.5 + 9.5 * season + (luck() - 0.5) * 8
  const width = 3 + (season + 1) * 2.5 + luck() * 3
  const condition = toCondition(luck(), usual, season)
  // Snow that lies.
  const [mean, swing] = condition === 'snow' ? [Math.min(usual, -1), Math.min(width, 3)] : [usual, width]
  const isDry = condition === 'sun' || condition === 'clouds' || condition === 'fog'
  const rain = isDry ? 0 : round(0.4 + luck() * (condition === 'thunder' ? 14 : 7))
  const speed = Math.round(6 + luck() * 24)
  const light = { sun: 0.75, clouds: 0.25, fog: 0.1, rain: 0.12, snow: 0.1, thunder: 0.45 }[condition]
  return {
    day,
    min: round(mean - swing),
    max: round(mean + swing),
    condition,
    words: WORDS[condition][luck() < 0.5 ? 0 : 1],
    rain,
    rainProbability: isDry ? Math.round(luck() * 3) * 10 : 50 + Math.round(luck() * 5) * 10,
    wind: { speed, gust: Math.round(speed * (1.5 + luck() * 0.4)), direction: Math.round(luck() * 7) * 45 },
    sunshine: Math.round(light * (12 + season * 4) * 60),
  }
}

function toCondition(chance: number, mean: number, season: number): Condition {
  if (mean < 1.5 && chance < 0.4) return 'snow'
  if (season > 0.3 && chance < 0.16) return 'thunder'
  if (season < 0 && chance > 0.88) return 'fog'
  if (chance < 0.32) return 'rain'
  return chance < 0.62 ? 'clouds' : 'sun'
}

/** From the first hour of today; the curve runs from one day's coldest hour over its warmest to the next. */
function toHours(place: string, today: string, days: readonly WeatherDay[]): WeatherHour[] {
  // Berlin is an hour or two ahead of UTC.
  const before = Date.parse(`${today}T00:00:00Z`) - 2 * HOUR
  const first = toDayKey(new Date(before)) === today ? before : before + HOUR
  return Array.from({ length: HOURS }, (_, index) => {
    const at = new Date(first + index * HOUR)
    const dayIndex = Math.max(
      0,
      days.findIndex(({ day }) => day === toDayKey(at)),
    )
    const day = days[dayIndex]!
    const next = days[dayIndex + 1] ?? day
    const hour = (index - dayIndex * 24 + 24) % 24
    const luck = toLuck(`${place} ${at.toISOString()}`)
    const isWet = (day.rain ?? 0) > 0 && luck() < 0.45
    const isPale = day.condition === 'rain' || day.condition === 'thunder' || day.condition === 'snow'
    const condition: Condition | null = isPale && !isWet ? 'clouds' : day.condition
    const wind = day.wind!
    return {
      at: at.toISOString(),
      temperature: round(toTemperature(hour, day, next)),
      condition,
      words: condition === day.condition ? day.words : 'bewölkt',
      rain: isWet ? round((day.rain ?? 0) / 11) : 0,
      rainProbability: Math.min(100, Math.max(0, (day.rainProbability ?? 0) + Math.round((luck() - 0.5) * 3) * 10)),
      humidity: Math.round(55 + luck() * 35),
      wind: { ...wind, speed: Math.max(0, Math.round(wind.speed * (0.8 + luck() * 0.4))) },
    }
  })
}

const COLDEST = 5
const WARMEST = 15

function toTemperature(hour: number, day: WeatherDay, next: WeatherDay): number {
  if (hour < COLDEST) return day.min + ((COLDEST - hour) / COLDEST) * (day.max - day.min) * 0.2
  if (hour <= WARMEST) return day.min + (day.max - day.min) * rise((hour - COLDEST) / (WARMEST - COLDEST))
  const midnight = next.min + (next.max - next.min) * 0.2
  return day.max + (midnight - day.max) * rise((hour - WARMEST) / (24 - WARMEST))
}

const rise = (part: number): number => (1 - Math.cos(part * Math.PI)) / 2

function toWarnings({ day, min, condition }: WeatherDay): WeatherWarning[] {
  if (condition === 'thunder')
    return [
      {
        level: 2,
        headline: 'Beispiel: Warnung vor starkem Gewitter',
        text: 'Örtlich treten Gewitter mit Starkregen und Böen um 65 km/h auf.',
        instruction: 'Meiden Sie freies Gelände und einzeln stehende Bäume.',
        from: `${day}T12:00:00.000Z`,
        until: `${day}T19:00:00.000Z`,
      },
    ]
  if (min >= -1) return []
  return [
    {
      level: 1,
      headline: 'Beispiel: Warnung vor Frost',
      text: `Es tritt leichter Frost um ${toDegrees(min)} °C auf.`,
      instruction: 'Schützen Sie empfindliche Pflanzen.',
      from: `${day}T00:00:00.000Z`,
      until: `${day}T09:00:00.000Z`,
    },
  ]
}

/** The months in which a plant flies: first, strongest, last. */
const PLANTS: readonly (readonly [string, number, number, number])[] = [
  ['Hasel', 1, 2, 4],
  ['Erle', 1, 3, 4],
  ['Birke', 3, 4, 5],
  ['Gräser', 5, 6, 9],
  ['Roggen', 5, 6, 7],
  ['Beifuß', 7, 8, 9],
]

function toPollen(place: string, day: string): Pollen {
  const month = Number(day.slice(5, 7))
  const luck = toLuck(`pollen ${place} ${day}`)
  return {
    region: 'Beispielregion',
    day,
    plants: PLANTS.map(([name, first, strongest, last]) => {
      const strength = month < first || month > last ? 0 : month === strongest ? 2.5 : 1
      const vary = () => (strength === 0 ? 0 : Math.min(3, Math.max(0, Math.round((strength + luck() - 0.5) * 2) / 2)))
      return { name, today: vary(), tomorrow: vary() }
    }),
  }
}

/** Numbers from 0 to 1, always the same ones for a text. */
function toLuck(text: string): () => number {
  const bytes = createHash('sha256').update(text).digest()
  let index = 0
  return () => bytes.readUInt16BE((index++ % 16) * 2) / 65_536
}

const round = (value: number): number => Math.round(value * 10) / 10
