/**
 * Sample weather: deterministic for a place and day, typical of the season, and marked as sample, so that a portal without a
 * configured source has something to show and no reader takes it for a forecast. It is consistent: the values of a day follow
 * from its hours, snow falls only in frost and rain only above, and the chance of rain fits the sky.
 */
import { createHash } from 'node:crypto'
import type { Pollen, WeatherDay, WeatherHour, WeatherReport, WeatherWarning } from '../contract/weather.ts'
import { toBerlinIso, toDayKey } from '@lokalteil/domain/german'
import { toDegrees } from '../domain/readings.ts'
import type { Condition } from '../domain/conditions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 10
const HOURS = 72

/** Texts of dry skies by day and at night. */
const WORDS: Readonly<Record<'sun' | 'clouds' | 'fog', readonly [string, string]>> = {
  sun: ['sonnig', 'leicht bewölkt'],
  clouds: ['bewölkt', 'bedeckt'],
  fog: ['Nebel', 'Nebel'],
}
/** Texts of light and strong precipitation; strong from `from` millimetres an hour. */
const FALLS: Readonly<Record<Wet, readonly [light: string, strong: string, from: number]>> = {
  rain: ['leichter Regen', 'Regen', 1],
  snow: ['leichter Schneefall', 'Schneefall', 0.6],
  thunder: ['Gewitter', 'Gewitter mit Regen', 1.5],
}
const LIGHT: Readonly<Record<Condition, number>> = {
  sun: 0.75,
  clouds: 0.25,
  fog: 0.15,
  rain: 0.12,
  snow: 0.1,
  thunder: 0.45,
}
/** Minimum and maximum in percent. */
const HUMIDITY: Readonly<Record<Condition, readonly [number, number]>> = {
  sun: [42, 68],
  clouds: [58, 82],
  rain: [82, 97],
  snow: [84, 96],
  thunder: [78, 95],
  fog: [96, 100],
}

type Wet = 'rain' | 'snow' | 'thunder'
type Sky = 'sun' | 'clouds' | 'fog'
const isWet = (condition: Condition): condition is Wet => ['rain', 'snow', 'thunder'].includes(condition)

export function toSampleWeather(place: string, now: Date): WeatherReport {
  const today = toDayKey(now)
  const noon = Date.parse(`${today}T11:00:00Z`)
  const days = Array.from({ length: DAYS }, (_, index) => toSampleDay(place, toDayKey(new Date(noon + index * DAY))))
  return {
    at: new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString(),
    source: { name: 'Beispieldaten', url: null, isSample: true },
    hours: toHours(today, days),
    days: days.map(({ facts }) => facts),
    warnings: toWarnings(days, now),
    pollen: toPollen(place, today),
  }
}

/** Hours of a day by the local clock, 0 to 23. */
type SampleHour = Omit<WeatherHour, 'at'> & { condition: Condition }
type SampleDay = { facts: WeatherDay & { condition: Condition }; hours: SampleHour[] }

