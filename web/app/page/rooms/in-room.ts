/** Shared by the pages of rooms (`domain/rooms`); a file of its own, so that no other page loads it. */
import type { RoomKey } from '@lokalteil/domain/rooms/rooms'
import type { RouteName, RouteOf } from '@lokalteil/domain/routing/routes'
import type { LoadContext, Loaded } from '../page.ts'
import type { ReadPublic } from '../public-reads.ts'
import { createRoomApi, type RoomApi } from './room-api.ts'

/** Answers `missing` if the publication has not switched the room on. */
export function inRoom<N extends RouteName, D>(
  room: RoomKey,
  load: (route: RouteOf<N>, context: LoadContext) => Promise<Loaded<D>>,
): (route: RouteOf<N>, context: LoadContext) => Promise<Loaded<D>> {
  return async (route, context) =>
    context.publication.rooms.includes(room) ? load(route, context) : { kind: 'missing' }
}

export function toRoomApi({ rooms }: { rooms?: RoomApi | undefined }): RoomApi {
  return rooms ?? createRoomApi(laterRead)
}

/** Loads its script at the first call: the server has already read the data of the first view. */
const laterRead: ReadPublic = async (route, ...asked) =>
  (await import('../public-reads.ts')).readPublic(route, ...asked)
