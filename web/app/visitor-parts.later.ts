/** Parts that start for every visitor after the page has loaded. */
import { ROOM_STARTS } from '@lokalteil/rooms/starts'
import { watchTeasers } from './features/read-articles/reading.later.ts'
import type { Chrome } from './page/page.ts'

export async function startVisitorParts(chrome: () => Chrome): Promise<void> {
  watchTeasers()
  await Promise.all(ROOM_STARTS.map((start) => start(chrome)))
}
