import type { RoomRow } from '@lokalteil/domain/rooms/room-row'

export const games = {
  route: 'spiele',
  path: '/spiele',
  label: 'Spiele',
  icon: 'game',
  inNotice: /\bSpiele/,
} as const satisfies RoomRow
