/** Registry: browser code of rooms that runs on every page for every visitor, after the first view is loaded. */
import type { Chrome } from '@lokalteil/web/app/page/page'
import { startPush } from './push/app/start-push.ts'
import { startOwnPlace } from './weather/app/place-part.ts'

export const ROOM_STARTS: readonly ((chrome: () => Chrome) => Promise<void>)[] = [startOwnPlace, startPush]
