/**
 * One deadline for everything an answer waits for. A call of an upstream inside `withDeadline`, however deep, gets the
 * time that is left. Once `work` is done the deadline no longer applies: work it left in the background (a timer) has
 * limits of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Deadline = { at: number; isDone: boolean }

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** Time to compose an answer without the upstream that was given up. */
const GRACE_MS = 100

const current = new AsyncLocalStorage<Deadline>()

/** Milliseconds; Infinity if there is no deadline. Negative once it has passed. */
export function timeLeft(): number {
  const deadline = current.getStore()
  return deadline === undefined || deadline.isDone ? Infinity : deadline.at - performance.now()
}

/**
 * Runs `work` with a deadline. Upstreams are given up when it passes; if `work` has still not ended after `patience`
 * (milliseconds, default a moment later), the call rejects with `DeadlineExceeded`, and `work` finds no time left. Give
 * a longer `patience` where services of this process are called, which may be slow for a while and have limits of their
 * own. Of nested deadlines the earlier one counts.
 */
export async function withDeadline<T>(
  milliseconds: number,
  work: () => Promise<T>,
  patience = milliseconds + GRACE_MS,
): Promise<T> {
  const length = Math.max(0, Math.min(milliseconds, timeLeft()))
  const deadline: Deadline = { at: performance.now() + length, isDone: false }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`Not done in ${Math.round(length)} ms`)), patience)
  })
  try {
    const done = await Promise.race([current.run(deadline, work), late])
    deadline.isDone = true
    return done
  } catch (error) {
    deadline.isDone = !(error instanceof DeadlineExceeded)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Returns `otherwise()` if the deadline passes; rejects with other errors. For parts that an answer can do without. */
export async function within<T>(
  milliseconds: number,
  work: () => Promise<T>,
  otherwise: () => T,
  patience?: number,
): Promise<T> {
  try {
    return await withDeadline(milliseconds, work, patience)
  } catch (error) {
    if (error instanceof DeadlineExceeded) return otherwise()
    throw error
  }
}

/**
 * Runs `work` without the deadline of its caller: for work that must end once begun, whether or not a reader still
 * waits.
 */
export function withoutDeadline<T>(work: () => T): T {
  return current.exit(work)
}
