/** What the privacy notice has to say about a publication's rooms (Art. 13 DSGVO): those that keep or send on something of a reader's. */
import { listRooms, type Rooms } from '@lokalteil/contracts/publication/rooms'
import type { RoomKey } from '@lokalteil/domain/rooms/rooms'

/** The word by which a text is known to speak of one; a room that is absent needs none. */
const WORDS: Readonly<Partial<Record<RoomKey, RegExp>>> = {
  weather: /\bWetter/,
  games: /\bSpiele/,
  quiz: /\bQuiz/,
  epaper: /\bE-Paper/,
  radio: /\bRadio/,
  notices: /\bTrauer/,
  push: /\bMitteilungen auf Ihr Gerät/,
  shop: /\bShop/,
  calculator: /\bRechner/,
  homes: /\bImmobilien/,
  jobs: /\bJobs/,
}

export function listRoomsOfNotice(rooms: Rooms | undefined): RoomKey[] {
  return listRooms(rooms).filter((key) => WORDS[key] !== undefined)
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
    (key) => !WORDS[key]!.test(text) || (key === 'radio' && host !== null && !text.includes(host)),
  )
}
