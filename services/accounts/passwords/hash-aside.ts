/**
 * Computes password hashes in a thread with the lowest priority, so that a flood of logins only takes processor time
 * that pages leave over. One thread per process, started with the first hash, and again if it should end.
 */
import { Worker } from 'node:worker_threads'

export type HashOptions = {
  memoryCost: number
  timeCost: number
  parallelism: number
  outputLen: number
  salt: Uint8Array
}
export type HashJob = { id: number; password: string; options: HashOptions }
export type HashResult = { id: number; hash: Uint8Array } | { id: number; trouble: string }

type Waiting = { resolve: (hash: Buffer) => void; reject: (error: Error) => void }

const waiting = new Map<number, Waiting>()
let worker: Worker | null = null
let serial = 0

export function hashAside(password: string, options: HashOptions): Promise<Buffer> {
  const thread = (worker ??= begin())
  return new Promise((resolve, reject) => {
    const id = ++serial
    waiting.set(id, { resolve, reject })
    thread.ref()
    thread.postMessage({ id, password, options } satisfies HashJob)
  })
}

function begin(): Worker {
  const thread = new Worker(new URL('./hash-worker.ts', import.meta.url))
  thread.on('message', (result: HashResult) => {
    const caller = waiting.get(result.id)
    waiting.delete(result.id)
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) thread.unref()
    if ('hash' in result) caller?.resolve(Buffer.from(result.hash))
    else caller?.reject(new Error(result.trouble))
  })
  const end = (error: unknown) => {
    if (worker === thread) worker = null
    const left = [...waiting.values()]
    waiting.clear()
    for (const { reject } of left)
      reject(error instanceof Error ? error : new Error(`The thread for hashes ended with ${String(error)}`))
  }
  thread.on('error', end)
  thread.on('exit', end)
  return thread
}
