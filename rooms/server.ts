/** Registry: all rooms on the server. */
import type { Room } from './define-room.ts'
import { epaper } from './epaper/room.ts'
import { games } from './games/room.ts'
import { markets } from './markets/room.ts'
import { obituaries } from './obituaries/room.ts'
import { push } from './push/room.ts'
import { quiz } from './quiz/room.ts'
import { shop } from './shop/room.ts'
import { sport } from './sport/room.ts'
import { weather } from './weather/room.ts'

export const ROOMS: readonly Room[] = [push, epaper, games, quiz, sport, weather, shop, obituaries, markets]
