/** What the pages of rooms ask on the way from page to page. The same for all; a room that is off is not there. */
import { Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { PortalEnv } from '../http/portal-env.ts'
import type { QuizSource } from '../rendering/quiz-source.ts'
import type { RoomSettings } from '../rendering/room-settings.ts'
import type { WeatherSource } from '../rendering/weather-source.ts'
import { toWeatherLine } from '../rendering/weather-line.ts'
import { refusal, reply, type PortalApi } from './portal-api.ts'

export type RoomRoutesOptions = {
  portalApi: PortalApi
  rooms: RoomSettings
  weather: WeatherSource
  quizzes: QuizSource
  now: () => Date
}

export function createRoomRoutes({ portalApi, rooms, weather, quizzes, now }: RoomRoutesOptions): Hono<PortalEnv> {
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
  portalApi.serve(app, PORTAL.listQuizzes, { as: 'anyone' }, async ({ context, query }) => {
    const found = await quizzes.of(context.mandator).listQuizzes(query.page)
    return found.ok ? reply(found.data) : toQuizRefusal(found.status)
  })
  portalApi.serve(app, PORTAL.getQuiz, { as: 'anyone' }, async ({ context, params }) => {
    const found = await quizzes.of(context.mandator).getQuiz(params.slug)
    return found.ok ? reply(found.data) : toQuizRefusal(found.status)
  })
  return app
}

function toQuizRefusal(status: number) {
  if (status === 410) return refusal(410, 'GONE', 'The quiz was withdrawn')
  return status === 404 || status === 400
    ? refusal(404, 'NOT_FOUND', 'The publication has no such quiz')
    : refusal(503, 'UNAVAILABLE', 'Nobody answers for the quizzes')
}
