import type { RoomRow } from '@lokalteil/domain/rooms/room-row'

export const push = {
  route: 'mitteilungen',
  path: '/mitteilungen',
  label: 'Mitteilungen',
  icon: 'bell',
  inNotice: /\bMitteilungen auf Ihr Gerät/,
} as const satisfies RoomRow
