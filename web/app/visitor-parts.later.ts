/** Parts that start for every visitor after the page has loaded. */
import { ROOM_STARTS } from '@lokalteil/rooms/starts'
import { watchTeasers } from './features/read-articles/reading.later.ts'

export async function startVisitorParts(): Promise<void> {
  watchTeasers()
  for (const start of ROOM_STARTS) await start()
}
