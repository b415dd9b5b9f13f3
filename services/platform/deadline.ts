/**
 * One span of time for everything that an answer waits for. Whoever asks an upstream inside `withDeadline`, however deep,
 * gets what is left of it. Once the work is done the deadline binds nobody any more: what goes on in the background (a
 * timer set on the way) has limits of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Deadline = { at: number; isDone: boolean }

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** So that what can be shown without an upstream still is. */
const GRACE_MS = 100

const current = new AsyncLocalStorage<Deadline>()

/** Milliseconds; Infinity where nobody set an end. Below zero it is over. */
export function timeLeft(): number {
  const deadline = current.getStore()
  return deadline === undefined || deadline.isDone ? Infinity : deadline.at - performance.now()
}

/**
 * Upstreams are given up when the time is over, and a moment later, when even that did not end `work`, it rejects with
 * `DeadlineExceeded`; what `work` still does then finds no time left. `patience`: when that is, where services of this
 * process are waited for, which may be slow for a while and have limits of their own. Inside another deadline the earlier
 * end counts.
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

/** `otherwise` for what did not come in time; for what an answer can do without. */
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

/** For what must come to its end once it has begun, whether or not somebody still waits for it. */
export function withoutDeadline<T>(work: () => T): T {
  return current.exit(work)
}
