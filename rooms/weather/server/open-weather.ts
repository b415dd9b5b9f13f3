import { listMandators } from '@lokalteil/domain/publication/publications'
import { createWeatherService, type WeatherService } from '../service/app.ts'
import type { OpenedService, OwnServiceContext } from '@lokalteil/web/server/composition/services/service-mount'

export async function openWeather({
  config,
  database,
  rooms,
  now,
  log,
}: OwnServiceContext): Promise<OpenedService<WeatherService>> {
  const service = await createWeatherService({
    database,
    dwd: config.dwd,
    listStations: () =>
      listMandators().flatMap((code) =>
        (rooms.of(code, 'weather')?.places ?? []).flatMap(({ station }) => station ?? []),
      ),
    now,
    onError: (error, at) => log('warn', 'weather-service', { at, error }),
  })
  return { service, app: service.app, start: service.start, close: service.close }
}
