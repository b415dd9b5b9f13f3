/** What rooms do in the browser on every page for every visitor, once the first view is loaded. */
import { startOwnPlace } from './weather/app/place-part.ts'

export const ROOM_STARTS: readonly (() => Promise<void>)[] = [startOwnPlace]
