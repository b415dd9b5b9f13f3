/** The thread that encrypts and sends: told a batch, it answers with what became of each. */
import { parentPort, workerData } from 'node:worker_threads'
import { createSending, type SendJob, type SendOptions, type SendResult } from './send-batch.ts'

export type ToWorker = { batch: number; jobs: SendJob[] }
export type FromWorker = { batch: number; results: SendResult[] }

const sending = createSending(workerData as SendOptions)

parentPort?.on('message', ({ batch, jobs }: ToWorker) => {
  void sending.send(jobs).then((results) => parentPort?.postMessage({ batch, results } satisfies FromWorker))
})
