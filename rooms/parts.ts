/** What rooms do in the browser on every page, whatever is on it. */
import type { ReaderPart } from '@lokalteil/web/app/browser/session/session'
import { ownPlacePart, startOwnPlace } from './weather/app/place-part.ts'

/** For every visitor, once the first view is loaded. */
export const ROOM_STARTS: readonly (() => Promise<void>)[] = [startOwnPlace]

/** For a reader who is logged in. */
export const ROOM_PARTS: readonly ReaderPart[] = [ownPlacePart]
