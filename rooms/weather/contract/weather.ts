/**
 * The weather of a place (R1-77, R1-78). The service knows nothing about publications: the request has position, station and
 * pollen region. Temperatures in °C, winds in km/h, rain in mm, sunshine in minutes; null means unknown. `report: null` is no
 * error: the page says that there is no report, and sun and moon are known anyway.
 */
import { z } from 'zod'
import { CONDITIONS } from '../domain/conditions.ts'
import { contract } from '@lokalteil/contracts/kernel/endpoint'

const Instant = z.iso.datetime()
const Temperature = z.number().min(-90).max(70)
const Percent = z.number().min(0).max(100)
const Words = z.string().max(80)

const Wind = z.object({
  speed: z.number().min(0).max(500),
  gust: z.number().min(0).max(500).nullable(),
  /** Direction the wind comes from, in degrees clockwise from north. */
  direction: z.number().min(0).max(360).nullable(),
})
export type Wind = z.infer<typeof Wind>

const Condition = z.enum(CONDITIONS)

export const WeatherHour = z.object({
  at: Instant,
  temperature: Temperature,
  condition: Condition.nullable(),
  words: Words,
  rain: z.number().min(0).nullable(),
  rainProbability: Percent.nullable(),
  humidity: Percent.nullable(),
  wind: Wind.nullable(),
})
export type WeatherHour = z.infer<typeof WeatherHour>

export const WeatherDay = z.object({
  day: z.iso.date(),
  min: Temperature,
  max: Temperature,
  condition: Condition.nullable(),
  words: Words,
  rain: z.number().min(0).nullable(),
  rainProbability: Percent.nullable(),
  wind: Wind.nullable(),
  sunshine: z.number().min(0).max(1440).nullable(),
})
export type WeatherDay = z.infer<typeof WeatherDay>

export const WeatherWarning = z.object({
  /** Levels of the German weather service: 1 minor, 2 moderate, 3 severe, 4 extreme. */
  level: z.number().int().min(1).max(4),
  headline: z.string().max(300),
  text: z.string().max(4000),
  instruction: z.string().max(4000),
  from: Instant,
  until: Instant.nullable(),
})
export type WeatherWarning = z.infer<typeof WeatherWarning>

export const Pollen = z.object({
  region: z.string().max(200),
  day: z.iso.date(),
  /** From 0 (none) to 3 (high), in steps of a half. */
  plants: z
    .array(z.object({ name: z.string().max(60), today: z.number().min(0).max(3), tomorrow: z.number().nullable() }))
    .max(20),
})
export type Pollen = z.infer<typeof Pollen>

export const WeatherReport = z.object({
  /** Time of the source's report. */
  at: Instant,
  source: z.object({
    name: z.string().max(100),
    url: z.url().nullable(),
    isSample: z.boolean().describe('Made up; the weather page says so'),
  }),
  /** From the first hour of today, in order. */
  hours: z.array(WeatherHour).max(96),
  days: z.array(WeatherDay).max(10),
  warnings: z.array(WeatherWarning).max(20),
  pollen: Pollen.nullable(),
})
export type WeatherReport = z.infer<typeof WeatherReport>

/** Sun and moon of today in German time. */
export const SunAndMoon = z.object({
  sunrise: Instant.nullable(),
  sunset: Instant.nullable(),
  moonrise: Instant.nullable(),
  moonset: Instant.nullable(),
  /** 0 is new moon, 0.5 full moon. */
  moonPhase: z.number().min(0).max(1),
})
export type SunAndMoon = z.infer<typeof SunAndMoon>

export const PlaceWeather = z.object({ sky: SunAndMoon, report: WeatherReport.nullable() })
export type PlaceWeather = z.infer<typeof PlaceWeather>

/** Base path: `/__services/weather/{publication}`. */
export const WEATHER = contract({
  getWeather: {
    method: 'GET',
    path: '/places/{place}',
    summary: 'Now, the hours of three days, ten days, warnings, pollen, sun and moon',
    params: z.object({ place: z.string().regex(/^[a-z0-9-]{1,100}$/) }),
    query: z.object({
      latitude: z.coerce.number().min(-90).max(90),
      longitude: z.coerce.number().min(-180).max(180),
      station: z
        .string()
        .regex(/^[A-Z0-9]{4,6}$/)
        .optional(),
      pollenRegion: z.coerce.number().int().min(1).max(999).optional(),
    }),
    answer: PlaceWeather,
  },
})

export const WEATHER_INFO = {
  title: 'Weather',
  description: 'Weather, warnings, pollen, sun and moon of a place.',
  version: '1',
  base: '/weather/{publication}',
} as const
