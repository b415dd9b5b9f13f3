/** What the pages of rooms ask on the way from page to page. The same for all; a room that is off is not there. */
import { Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { PortalEnv } from '../http/portal-env.ts'
import type { RoomSettings } from '../rendering/room-settings.ts'
import type { WeatherSource } from '../rendering/weather-source.ts'
import { refusal, reply, type PortalApi } from './portal-api.ts'

export type RoomRoutesOptions = { portalApi: PortalApi; rooms: RoomSettings; weather: WeatherSource }

export function createRoomRoutes({ portalApi, rooms, weather }: RoomRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.getRoomSettings, { as: 'anyone' }, async ({ context, params }) => {
    const settings = rooms.of(context.mandator, params.room)
    return settings === null ? refusal(404, 'NOT_FOUND', 'The publication has no such room') : reply({ ...settings })
  })
  portalApi.serve(app, PORTAL.getWeather, { as: 'anyone' }, async ({ context, query }) => {
    const view = await weather.read(context.mandator, query.place ?? null)
    return view === null ? refusal(404, 'NOT_FOUND', 'The publication has no weather of such a place') : reply(view)
  })
  return app
}
