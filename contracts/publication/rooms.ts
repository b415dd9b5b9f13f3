/**
 * `rooms.yaml`: the rooms of a publication (`domain/rooms`). A key in the file switches the room on, with its settings
 * or `{}`; without the file there are no rooms.
 */
import { OWN_ROOM, ROOM_KEYS, type RoomKey } from '@lokalteil/domain/rooms/rooms'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import { ROOM_SALES, ROOM_SETTINGS } from '@lokalteil/rooms/contracts'
import { z } from 'zod'

/** A path of this site, or an address elsewhere; its origin goes into a header as it is. */
const StreamAddress = z
  .string()
  .max(500)
  .refine(
    (text) =>
      isOwnPath(text) ||
      (/^https:\/\/[^\s;,'"]+$/.test(text) && URL.canParse(text) && new URL(text).username + new URL(text).hash === ''),
    'must be a path that begins with "/" or an https address',
  )

const SETTINGS = {
  ...ROOM_SETTINGS,
  radio: z.strictObject({
    /** Title of the programme. */
    title: z.string().min(1).max(100),
    /** A stream that browsers play: endless MP3, AAC or Ogg. The final address, not one that redirects. */
    stream: StreamAddress,
    nowPlaying: z
      .url({ protocol: /^https$/ })
      .max(500)
      .optional()
      .describe('Answers JSON with `title`: what is on; the portal asks it, at most every 15 seconds'),
    /** Shown while the stream is silent; absent: a default text. */
    fallback: z.string().min(1).max(300).optional(),
  }),
} as const satisfies Partial<Record<RoomKey, z.ZodType>>
const NO_SETTINGS = z.strictObject({})
const settings: Partial<Record<RoomKey, z.ZodType>> = SETTINGS

type Settings = typeof SETTINGS
/** Folder of a publisher's own room (docs/own-room.md). */
const OwnName = z
  .string()
  .regex(OWN_ROOM, 'must be the name of an own room: two to sixteen lower-case letters and digits')

export const Rooms = z.strictObject({
  ...(Object.fromEntries(ROOM_KEYS.map((key) => [key, (settings[key] ?? NO_SETTINGS).optional()])) as {
    [K in RoomKey]: z.ZodOptional<K extends keyof Settings ? Settings[K] : typeof NO_SETTINGS>
  }),
  own: z
    .record(OwnName, z.record(z.string(), z.unknown()))
    .optional()
    .describe('Rooms of your own by name, each with its settings or {}'),
})
export type Rooms = z.infer<typeof Rooms>
export type RoomSettings<K extends RoomKey = RoomKey> = NonNullable<Rooms[K]>

/** The rooms that are switched on, in the order of the product. */
export function listRooms(rooms: Rooms | undefined): RoomKey[] {
  return ROOM_KEYS.filter((key) => rooms?.[key] !== undefined)
}

/** A publisher's own rooms that are switched on. */
export function listOwnRooms(rooms: Rooms | undefined): string[] {
  return Object.keys(rooms?.own ?? {})
}

/** Whether one of the rooms sells something by its settings. */
export function sellsInRooms(rooms: Rooms | undefined): boolean {
  return ROOM_KEYS.some((key) => {
    const own = rooms?.[key]
    return own !== undefined && (ROOM_SALES[key]?.(own as never) ?? false)
  })
}
