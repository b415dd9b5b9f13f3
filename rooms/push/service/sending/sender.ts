/** Starts the sending thread with the first batch, and ends it when it was idle for a while. */
import { Worker } from 'node:worker_threads'
import type { SendJob, SendOptions, SendResult } from './send-batch.ts'
import type { FromWorker, ToWorker } from './send-worker.ts'

export type Sender = {
  send: (jobs: SendJob[]) => Promise<SendResult[]>
  close: () => Promise<void>
}

const IDLE_MS = 60_000

export function createSender(options: SendOptions): Sender {
  const waiting = new Map<number, { resolve: (results: SendResult[]) => void; reject: (error: unknown) => void }>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | null = null
  let last = 0

  function start(): Worker {
    const thread = new Worker(new URL('./send-worker.ts', import.meta.url), { workerData: options })
    const leave = (error: unknown) => {
      if (worker === thread) worker = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    thread.on('message', ({ batch, results }: FromWorker) => {
      waiting.get(batch)?.resolve(results)
      waiting.delete(batch)
      if (waiting.size === 0) rest()
    })
    thread.on('error', leave)
    thread.on('exit', () => leave(new Error('The thread that sends has ended')))
    // The thread does not keep the process alive.
    thread.unref()
    return thread
  }

  function rest(): void {
    if (idle !== null) clearTimeout(idle)
    idle = setTimeout(() => void end(), IDLE_MS).unref()
  }

  async function end(): Promise<void> {
    if (idle !== null) clearTimeout(idle)
    const thread = worker
    worker = null
    await thread?.terminate()
  }

  return {
    send(jobs) {
      if (idle !== null) clearTimeout(idle)
      worker ??= start()
      const batch = ++last
      const heard = new Promise<SendResult[]>((resolve, reject) => waiting.set(batch, { resolve, reject }))
      worker.postMessage({ batch, jobs } satisfies ToWorker)
      return heard
    },
    close: end,
  }
}
