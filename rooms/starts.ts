/** Registry: browser code of rooms that runs on every page for every visitor, after the first view is loaded. */
import { startOwnPlace } from './weather/app/place-part.ts'

export const ROOM_STARTS: readonly (() => Promise<void>)[] = [startOwnPlace]
