/**
 * Rooms: what a newspaper offers beside its articles, each on a route of its own. A publication has those that its
 * `rooms.yaml` names; the others are not there for it. One row a room: a new one begins with a line here, its settings in
 * `contracts/publication/rooms`, and a page that loads through `inRoom`.
 */
import { SIGNS } from '../horoscope/signs.ts'
import type { RouteName } from '../routing/route-table.ts'

type Room = {
  route: RouteName
  path: string
  /** In menus. */
  label: string
  /** Of the sprite. */
  icon: string
  /** Pages below that search engines are told of. */
  more: readonly string[]
}

export const ROOMS = {
  weather: { route: 'wetter', path: '/wetter', label: 'Wetter', icon: 'weather', more: [] },
  games: { route: 'spiele', path: '/spiele', label: 'Spiele', icon: 'game', more: [] },
  horoscope: {
    route: 'horoskop',
    path: '/horoskop',
    label: 'Horoskop',
    icon: 'horoscope',
    more: SIGNS.map(({ key }) => `/horoskop/${key}`),
  },
  sport: { route: 'ergebnisse', path: '/ergebnisse', label: 'Ergebnisse', icon: 'sport', more: [] },
  quiz: { route: 'quiz', path: '/quiz', label: 'Quiz', icon: 'quiz', more: [] },
  epaper: { route: 'epaper', path: '/epaper', label: 'E-Paper', icon: 'epaper', more: [] },
  radio: { route: 'radio', path: '/radio', label: 'Radio', icon: 'radio', more: [] },
  notices: { route: 'trauer', path: '/trauer', label: 'Trauer', icon: 'candle', more: [] },
  push: { route: 'mitteilungen', path: '/mitteilungen', label: 'Mitteilungen', icon: 'bell', more: [] },
  homes: { route: 'immobilien', path: '/immobilien', label: 'Immobilien', icon: 'realestate', more: [] },
  jobs: { route: 'jobs', path: '/jobs', label: 'Jobs', icon: 'jobs', more: [] },
  calculator: { route: 'rechner', path: '/rechner', label: 'Rechner', icon: 'calculator', more: [] },
  shop: { route: 'shop', path: '/shop', label: 'Shop', icon: 'shop', more: [] },
} as const satisfies Record<string, Room>
export type RoomKey = keyof typeof ROOMS

export const ROOM_KEYS = Object.keys(ROOMS) as RoomKey[]

const BY_ROUTE: ReadonlyMap<RouteName, RoomKey> = new Map(ROOM_KEYS.map((key) => [ROOMS[key].route, key]))

/** Pages below a room's own are called after it (`spiele/sudoku`). Null: the route belongs to no room, every publication has it. */
export function roomOfRoute(name: RouteName): RoomKey | null {
  return BY_ROUTE.get(name) ?? BY_ROUTE.get(name.split('/', 1)[0] as RouteName) ?? null
}

/** Of a path or an address of this site, whatever stands behind its first segment. */
export function roomOfPath(path: string): RoomKey | null {
  return ROOM_KEYS.find((key) => path.split(/[?#]/, 1)[0]!.split('/', 2)[1] === ROOMS[key].path.slice(1)) ?? null
}

/** Every page of these rooms that is to be found. */
export function listRoomPaths(rooms: readonly RoomKey[]): string[] {
  return rooms.flatMap((key) => [ROOMS[key].path, ...ROOMS[key].more])
}
