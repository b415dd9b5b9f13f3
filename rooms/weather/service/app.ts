/**
 * The weather service. Promises: it always answers, with the last report of the German weather service and its time, or with
 * sample weather that is marked. It makes requests only if a URL is configured, and only in the background, so that no reader
 * waits for them.
 */
import { WEATHER, WEATHER_INFO, type PlaceWeather, type WeatherReport } from '../contract/weather.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createSchedule } from '@lokalteil/services/platform/schedule'
import type { BoundHandlers } from '@lokalteil/services/platform/serve'
import { part, serveService, type ServiceOptions } from '@lokalteil/services/platform/service'
import type { WeatherContext } from './context.ts'
import type { PollenRegions } from './dwd-pollen.ts'
import type { StationReport } from './dwd-station.ts'
import { POLLEN, pollWeather, toStationId } from './poll-weather.ts'
import { toSampleWeather } from './sample-weather.ts'
import { getDocument, removeOthers } from './store.ts'
import { toSunAndMoon } from './sun-and-moon.ts'

export type WeatherServiceOptions = ServiceOptions & {
  /** URLs of `stationOverviewExtended` and the pollen forecast; null: sample weather. */
  dwd: { url: string; pollenUrl: string } | null
  /** Stations that the settings of publications name at present. */
  listStations: () => readonly string[]
}

export type WeatherService = {
  app: Hono
  /** Loads documents that are due; after `start` it runs every minute. */
  poll: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const HANDLERS: BoundHandlers<WeatherContext, typeof WEATHER, PublicationCode> = {
  async getWeather(context, { params, query }): Promise<PlaceWeather> {
    const { dwd, now } = context
    const { latitude, longitude, station, pollenRegion } = query
    return {
      sky: toSunAndMoon(now(), latitude, longitude),
      report: dwd === null ? toSampleWeather(params.place, now()) : await readReport(context, station, pollenRegion),
    }
  },
}

export async function createWeatherService(options: WeatherServiceOptions): Promise<WeatherService> {
  const { dwd, listStations } = options
  const ending = new AbortController()
  const { app, context } = await serveService<WeatherContext>(options, {
    schema: 'weather',
    folder: import.meta.dirname,
    info: WEATHER_INFO,
    toContext: ({ db, now, onError }) => ({
      db,
      dwd: dwd && { ...dwd, ownHosts: new Set([dwd.url, dwd.pollenUrl].map((url) => new URL(url).host)) },
      now,
      isClosed: () => ending.signal.aborted,
      signal: ending.signal,
      onError,
    }),
    parts: [part(WEATHER, HANDLERS, { cacheControl: 'public, max-age=60' })],
  })
  const poll = () => pollWeather(context, listStations())
  const polling = createSchedule(MINUTE, poll, (error) => context.onError(error, 'weather-poll'))
  const prune = createSchedule(
    DAY,
    () => removeOthers(context.db, [POLLEN, ...listStations().map(toStationId)]),
    (error) => context.onError(error, 'weather-prune'),
  )
  return {
    app,
    poll,
    start() {
      if (dwd === null) return
      polling.start()
      prune.start(false)
    },
    async close() {
      ending.abort()
      await Promise.all([polling.close(), prune.close()])
    },
  }
}

/** Null: there is no report of the station yet, or no station is configured. */
async function readReport(
  { db }: WeatherContext,
  station: string | undefined,
  pollenRegion: number | undefined,
): Promise<WeatherReport | null> {
  if (station === undefined) return null
  const [heard, pollen] = await Promise.all([
    getDocument(db, toStationId(station)),
    pollenRegion === undefined ? null : getDocument(db, POLLEN),
  ])
  if (heard === null || heard.heard_at === null || heard.body === null) return null
  const regions = (pollen?.body ?? {}) as PollenRegions
  return {
    ...(heard.body as StationReport),
    at: heard.heard_at.toISOString(),
    pollen: regions[String(pollenRegion)] ?? null,
  }
}
