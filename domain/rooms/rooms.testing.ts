/** Tests of the core that look at a room go on without it when it is removed (docs/rooms.md). */
import { ROOMS } from './rooms.ts'

export const hasRoom = (key: string): boolean => Object.hasOwn(ROOMS, key)
export const hasRooms = (...keys: readonly string[]): boolean => keys.every(hasRoom)
