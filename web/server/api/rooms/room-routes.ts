/** Data of room pages for client navigation; 404 if the room is off. */
import { Hono } from 'hono'
import type { ZodType } from 'zod'
import type { Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { RoomSettings } from '../../rendering/rooms/room-settings.ts'
import type { RadioSource } from '../../rendering/rooms/radio-source.ts'
import type { Read } from '../../../app/page/content-api.ts'
import type { PatientSessions } from '../../session/patient-session.ts'
import { refusal, reply, type PortalApi, type Reply, type RequestContext } from '../portal-api.ts'

export type RoomCall = {
  endpoint: Endpoint & { method: 'GET'; answer: ZodType }
  /** `anyone`: the same answer for all readers, `accessToken` is null. */
  as: 'anyone' | 'reader'
  answer: (
    code: PublicationCode,
    input: { params: unknown; query: unknown },
    accessToken: string | null,
  ) => Promise<Read<unknown>>
}

export type RoomRoutesOptions = {
  portalApi: PortalApi
  rooms: RoomSettings
  calls: readonly RoomCall[]
  readSession: PatientSessions
  radio: RadioSource
}

export function createRoomRoutes(options: RoomRoutesOptions): Hono<PortalEnv> {
  const { portalApi, rooms, calls, readSession, radio } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.getRoomSettings, { as: 'anyone' }, async ({ context, params }) => {
    const settings = rooms.of(context.publication, params.room)
    return settings === null ? refusal(404, 'NOT_FOUND', 'The publication has no such room') : reply({ ...settings })
  })
  /** If the reader's token expired, it is renewed and the answer carries the new cookies. */
  async function readToken({ publication, cookies, host }: RequestContext) {
    const { session, setCookies } = await readSession(publication, { cookies, host, mayRenew: true })
    return { accessToken: session.kind === 'reader' ? session.accessToken : null, setCookies }
  }
  for (const { endpoint, as, answer } of calls)
    portalApi.serve(app, endpoint, { as: 'anyone' }, async ({ context, params, query }) => {
      const { accessToken, setCookies } = as === 'reader' ? await readToken(context) : NO_READER
      return { ...toReply(await answer(context.publication, { params, query }, accessToken), endpoint), setCookies }
    })
  portalApi.serve(app, PORTAL.getRadio, { as: 'anyone' }, async ({ context }) => {
    const view = await radio.read(context.publication)
    return view === null ? refusal(404, 'NOT_FOUND', 'The publication has no radio') : reply(view)
  })
  return app
}

const NO_READER = { accessToken: null, setCookies: [] }

function toReply<T>(found: Read<T>, { problems }: Endpoint): Reply<T> {
  if (found.ok) return reply(found.data)
  if (found.status === 410) return refusal(410, 'GONE', 'It was withdrawn')
  return found.status === 404 || found.status === 400
    ? refusal(404, problems?.[404] ?? 'NOT_FOUND', 'The publication has no such thing')
    : refusal(503, 'UNAVAILABLE', 'The service behind it does not answer', { retryAfter: '5' })
}
