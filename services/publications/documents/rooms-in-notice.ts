/**
 * The rooms that a publication's privacy notice must mention (Art. 13 DSGVO): those that store or pass on personal data
 * of readers.
 */
import { listRooms, type Rooms } from '@lokalteil/contracts/publication/rooms'
import { ROOMS, type RoomKey } from '@lokalteil/domain/rooms/rooms'

export function listRoomsOfNotice(rooms: Rooms | undefined): RoomKey[] {
  return listRooms(rooms).filter((key) => ROOMS[key].inNotice !== undefined)
}

/** Rooms that a template asks for (`{{#if rooms.games}}`). */
export function listAskedRooms(template: string): string[] {
  const keys = [...template.matchAll(/\{\{#if rooms\.(\w+)\}\}/g)].map(([, key = '']) => key)
  return [...new Set(keys)].filter((key) => key !== 'any')
}

/** Host of a radio stream from another site; null: there is no stream, or it comes from this site. */
export function toRadioHost(rooms: Rooms | undefined): string | null {
  const stream = rooms?.radio?.stream ?? ''
  return stream.startsWith('https:') ? new URL(stream).hostname : null
}

/**
 * Rooms that the notice does not mention. Table rows are ignored, because the table of browser storage names most
 * rooms, even those that are off.
 */
export function listUnsaidRooms(markdown: string, rooms: Rooms | undefined): RoomKey[] {
  const text = markdown.replace(/^\|.*$/gm, '')
  const host = toRadioHost(rooms)
  return listRoomsOfNotice(rooms).filter(
    (key) => !ROOMS[key].inNotice!.test(text) || (key === 'radio' && host !== null && !text.includes(host)),
  )
}
