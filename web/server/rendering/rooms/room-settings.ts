/** What the folder in force of each publication says of its rooms, of readers' texts and of recipients. */
import type { Community } from '@lokalteil/contracts/publication/community'
import type { Recipients } from '@lokalteil/contracts/publication/consent'
import type { Place } from '@lokalteil/contracts/publication/order'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { Rooms, RoomSettings as SettingsOf } from '@lokalteil/contracts/publication/rooms'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { RoomKey } from '@lokalteil/domain/rooms/rooms'

export type RoomSettings = {
  /** Null: the room is off. */
  of: <K extends RoomKey>(code: PublicationCode, room: K) => SettingsOf<K> | null
  /** Settings of a publisher's own room as written; null: it is off. */
  own: (code: PublicationCode, name: string) => object | null
  /** `community.yaml`; null: comments and reviews are off. */
  community: (code: PublicationCode) => Community | null
  /** `consent.yaml`: who gets readers' data once they consent; empty: nobody is named. */
  recipients: (code: PublicationCode) => Recipients
  /** Name from `places.yaml`; for an unknown id the id. */
  placeName: (code: PublicationCode, id: string) => string
  set: (folder: PublicationFolder) => void
}

export function createRoomSettings(): RoomSettings {
  const known = new Map<
    string,
    { rooms: Rooms; community: Community | null; recipients: Recipients; places: ReadonlyMap<string, string> }
  >()
  return {
    of: (code, room) => known.get(code)?.rooms[room] ?? null,
    own: (code, name) => toOwn(known.get(code)?.rooms.own, name),
    community: (code) => known.get(code)?.community ?? null,
    recipients: (code) => known.get(code)?.recipients ?? {},
    placeName: (code, id) => known.get(code)?.places.get(id) ?? id,
    set: ({ identity, rooms = {}, community = null, consent, places }) =>
      void known.set(identity.code, {
        rooms,
        community,
        recipients: consent?.recipients ?? {},
        places: new Map(listNames(places.regions)),
      }),
  }
}

function toOwn(own: Rooms['own'], name: string): object | null {
  return own !== undefined && Object.hasOwn(own, name) ? own[name]! : null
}

function listNames(places: readonly Place[]): [string, string][] {
  return places.flatMap(({ id, name, places: within }) => [[id, name], ...listNames(within)])
}
