/**
 * How often something may be done: so many of a key in a window, which begins with its first attempt. An attempt counts
 * before it is made, one more may be given back when it was right, and of several either all count or none. A full window
 * is remembered in memory until it ends: a flood then costs no query. Whoever is refused hears 429 and when to come back.
 */
import type { AnyKysely } from '../database.ts'
import { problem, type Refusal } from '../serve.ts'

export type Budget = { most: number; windowMs: number }
/** `key` says who and what for; where it may reach a disk it names nobody (a hash). */
export type Attempt = { key: string; budget: Budget }

/** Where the windows are counted: memory, or a table that all processes share. */
export type Windows = {
  /** One more of it, and when its window ends; more than `most`: it is full. Right under any number at once. */
  count: (attempt: Attempt, now: Date, within?: AnyKysely) => Promise<{ count: number; until: Date }>
  giveBack: (key: string, within?: AnyKysely) => Promise<void>
  reset: (key: string, within?: AnyKysely) => Promise<void>
}

export type Limiter = {
  /** Null: all of them have counted one more. Else none has, and until then it is no use to come back. */
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
    // Farther away than a window is long: the clock was set back.
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

/** 429 with `Retry-After` in whole seconds. */
export function refuseUntil(until: Date, now: Date, code = 'TOO_MANY_ATTEMPTS', title = 'Too many attempts'): Refusal {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return problem(429, code, title, { 'retry-after': String(seconds) })
}
