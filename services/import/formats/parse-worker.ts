/** Runs one parse in a worker thread; `parse.ts` ends it if it takes too long. */
import { parentPort, workerData } from 'node:worker_threads'
import { parseNow } from './parse.ts'
import type { ParseContext } from '../parsed-document.ts'

const { bytes, context } = workerData as { bytes: Uint8Array; context: ParseContext }
parentPort?.postMessage(parseNow(bytes, context))
