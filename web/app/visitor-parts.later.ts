/** What every visitor gets once a page is loaded. */
import { watchTeasers } from './features/read-articles/reading.later.ts'
import { startOwnPlace } from './features/weather/place-part.ts'

export async function startVisitorParts(): Promise<void> {
  watchTeasers()
  await startOwnPlace()
}
