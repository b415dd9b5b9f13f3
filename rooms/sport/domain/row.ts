import type { RoomRow } from '@lokalteil/domain/rooms/room-row'

export const sport = {
  route: 'ergebnisse',
  path: '/ergebnisse',
  label: 'Ergebnisse',
  icon: 'sport',
} as const satisfies RoomRow
