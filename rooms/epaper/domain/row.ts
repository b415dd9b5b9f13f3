import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { LIST_PARAMETERS } from './issues.ts'

export const epaper = {
  route: 'epaper',
  path: '/epaper',
  label: 'E-Paper',
  icon: 'epaper',
  inNotice: /\bE-Paper/,
  grant: 'epaper',
  sells: true,
} as const satisfies RoomRow

export const epaperQueries = { epaper: { private: LIST_PARAMETERS }, 'epaper/suche': { private: LIST_PARAMETERS } }
