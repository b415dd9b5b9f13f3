import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { NOTICE_PARAMETERS } from './notice-paths.ts'

export const obituaries = {
  route: 'trauer',
  path: '/trauer',
  label: 'Trauer',
  icon: 'candle',
  inNotice: /\bTrauer/,
} as const satisfies RoomRow

export const obituaryQueries = {
  'trauer/suche': { private: NOTICE_PARAMETERS },
  'trauer/erinnerung': { private: NOTICE_PARAMETERS },
}
