/** Registry: parts of rooms in the service worker. */
import type { WorkerPart } from '@lokalteil/web/app/sw/worker-scope'
import { gamesCopies } from './games/app/public-copies.ts'
import { pushWorker } from './push/app/push-events.ts'

export const ROOM_WORKERS: readonly WorkerPart[] = [pushWorker]

/** Routes whose pages, with all below them, are the same for all readers. */
export const PUBLIC_COPIES: readonly string[] = [gamesCopies]
