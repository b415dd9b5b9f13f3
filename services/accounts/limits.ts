/**
 * Rate limits of logins and mails (S2.2-16, B.9). Windows live in the database, shared by all processes and kept over a
 * restart; their keys are hashes, so that no address is stored.
 */
import { createHash } from 'node:crypto'
import { toAddressKey } from '@lokalteil/domain/accounts/login'
import { refuseUntil, type Budget, type Limiter } from '../platform/limits/limiter.ts'
import type { WindowTable } from '../platform/limits/table-windows.ts'
import type { Refusal } from '../platform/serve.ts'

const MINUTE = 60_000

export const LIMITS = {
  /** Wrong passwords for one account, from devices that never logged in to it. */
  account: { most: 10, windowMs: 15 * MINUTE },
  /** Wrong passwords from one known device: an attacker elsewhere cannot use them up. */
  device: { most: 10, windowMs: 15 * MINUTE },
  /** Wrong passwords from one network address, for any account; a whole company may share it. */
  address: { most: 50, windowMs: 15 * MINUTE },
  registration: { most: 10, windowMs: 60 * MINUTE },
  /** Requests that send mail, from one network address. */
  forgotten: { most: 10, windowMs: 15 * MINUTE },
  /** Mails of one kind to one reader: at most one a minute, and at most these. */
  mail: { most: 5, windowMs: 60 * MINUTE },
  mailPause: { most: 1, windowMs: MINUTE },
  /** Requests of one reader for another address. */
  emailChange: { most: 5, windowMs: 60 * MINUTE },
  code: { most: 20, windowMs: 15 * MINUTE },
  social: { most: 60, windowMs: 15 * MINUTE },
  export: { most: 5, windowMs: 60 * MINUTE },
} as const
export type LimitKind = keyof typeof LIMITS
export type LimitTable = Readonly<Record<LimitKind, Budget>>

export type Attempt = { kind: LimitKind; of: string }
export type Limits = ReturnType<typeof createLimits>

export const LIMIT_WINDOWS: WindowTable = { table: 'sso.limits', notes: 'ends' }

export function createLimits(limiter: Limiter, now: () => Date, table: LimitTable = LIMITS) {
  const toAttempt = ({ kind, of }: Attempt) => ({
    key: `${kind}:${createHash('sha256').update(of).digest('base64url').slice(0, 32)}`,
    budget: table[kind],
  })
  return {
    /** A refusal; null: all attempts were counted. */
    async take(...attempts: Attempt[]): Promise<Refusal | null> {
      const until = await limiter.take(attempts.map(toAttempt))
      return until === null ? null : refuseUntil(until, now())
    },
    giveBack: (...attempts: Attempt[]): Promise<void> => limiter.giveBack(attempts.map(toAttempt)),
    reset: (attempt: Attempt): Promise<void> => limiter.reset(toAttempt(attempt).key),
    ofAddress: (kind: LimitKind, address: string): Attempt => ({ kind, of: toAddressKey(address) }),
  }
}
