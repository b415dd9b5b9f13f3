import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { FIELD_NAMES } from './calculators.ts'

export const calculator = {
  route: 'rechner',
  path: '/rechner',
  label: 'Rechner',
  icon: 'calculator',
  inNotice: /\bRechner/,
} as const satisfies RoomRow

export const calculatorQueries = { rechner: { private: FIELD_NAMES } }
