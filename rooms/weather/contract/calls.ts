/** Same-origin calls of weather pages, with the same answers for all readers. */
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { z } from 'zod'
import { SunAndMoon, WeatherReport } from './weather.ts'

const PlaceId = z.string().regex(/^[a-z0-9-]{1,100}$/)
const WeatherPlace = z.object({ id: z.string(), name: z.string() })

/** Weather of one of the publication's places; `report` null: unknown. */
export const WeatherView = z.object({
  places: z.array(WeatherPlace),
  place: WeatherPlace,
  sky: SunAndMoon.nullable(),
  report: WeatherReport.nullable(),
})
export type WeatherView = z.infer<typeof WeatherView>

export const WEATHER_CALLS = contract({
  getWeatherLine: {
    method: 'GET',
    path: '/api/weather-line',
    summary: 'The line of the utility bar for one of the publication’s places; null: nothing is known that is so now',
    query: z.object({ place: PlaceId }),
    answer: z.object({ line: z.object({ label: z.string(), icon: z.string(), target: z.string() }).nullable() }),
    problems: { 404: 'NOT_FOUND' },
  },
  getWeather: {
    method: 'GET',
    path: '/api/weather',
    summary: 'The weather of one of the publication’s places, of the first where none is named; the same for all',
    query: z.object({ place: PlaceId.optional() }),
    answer: WeatherView,
    problems: { 404: 'NOT_FOUND' },
  },
})
