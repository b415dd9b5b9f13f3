/** Computes hashes for `hash-aside.ts`, behind everything else that wants the processor. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashRawSync } from '@node-rs/argon2'
import type { HashJob, HashResult } from './hash-aside.ts'

// On Linux a priority belongs to the thread that asks for it; elsewhere it would be the whole server's.
if (process.platform === 'linux') {
  try {
    setPriority(15)
  } catch {
    // Not allowed here: then hashes take their turn like everything else.
  }
}

parentPort?.on('message', ({ id, password, options }: HashJob) => {
  let result: HashResult
  try {
    result = { id, hash: hashRawSync(password, { ...options, salt: Buffer.from(options.salt) }) }
  } catch (error) {
    result = { id, trouble: String(error) }
  }
  parentPort!.postMessage(result)
})