function toSampleDay(place: string, day: string): SampleDay {
  const base = toBase(place, day)
  const next = toBase(place, toDayKey(new Date(Date.parse(`${day}T11:00:00Z`) + DAY)))
  const { luck } = base
  const temperatures = Array.from({ length: 24 }, (_, hour) => round(toTemperature(hour, base, next)))
  const wished = base.condition
  const wetHours = isWet(wished) ? listWetHours(wished, temperatures, luck) : []
  const condition: Condition = isWet(wished) && wetHours.length === 0 ? 'clouds' : wished
  const dry: Sky = isWet(condition) ? 'clouds' : condition
  const inAll = 0.4 + luck() * { rain: 7, snow: 5, thunder: 14, sun: 0, clouds: 0, fog: 0 }[condition]
  const amount = wetHours.length === 0 ? 0 : Math.max(0.1, round(inAll / wetHours.length))
  const dryWords = WORDS[dry][luck() < 0.5 ? 0 : 1]
  const wind = toWind(condition, luck)
  const chance = { sun: 0, clouds: 10, fog: 10, rain: 60, snow: 60, thunder: 60 }[condition]
  const rainProbability = chance + Math.floor(luck() * (isWet(condition) ? 5 : condition === 'sun' ? 2 : 3)) * 10
  const wet = new Set(wetHours)
  const hours = temperatures.map((temperature, hour): SampleHour => {
    const own = toLuck(`${place} ${day} ${hour}`)
    const falls = wet.has(hour)
    // Fog lifts before noon.
    const sky: Condition = falls ? condition : dry === 'fog' && hour > FOG_UNTIL ? 'clouds' : dry
    const [least, most] = HUMIDITY[sky]
    return {
      temperature,
      condition: sky,
      words: falls ? toFall(condition as Wet, amount) : toDryWords(sky as Sky, dry, dryWords, hour),
      rain: falls ? amount : 0,
      rainProbability: falls
        ? Math.min(100, rainProbability + Math.floor(own() * 2) * 10)
        : isWet(condition)
          ? 10 + Math.floor(own() * 3) * 10
          : rainProbability,
      humidity: Math.round(least + own() * (most - least)),
      wind: { ...wind, speed: Math.max(1, Math.round(wind.speed * (0.8 + own() * 0.2))) },
    }
  })
  const summer = base.season
  return {
    hours,
    facts: {
      day,
      min: Math.min(...temperatures),
      max: Math.max(...temperatures),
      condition,
      words: isWet(condition) ? toFall(condition, amount) : dryWords,
      rain: round(amount * wetHours.length),
      rainProbability,
      wind,
      sunshine: Math.round(LIGHT[condition] * (12 + summer * 4) * 60),
    },
  }
}

type Base = { mean: number; swing: number; condition: Condition; season: number; luck: () => number }

