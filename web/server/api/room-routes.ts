/** What the pages of rooms ask on the way from page to page. The same for all; a room that is off is not there. */
import { Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { PortalEnv } from '../http/portal-env.ts'
import type { RoomSettings } from '../rendering/room-settings.ts'
import type { WeatherSource } from '../rendering/weather-source.ts'
import { toWeatherLine } from '../rendering/weather-line.ts'
import { refusal, reply, type PortalApi } from './portal-api.ts'

export type RoomRoutesOptions = {
  portalApi: PortalApi
  rooms: RoomSettings
  weather: WeatherSource
  now: () => Date
}

export function createRoomRoutes({ portalApi, rooms, weather, now }: RoomRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.getRoomSettings, { as: 'anyone' }, async ({ context, params }) => {
    const settings = rooms.of(context.mandator, params.room)
    return settings === null ? refusal(404, 'NOT_FOUND', 'The publication has no such room') : reply({ ...settings })
  })
  portalApi.serve(app, PORTAL.getWeather, { as: 'anyone' }, async ({ context, query }) => {
    const view = await weather.read(context.mandator, query.place ?? null)
    return view === null ? refusal(404, 'NOT_FOUND', 'The publication has no weather of such a place') : reply(view)
  })
  portalApi.serve(app, PORTAL.getWeatherLine, { as: 'anyone' }, async ({ context, query }) => {
    const view = await weather.read(context.mandator, query.place)
    if (view === null) return refusal(404, 'NOT_FOUND', 'The publication has no weather of such a place')
    const line = toWeatherLine(view, now())
    return reply({ line: line === null ? null : { label: line.label, icon: line.icon ?? '', target: line.target } })
  })
  return app
}
