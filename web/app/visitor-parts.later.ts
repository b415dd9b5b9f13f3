/** What every visitor gets once a page is loaded. */
import { watchTeasers } from './features/read-articles/reading.later.ts'
import { startOwnPlace } from '@lokalteil/rooms/weather/app/place-part'

export async function startVisitorParts(): Promise<void> {
  watchTeasers()
  await startOwnPlace()
}
