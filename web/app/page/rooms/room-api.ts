/**
 * Data of rooms for a page's `load`. On the server the calls go to the services directly, in the browser to this site's
 * API.
 */
import type { AnswerOf, CallOf } from '@lokalteil/contracts/kernel/endpoint'
import type { RadioView, ROOM_PAGE_CALLS } from '@lokalteil/contracts/portal'
import type { RoomSettings } from '@lokalteil/contracts/publication/rooms'
import type { Reported, ToldStatement } from '@lokalteil/contracts/community/moderation'
import type { ReportedKind } from '@lokalteil/domain/community/case-paths'
import type { RoomKey } from '@lokalteil/domain/rooms/rooms'
import type { Read } from '../content-api.ts'
import type { RoutesOf } from '../portal-client.ts'
import type { ReadPublic } from '../public-reads.ts'
import type { ReportTarget } from '../community/case-forms.ts'

export type RoomApi = {
  /** 404 if the room is off. */
  getSettings: <K extends RoomKey>(room: K) => Promise<Read<RoomSettings<K>>>
  /** A public GET call of a room's contract, `GET /api/weather`. */
  ask: ReadPublic
  /** A call of a room for pages on the server alone: 404 in the browser. */
  askOnServer: AskOnServer
  getRadio: () => Promise<Read<RadioView>>
  cases: CaseApi
}

type PageCalls = RoutesOf<typeof ROOM_PAGE_CALLS>
type AskOnServer = <R extends keyof PageCalls>(
  route: R,
  asked: CallOf<PageCalls[R]>,
) => Promise<Read<AnswerOf<PageCalls[R]>>>

export type CaseApi = {
  getReported: (target: ReportTarget) => Promise<Read<Reported>>
  /** Server only: the address in a mail is never loaded by a client-side navigation. */
  getStatement: (kind: ReportedKind, token: string) => Promise<Read<ToldStatement>>
}

export function createRoomApi(read: ReadPublic): RoomApi {
  return {
    getSettings: async <K extends RoomKey>(room: K) =>
      (await read('GET /api/rooms/{room}', { params: { room } })) as Read<RoomSettings<K>>,
    ask: read,
    askOnServer: async () => ({ ok: false, status: 404 }),
    cases: {
      getReported: (target) => read('GET /api/reports/{kind}/{id}', { params: target }),
      getStatement: async () => ({ ok: false, status: 503 }),
    },
    getRadio: () => read('GET /api/radio'),
  }
}
