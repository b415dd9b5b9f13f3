/** Registry: browser code of rooms that runs on every page for logged-in readers. */
import type { ReaderPart } from '@lokalteil/web/app/browser/session/session'
import type { Chrome } from '@lokalteil/web/app/page/page'
import { createGamesPart } from './games/app/progress/games-part.ts'
import { ownPlacePart } from './weather/app/place-part.ts'

export const ROOM_PARTS: readonly ((chrome: () => Chrome) => ReaderPart)[] = [createGamesPart, () => ownPlacePart]
