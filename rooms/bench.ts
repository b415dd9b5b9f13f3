/** Registry: benchmarks of rooms, by the name that `npm run bench` takes. */
import type { Report } from '@lokalteil/bench/figures'
import { measureMarkets } from './markets/bench/markets.ts'

export const ROOM_BENCHMARKS: Readonly<Record<string, (report: Report) => Promise<void>>> = { markets: measureMarkets }
