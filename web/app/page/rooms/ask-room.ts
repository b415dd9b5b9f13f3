/**
 * Asks the calls of a publisher's own room from `load` of its page or block, typed by their contract:
 * `askRoom<typeof CINEMA_CALLS>(context)('GET /api/rooms/cinema/programme')`. The answer is the same for every reader.
 */
import type { AnswerOf, CallOf, Contract, Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import type { Read } from '../content-api.ts'
import type { RoutesOf } from '../portal-client.ts'
import { toRoomApi } from './in-room.ts'
import type { RoomApi } from './room-api.ts'

type EndpointOf<C extends Contract, R extends keyof RoutesOf<C>> = RoutesOf<C>[R] extends Endpoint
  ? RoutesOf<C>[R]
  : never

type AskRoom<C extends Contract> = <R extends keyof RoutesOf<C>>(
  route: R,
  ...[asked]: object extends CallOf<EndpointOf<C, R>> ? [CallOf<EndpointOf<C, R>>?] : [CallOf<EndpointOf<C, R>>]
) => Promise<Read<AnswerOf<EndpointOf<C, R>>>>

/** On the server the room answers directly, in the browser over HTTP. */
export function askRoom<C extends Contract>({ rooms }: { rooms?: RoomApi | undefined }): AskRoom<C> {
  return toRoomApi({ rooms }).ask as unknown as AskRoom<C>
}
