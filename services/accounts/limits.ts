/**
 * How often something may be tried (S2.2-16, B.9). Windows live in the database, shared by all processes and kept over a
 * restart; their keys are hashes, so that no address stands there. A full window is remembered in memory until it ends:
 * a flood then costs no query. An attempt counts before it is made and is given back when it was right.
 */
import { createHash } from 'node:crypto'
import { toAddressKey } from '@lokalteil/domain/accounts/login'
import { problem, type Refusal } from '../platform/serve.ts'
import type { SsoDb } from './schema.ts'
import * as limitStore from './store/limits.ts'

const MINUTE = 60_000

export const LIMITS = {
  /** Wrong passwords of one account, from devices that never logged in to it. */
  account: { most: 10, window: 15 * MINUTE },
  /** Wrong passwords from one device that did: an attacker elsewhere cannot use them up. */
  device: { most: 10, window: 15 * MINUTE },
  /** Wrong passwords from one network address, whoever is tried; a whole company may sit behind it. */
  address: { most: 50, window: 15 * MINUTE },
  registration: { most: 10, window: 60 * MINUTE },
  /** Questions that send mail, from one network address. */
  forgotten: { most: 10, window: 15 * MINUTE },
  /** Mails of one kind to one reader: not more often than every minute, and not more than these. */
  mail: { most: 5, window: 60 * MINUTE },
  mailPause: { most: 1, window: MINUTE },
  /** Wishes of one reader for another address. */
  emailChange: { most: 5, window: 60 * MINUTE },
  code: { most: 20, window: 15 * MINUTE },
  social: { most: 60, window: 15 * MINUTE },
  export: { most: 5, window: 60 * MINUTE },
} as const
export type LimitKind = keyof typeof LIMITS
export type LimitTable = Readonly<Record<LimitKind, { most: number; window: number }>>

export type Attempt = { kind: LimitKind; of: string }
export type Limits = ReturnType<typeof createLimits>

const REMEMBERED = 10_000

/** Where the windows are counted. */
export type LimitStore = {
  count: (key: string, now: Date, until: Date) => Promise<{ count: number; until: Date }>
  giveBack: (key: string) => Promise<void>
  resetLimit: (key: string) => Promise<void>
}

export function toLimitStore(db: SsoDb): LimitStore {
  return {
    count: (key, now, until) => limitStore.count(db, key, now, until),
    giveBack: (key) => limitStore.giveBack(db, key),
    resetLimit: (key) => limitStore.resetLimit(db, key),
  }
}

export function createLimits(store: LimitStore, now: () => Date, table: LimitTable = LIMITS) {
  const full = new Map<string, number>()

  function toKey({ kind, of }: Attempt): string {
    return `${kind}:${createHash('sha256').update(of).digest('base64url').slice(0, 32)}`
  }

  function refuse(until: number): Refusal {
    const seconds = Math.max(1, Math.ceil((until - now().getTime()) / 1000))
    return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts', { 'retry-after': String(seconds) })
  }

  async function take(attempt: Attempt): Promise<Refusal | null> {
    const key = toKey(attempt)
    const time = now().getTime()
    const remembered = full.get(key)
    if (remembered !== undefined && remembered > time && remembered - time <= table[attempt.kind].window)
      return refuse(remembered)
    const { most, window } = table[attempt.kind]
    const { count, until } = await store.count(key, new Date(time), new Date(time + window))
    if (count <= most) return null
    full.delete(key)
    full.set(key, until.getTime())
    if (full.size > REMEMBERED) full.delete(full.keys().next().value!)
    return refuse(until.getTime())
  }

  return {
    /** The first refusal, or null: all of them have counted one more. */
    async take(...attempts: Attempt[]): Promise<Refusal | null> {
      for (const [index, attempt] of attempts.entries()) {
        const refusal = await take(attempt)
        if (refusal === null) continue
        for (const earlier of attempts.slice(0, index)) await store.giveBack(toKey(earlier))
        return refusal
      }
      return null
    },
    async giveBack(...attempts: Attempt[]): Promise<void> {
      for (const attempt of attempts) {
        full.delete(toKey(attempt))
        await store.giveBack(toKey(attempt))
      }
    },
    async reset(attempt: Attempt): Promise<void> {
      full.delete(toKey(attempt))
      await store.resetLimit(toKey(attempt))
    },
    ofAddress: (kind: LimitKind, address: string): Attempt => ({ kind, of: toAddressKey(address) }),
  }
}
