import type { RoomKey } from '@lokalteil/domain/rooms/rooms'

/** A link that a room adds to the navigation of the personal area (`rooms/personal.ts`). */
export type PersonalLink = {
  label: string
  target: string
  /** Shown if the publication has one of them. */
  rooms: readonly RoomKey[]
  /** The area of the core that it follows. */
  after: string
  /** Name for `inPersonalArea`, if the page shows the navigation. */
  area?: string
}
