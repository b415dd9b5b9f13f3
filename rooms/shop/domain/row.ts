import type { RoomRow } from '@lokalteil/domain/rooms/room-row'

export const shop = {
  route: 'shop',
  path: '/shop',
  label: 'Shop',
  icon: 'shop',
  inNotice: /\bShop/,
  sells: true,
} as const satisfies RoomRow