/** The basis of a day: mean temperature, swing above and below it, and preferred kind of weather. */
function toBase(place: string, day: string): Base {
  const luck = toLuck(`${place} ${day}`)
  const dayOfYear = Math.floor((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / DAY)
  const season = -Math.cos(((dayOfYear - 18) / 365) * 2 * Math.PI)
  const usual = 9.5 + 9.5 * season + (luck() - 0.5) * 8
  const width = 3 + (season + 1) * 2.5 + luck() * 3
  const condition = toCondition(luck(), usual, season)
  // Days with snow stay below zero; clouds reduce the swing.
  const swing = condition === 'sun' ? width : Math.min(width, condition === 'snow' ? 2.5 : 5)
  return { mean: condition === 'snow' ? Math.min(usual, -swing) : usual, swing, condition, season, luck }
}

function toCondition(chance: number, mean: number, season: number): Condition {
  if (mean < 1.5 && chance < 0.4) return 'snow'
  if (season > 0.3 && chance < 0.16) return 'thunder'
  if (season < 0 && chance > 0.88) return 'fog'
  if (chance < 0.32) return 'rain'
  return chance < 0.62 ? 'clouds' : 'sun'
}

/** Consecutive hours that are cold enough for snow, warm enough for rain, or late enough for a thunderstorm. */
function listWetHours(condition: Wet, temperatures: readonly number[], luck: () => number): number[] {
  const [from, to] = condition === 'thunder' ? [13, 20] : [0, 23]
  const length = condition === 'thunder' ? 2 + Math.floor(luck() * 4) : 4 + Math.floor(luck() * 12)
  const begin = from + Math.floor(luck() * (to - from - length + 2))
  const isFit = (temperature: number) =>
    condition === 'snow' ? temperature <= 0 : condition === 'rain' ? temperature >= 1 : temperature >= 12
  return Array.from({ length }, (_, index) => begin + index).filter((hour) => hour <= to && isFit(temperatures[hour]!))
}

function toWind(condition: Condition, luck: () => number): NonNullable<WeatherDay['wind']> {
  const speed = Math.round(condition === 'fog' ? 1 + luck() * 6 : 6 + luck() * 24)
  const gust = condition === 'thunder' ? STORM : Math.round(speed * (1.5 + luck() * 0.4))
  return { speed, gust, direction: Math.round(luck() * 7) * 45 }
}

const FOG_UNTIL = 10
const DAYLIGHT = [7, 19] as const
const STORM = 65

function toFall(condition: Wet, amount: number): string {
  const [light, strong, from] = FALLS[condition]
  return amount < from ? light : strong
}

function toDryWords(sky: Sky, ofDay: Sky, words: string, hour: number): string {
  if (sky !== ofDay) return 'bewölkt'
  if (sky !== 'sun') return words
  const isNight = hour < DAYLIGHT[0] || hour >= DAYLIGHT[1]
  return isNight && words === 'sonnig' ? 'klar' : words
}

/** Hours from the start of today. On days when clocks change, a local hour is skipped or repeated. */
function toHours(today: string, days: readonly SampleDay[]): WeatherHour[] {
  // Berlin is an hour or two ahead of UTC.
  const before = Date.parse(`${today}T00:00:00Z`) - 2 * HOUR
  const first = toDayKey(new Date(before)) === today ? before : before + HOUR
  return Array.from({ length: HOURS }, (_, index) => {
    const at = new Date(first + index * HOUR)
    const local = toBerlinIso(at)
    const day = days.find(({ facts }) => facts.day === local.slice(0, 10)) ?? days[0]!
    return { at: at.toISOString(), ...day.hours[Number(local.slice(11, 13))]! }
  })
}

const COLDEST = 5
const WARMEST = 15

/** Interpolates from the coldest hour of a day over its warmest to the next day's first. */
function toTemperature(hour: number, day: Base, next: Base): number {
  const [min, max] = [day.mean - day.swing, day.mean + day.swing]
  if (hour < COLDEST) return min + ((COLDEST - hour) / COLDEST) * (max - min) * 0.2
  if (hour <= WARMEST) return min + (max - min) * rise((hour - COLDEST) / (WARMEST - COLDEST))
  const midnight = next.mean - next.swing * 0.6
  return max + (midnight - max) * rise((hour - WARMEST) / (24 - WARMEST))
}

const rise = (part: number): number => (1 - Math.cos(part * Math.PI)) / 2

/** The next warning of today or tomorrow that is not over. */
function toWarnings(days: readonly SampleDay[], now: Date): WeatherWarning[] {
  return days
    .slice(0, 2)
    .flatMap((day) => [...toFrost(day), ...toStorm(day)])
    .filter(({ until }) => Date.parse(until!) > now.getTime())
    .slice(0, 1)
}

const MORNING = 9
const FROSTS = [
  [-10, 'strenger'],
  [-5, 'mäßiger'],
  [-1, 'leichter'],
] as const

function toFrost({ facts: { day }, hours }: SampleDay): WeatherWarning[] {
  const lowest = Math.min(...hours.slice(0, MORNING).map(({ temperature }) => temperature))
  const frost = FROSTS.find(([below]) => lowest < below)
  if (frost === undefined) return []
  return [
    {
      level: 1,
      headline: 'Beispiel: Warnung vor Frost',
      text: `Es tritt ${frost[1]} Frost um ${toDegrees(lowest)} °C auf.`,
      instruction: 'Schützen Sie empfindliche Pflanzen.',
      from: toInstant(day, 0),
      until: toInstant(day, MORNING),
    },
  ]
}

function toStorm({ facts: { day }, hours }: SampleDay): WeatherWarning[] {
  const first = hours.findIndex(({ condition }) => condition === 'thunder')
  if (first === -1) return []
  return [
    {
      level: 2,
      headline: 'Beispiel: Warnung vor starkem Gewitter',
      text: `Örtlich treten Gewitter mit Starkregen und Böen um ${STORM} km/h auf.`,
      instruction: 'Meiden Sie freies Gelände und einzeln stehende Bäume.',
      from: toInstant(day, first),
      until: toInstant(day, hours.findLastIndex(({ condition }) => condition === 'thunder') + 1),
    },
  ]
}

/** The instant of a local hour in Berlin. */
function toInstant(day: string, hour: number): string {
  const utc = Date.parse(`${day}T00:00:00Z`) + hour * HOUR
  const winter = new Date(utc - HOUR)
  return (toBerlinIso(winter).endsWith('+01:00') ? winter : new Date(utc - 2 * HOUR)).toISOString()
}

/** Pollen season of each plant: first, peak and last month. */
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

/** A seeded generator of numbers from 0 to 1: the same text gives the same numbers. */
function toLuck(text: string): () => number {
  const bytes = createHash('sha256').update(text).digest()
  let index = 0
  return () => bytes.readUInt16BE((index++ % 16) * 2) / 65_536
}

const round = (value: number): number => Math.round(value * 10) / 10
