/** Registry: parts of rooms in the service worker. */
import type { WorkerPart } from '@lokalteil/web/app/sw/worker-scope'
import { pushWorker } from './push/app/push-events.ts'

export const ROOM_WORKERS: readonly WorkerPart[] = [pushWorker]
