/** The thread that encrypts and sends: takes a batch and answers with its results. */
import { parentPort, workerData } from 'node:worker_threads'
import { createSending, type SendJob, type SendOptions, type SendResult } from './send-batch.ts'

export type ToWorker = { batch: number; jobs: SendJob[] }
export type FromWorker = { batch: number; results: SendResult[] }

const sending = createSending(workerData as SendOptions)

parentPort?.on('message', ({ batch, jobs }: ToWorker) => {
  void sending.send(jobs).then((results) => parentPort?.postMessage({ batch, results } satisfies FromWorker))
})
