/** The thread of `hash-aside.ts`: computes hashes at low priority. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashRawSync } from '@node-rs/argon2'
import type { HashJob, HashResult } from './hash-aside.ts'

// On Linux a priority belongs to the thread; elsewhere it would apply to the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(15)
  } catch {
    // Not permitted here: hashes then run at normal priority.
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
