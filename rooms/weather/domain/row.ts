import type { RoomRow } from '@lokalteil/domain/rooms/room-row'

export const weather = {
  route: 'wetter',
  path: '/wetter',
  label: 'Wetter',
  icon: 'weather',
  inNotice: /\bWetter/,
} as const satisfies RoomRow
