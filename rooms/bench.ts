/** Registry: benchmarks of rooms, by the name that `npm run bench` takes. */
import type { Report } from '@lokalteil/bench/figures'
import { measureEpaper } from './epaper/bench/epaper.ts'
import { measureEpaperOnPhone } from './epaper/bench/epaper-phone.ts'
import { measureGames } from './games/bench/games.ts'
import { measureMarkets } from './markets/bench/markets.ts'
import { measurePush } from './push/bench/push.ts'

export const ROOM_BENCHMARKS: Readonly<Record<string, (report: Report) => Promise<void>>> = {
  epaper: measureEpaper,
  'epaper-phone': measureEpaperOnPhone,
  games: measureGames,
  markets: measureMarkets,
  push: measurePush,
}
