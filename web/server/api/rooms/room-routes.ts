/** Data of room pages for client navigation. The same for all readers; 404 if the room is off. */
import { Hono } from 'hono'
import type { ZodType } from 'zod'
import type { Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { RoomSettings } from '../../rendering/rooms/room-settings.ts'
import type { SportSource } from '../../rendering/rooms/sport-source.ts'
import type { RadioSource } from '../../rendering/rooms/radio-source.ts'
import type { Read } from '../../../app/page/content-api.ts'
import { refusal, reply, type PortalApi, type Reply } from '../portal-api.ts'

/** A call with the same answer for all readers. */
export type RoomCall = {
  endpoint: Endpoint & { method: 'GET'; answer: ZodType }
  answer: (code: Mandator, input: { params: unknown; query: unknown }) => Promise<Read<unknown>>
}

export type RoomRoutesOptions = {
  portalApi: PortalApi
  rooms: RoomSettings
  calls: readonly RoomCall[]
  sport: SportSource
  radio: RadioSource
}

export function createRoomRoutes(options: RoomRoutesOptions): Hono<PortalEnv> {
  const { portalApi, rooms, calls, sport, radio } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.getRoomSettings, { as: 'anyone' }, async ({ context, params }) => {
    const settings = rooms.of(context.mandator, params.room)
    return settings === null ? refusal(404, 'NOT_FOUND', 'The publication has no such room') : reply({ ...settings })
  })
  for (const { endpoint, answer } of calls)
    portalApi.serve(app, endpoint, { as: 'anyone' }, async ({ context, params, query }) =>
      toReply(await answer(context.mandator, { params, query })),
    )
  serveSport(app, portalApi, sport)
  portalApi.serve(app, PORTAL.getRadio, { as: 'anyone' }, async ({ context }) => {
    const view = await radio.read(context.mandator)
    return view === null ? refusal(404, 'NOT_FOUND', 'The publication has no radio') : reply(view)
  })
  return app
}

function serveSport(app: Hono<PortalEnv>, portalApi: PortalApi, sport: SportSource): void {
  portalApi.serve(app, PORTAL.listCompetitions, { as: 'anyone' }, async ({ context }) =>
    toReply(await sport.of(context.mandator).listCompetitions()),
  )
  portalApi.serve(app, PORTAL.getSportOverview, { as: 'anyone' }, async ({ context, params }) =>
    toReply(await sport.of(context.mandator).getOverview(params.competition)),
  )
  portalApi.serve(app, PORTAL.getMatchday, { as: 'anyone' }, async ({ context, params, query }) =>
    toReply(await sport.of(context.mandator).getMatchday(params.competition, query.matchday)),
  )
  portalApi.serve(app, PORTAL.getTeam, { as: 'anyone' }, async ({ context, params }) =>
    toReply(await sport.of(context.mandator).getTeam(params.competition, params.team)),
  )
  portalApi.serve(app, PORTAL.getMatch, { as: 'anyone' }, async ({ context, params }) =>
    toReply(await sport.of(context.mandator).getMatch(params.competition, params.match)),
  )
}

function toReply<T>(found: Read<T>): Reply<T> {
  if (found.ok) return reply(found.data)
  if (found.status === 410) return refusal(410, 'GONE', 'It was withdrawn')
  return found.status === 404 || found.status === 400
    ? refusal(404, 'NOT_FOUND', 'The publication has no such thing')
    : refusal(503, 'UNAVAILABLE', 'The service behind it does not answer', { retryAfter: '5' })
}
