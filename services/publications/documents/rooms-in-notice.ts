/** What the privacy notice has to say about a publication's rooms (Art. 13 DSGVO): those that keep or send on something of a reader's. */
import { listRooms, type Rooms } from '@lokalteil/contracts/publication/rooms'
import { ROOMS, type RoomKey } from '@lokalteil/domain/rooms/rooms'

export function listRoomsOfNotice(rooms: Rooms | undefined): RoomKey[] {
  return listRooms(rooms).filter((key) => ROOMS[key].inNotice !== undefined)
}

/** Host of a programme that comes from elsewhere; null: there is none, or it comes from this site. */
export function toRadioHost(rooms: Rooms | undefined): string | null {
  const stream = rooms?.radio?.stream ?? ''
  return stream.startsWith('https:') ? new URL(stream).hostname : null
}

/** Rooms a notice says nothing of. The list of what browsers keep names most of them, whether they are on or not: it does not count. */
export function listUnsaidRooms(markdown: string, rooms: Rooms | undefined): RoomKey[] {
  const text = markdown.replace(/^\|.*$/gm, '')
  const host = toRadioHost(rooms)
  return listRoomsOfNotice(rooms).filter(
    (key) => !ROOMS[key].inNotice!.test(text) || (key === 'radio' && host !== null && !text.includes(host)),
  )
}
