/** Registry: data of rooms that stay in a browser after the logout (`domain/consent/device-data`). */
import { gamesStorage } from './games/domain/device-data.ts'
import { pushCaches } from './push/domain/device-data.ts'

export const ROOM_STORAGE = [...gamesStorage]

export const ROOM_CACHES = [...pushCaches]
