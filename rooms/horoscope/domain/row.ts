import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { SIGNS } from './signs.ts'

export const horoscope = {
  route: 'horoskop',
  path: '/horoskop',
  label: 'Horoskop',
  icon: 'horoscope',
  more: SIGNS.map(({ key }) => `/horoskop/${key}`),
} as const satisfies RoomRow
