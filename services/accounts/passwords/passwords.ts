/**
 * argon2id behind a bounded queue: one hash at a time, so that logins take at most one core; if the queue is full, a
 * caller gets BUSY at once. Devices that logged in before go first. A comparison costs one hash in every case: no
 * account, an account, or an account and its shadow (which share a salt).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { toPassword } from '@lokalteil/domain/accounts/registration'
import { problem, type Refusal } from '../../platform/serve.ts'
import { hashAside, type HashOptions } from './hash-aside.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane; 20 to 40 ms on a server of today. */
const COST: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
const WAITING = 120

type Cost = Omit<HashOptions, 'salt'>

type Parsed = { options: Cost; salt: Buffer; hash: Buffer }
export type Passwords = ReturnType<typeof createPasswords>

/**
 * `waiting`: most callers in the queue. `cost`: of new hashes. `compute`: computes one hash, by default in a separate
 * thread.
 */
export function createPasswords({
  waiting = WAITING,
  cost = COST,
  compute = hashAside,
}: {
  waiting?: number
  cost?: Cost
  compute?: (password: string, options: HashOptions) => Promise<Buffer>
} = {}) {
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  let isRunning = false

  function next(): void {
    const start = first.shift() ?? others.shift()
    if (start === undefined) isRunning = false
    else start()
  }

  async function inTurn<T>(isKnown: boolean, work: () => Promise<T>): Promise<T | Refusal> {
    const lane = isKnown ? first : others
    if (isRunning) {
      if (lane.length >= waiting) return problem(503, 'BUSY', 'Too many logins at once', { 'retry-after': '2' })
      await new Promise<void>((resolve) => lane.push(resolve))
    }
    isRunning = true
    try {
      return await work()
    } finally {
      next()
    }
  }

  /** Compared for an unknown address: the same work, never a match. */
  const dummy = toPhc(cost, randomBytes(16), randomBytes(32))

  return {
    /** Returns a PHC string. `sameSaltAs`: a hash whose salt to reuse, see the top. */
    async hash(password: string, sameSaltAs: string | null = null, isKnown = false): Promise<string | Refusal> {
      const like = sameSaltAs === null ? null : parsePhc(sameSaltAs)
      const settings = like?.options ?? cost
      const salt = like?.salt ?? randomBytes(16)
      return inTurn(isKnown, async () =>
        toPhc(settings, salt, await compute(toPassword(password), { ...settings, salt })),
      )
    },

    /** Index of the first hash that matches, or null. All non-null hashes must share one salt. */
    async findMatch(
      password: string,
      hashes: readonly (string | null)[],
      isKnown = false,
    ): Promise<number | null | Refusal> {
      const given = hashes.find((one) => one !== null) ?? dummy
      const model = parsePhc(given) ?? parsePhc(dummy)!
      return inTurn(isKnown, async () => {
        const computed = await compute(toPassword(password), { ...model.options, salt: model.salt })
        let match: number | null = null
        for (const [index, one] of hashes.entries()) {
          const parsed = parsePhc(one ?? dummy)
          const isEqual =
            parsed !== null &&
            parsed.hash.length === computed.length &&
            parsed.salt.equals(model.salt) &&
            timingSafeEqual(parsed.hash, computed)
          if (isEqual && one !== null) match ??= index
        }
        return match
      })
    },

    /** Whether the hash is weaker than today's cost. */
    isOutdated(phc: string): boolean {
      const parsed = parsePhc(phc)
      return parsed === null || parsed.options.memoryCost < cost.memoryCost || parsed.options.timeCost < cost.timeCost
    },
  }
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parsePhc(phc: string): Parsed | null {
  const [, memory, time, lanes, salt, hash] = PHC.exec(phc) ?? []
  if (salt === undefined || hash === undefined) return null
  const bytes = Buffer.from(hash, 'base64')
  return {
    options: {
      memoryCost: Number(memory),
      timeCost: Number(time),
      parallelism: Number(lanes),
      outputLen: bytes.length,
    },
    salt: Buffer.from(salt, 'base64'),
    hash: bytes,
  }
}

function toPhc(options: Parsed['options'], salt: Buffer, hash: Buffer): string {
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${encode(salt)}$${encode(hash)}`
}
