/**
 * Rate limits: so many attempts of a key in a fixed window, which begins with its first attempt. An attempt counts
 * before it is made and may be given back when it succeeded; of several, all count or none. A full window is remembered
 * in memory until it ends, so a flood costs no query. A refused caller gets 429 with `Retry-After`.
 */
import type { AnyKysely } from '../database.ts'
import { problem, type Refusal } from '../serve.ts'

export type Budget = { most: number; windowMs: number }
/** `key` names the caller and the purpose. Where it may be stored it must be a hash, not a name or an address. */
export type Attempt = { key: string; budget: Budget }

/** Where windows are counted: in memory, or in a table that all processes share. */
export type Windows = {
  /** Counts one attempt and returns the count and the end of its window; a count above `most` means full. Atomic. */
  count: (attempt: Attempt, now: Date, within?: AnyKysely) => Promise<{ count: number; until: Date }>
  giveBack: (key: string, within?: AnyKysely) => Promise<void>
  reset: (key: string, within?: AnyKysely) => Promise<void>
}

export type Limiter = {
  /** Null: every attempt was counted. A date: none was, and none will be before then. */
  take: (attempts: readonly Attempt[], within?: AnyKysely) => Promise<Date | null>
  giveBack: (attempts: readonly Attempt[], within?: AnyKysely) => Promise<void>
  reset: (key: string, within?: AnyKysely) => Promise<void>
}

const REMEMBERED = 10_000

export function createLimiter(windows: Windows, now: () => Date): Limiter {
  const full = new Map<string, number>()

  function remember(key: string, until: number): void {
    full.delete(key)
    full.set(key, until)
    if (full.size > REMEMBERED) full.delete(full.keys().next().value!)
  }

  async function takeOne(attempt: Attempt, within?: AnyKysely): Promise<Date | null> {
    const { key, budget } = attempt
    const time = now().getTime()
    const remembered = full.get(key)
    // Farther away than a window is long: the clock was set back, so ignore it.
    if (remembered !== undefined && remembered > time && remembered - time <= budget.windowMs)
      return new Date(remembered)
    const { count, until } = await windows.count(attempt, new Date(time), within)
    if (count <= budget.most) return null
    remember(key, until.getTime())
    return until
  }

  return {
    async take(attempts, within) {
      for (const [index, attempt] of attempts.entries()) {
        const until = await takeOne(attempt, within)
        if (until === null) continue
        for (const { key } of attempts.slice(0, index)) await windows.giveBack(key, within)
        return until
      }
      return null
    },
    async giveBack(attempts, within) {
      for (const { key } of attempts) {
        full.delete(key)
        await windows.giveBack(key, within)
      }
    },
    async reset(key, within) {
      full.delete(key)
      await windows.reset(key, within)
    },
  }
}

/** A refusal 429 with `Retry-After` in whole seconds, at least one. */
export function refuseUntil(until: Date, now: Date, code = 'TOO_MANY_ATTEMPTS', title = 'Too many attempts'): Refusal {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return problem(429, code, title, { 'retry-after': String(seconds) })
}
