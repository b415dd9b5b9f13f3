/** Cheap hashes for tests of other things: argon2id at its lowest cost, in the same thread. */
import { hashRawSync } from '@node-rs/argon2'
import { createPasswords } from './passwords.ts'

export function createCheapPasswords() {
  return createPasswords({
    cost: { memoryCost: 8, timeCost: 1, parallelism: 1, outputLen: 32 },
    compute: async (password, options) => hashRawSync(password, { ...options, salt: Buffer.from(options.salt) }),
  })
}
