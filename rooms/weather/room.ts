/** The weather room for the core's server. */
import { defineRoom, answerCalls, toRead } from '../define-room.ts'
import { listPublicationCodes } from '@lokalteil/domain/publication/publications'
import { PAGE_READS } from '@lokalteil/web/server/composition/services/service-mount'
import { httpAddress } from '@lokalteil/web/server/config/values'
import { WEATHER_CALLS } from './contract/calls.ts'
import { WEATHER } from './contract/weather.ts'
import { toWeatherLine } from './server/weather-line.ts'
import { createWeatherSource } from './server/weather-source.ts'
import { createWeatherService } from './service/app.ts'

const VARIABLES = {
  /** URL of another weather service; absent: the embedded one. */
  WEATHER_URL: httpAddress.optional(),
  /** Open data of the German weather service; absent: the embedded service shows sample weather, marked as such. */
  WEATHER_DWD_URL: httpAddress.optional(),
  WEATHER_POLLEN_URL: httpAddress.default('https://opendata.dwd.de/climate_environment/health/alerts/s31fg.json'),
}

export const weather = defineRoom({
  name: 'weather',
  configure: (environment) => environment.parse(VARIABLES),
  service: ({ WEATHER_URL = null, WEATHER_DWD_URL: url, WEATHER_POLLEN_URL: pollenUrl }) => ({
    url: WEATHER_URL,
    key: () => '',
    clients: (client) => ({ public: client(WEATHER, PAGE_READS) }),
    async open({ database, rooms, now, log }) {
      const service = await createWeatherService({
        database,
        dwd: url === undefined ? null : { url, pollenUrl },
        listStations: () =>
          listPublicationCodes().flatMap((code) =>
            (rooms.of(code, 'weather')?.places ?? []).flatMap(({ station }) => station ?? []),
          ),
        now,
        onError: (error, at) => log('warn', 'weather-service', { at, error }),
      })
      return { service, app: service.app, start: service.start, close: service.close }
    },
  }),
  open({ context: { config, rooms, now, time, log }, service }) {
    const source = createWeatherSource({
      rooms,
      weatherOf: service.isThere ? service.clients.public : null,
      now: time,
      onError: (error, publication) => log('warn', 'weather-unanswered', { publication, error }),
    })
    const toLine = (view: Parameters<typeof toWeatherLine>[0]) =>
      toWeatherLine(view, { now: now(), isDemo: config.isDemo })
    return {
      calls: answerCalls(WEATHER_CALLS, {
        getWeather: async (code, { query }) => toRead(await source.read(code, query.place ?? null)),
        async getWeatherLine(code, { query }) {
          const view = await source.read(code, query.place)
          const line = toLine(view)
          return toRead(view && { line: line && { label: line.label, icon: line.icon ?? '', target: line.target } })
        },
      }),
      line: {
        read: async (code) => toLine(await source.read(code, null)),
        peek: (code) => toLine(source.peek(code)),
        isOwn: service.own !== null,
      },
    }
  },
})
