/**
 * Rooms: optional parts of a newspaper beside its articles, each with a route of its own. A feature flag for each
 * publication: it has the rooms named in its `rooms.yaml`, the others do not exist there. To add a room: docs/rooms.md.
 */
import { ROOM_ROWS } from '@lokalteil/rooms/rows'
import type { RouteName } from '../routing/route-table.ts'
import type { RoomRow } from './room-row.ts'

export type RoomKey = keyof typeof ROOM_ROWS

export const ROOMS: Readonly<Record<RoomKey, RoomRow & { route: RouteName }>> = ROOM_ROWS

export const ROOM_KEYS = Object.keys(ROOMS) as RoomKey[]

/** The name of a publisher's own room, which is its folder's and the schema's of its tables. */
export const OWN_ROOM = /^[a-z][a-z0-9]{1,15}$/

const BY_ROUTE: ReadonlyMap<RouteName, RoomKey> = new Map(ROOM_KEYS.map((key) => [ROOMS[key].route, key]))

/**
 * Pages below a room's own begin with its name (`spiele/sudoku`). Null: the route belongs to no room, every publication
 * has it.
 */
export function roomOfRoute(name: RouteName): RoomKey | null {
  return BY_ROUTE.get(name) ?? BY_ROUTE.get(name.split('/', 1)[0] as RouteName) ?? null
}

/** The room of a path or address of this site, by its first segment. */
export function roomOfPath(path: string): RoomKey | null {
  return ROOM_KEYS.find((key) => path.split(/[?#]/, 1)[0]!.split('/', 2)[1] === ROOMS[key].path.slice(1)) ?? null
}

/** All pages of these rooms for the sitemap. */
export function listRoomPaths(rooms: readonly RoomKey[]): string[] {
  return rooms.flatMap((key) => [ROOMS[key].path, ...(ROOMS[key].more ?? [])])
}
