import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { OBITUARY_PARAMETERS } from './obituary-paths.ts'

export const obituaries = {
  route: 'trauer',
  path: '/trauer',
  label: 'Trauer',
  icon: 'candle',
  inNotice: /\bTrauer/,
  sells: true,
} as const satisfies RoomRow

export const obituaryQueries = {
  'trauer/suche': { private: OBITUARY_PARAMETERS },
  'trauer/erinnerung': { private: OBITUARY_PARAMETERS },
}
