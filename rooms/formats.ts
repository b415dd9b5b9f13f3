/** Registry: formats of rooms for the importer. */
import type { RoomFormats } from '@lokalteil/services/import/room-formats'
import { marketFormats } from './markets/formats/market-formats.ts'
import { obituaryFormats } from './obituaries/formats/obituary.ts'
import { sportFormats } from './sport/formats/sport.ts'

export const ROOM_FORMATS: readonly RoomFormats[] = [sportFormats, obituaryFormats, marketFormats]
