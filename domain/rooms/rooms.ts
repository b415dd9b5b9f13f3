/**
 * Rooms: optional parts of a newspaper beside its articles, each with a route of its own. A feature flag for each
 * publication: it has the rooms named in its `rooms.yaml`, the others do not exist there. To add a room, add a row
 * here, its settings in `contracts/publication/rooms`, and a page that loads through `inRoom`.
 */
import { SIGNS } from '../horoscope/signs.ts'
import type { RouteName } from '../routing/route-table.ts'

type Room = {
  route: RouteName
  path: string
  /** Name in menus. */
  label: string
  /** Name in the icon sprite. */
  icon: string
  /** Pages below the room's own that the sitemap lists. */
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
  return rooms.flatMap((key) => [ROOMS[key].path, ...ROOMS[key].more])
}
