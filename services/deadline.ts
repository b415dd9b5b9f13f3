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

const current = new AsyncLocalStorage<Deadline>()

/** Milliseconds; Infinity where nobody set an end. Below zero it is over. */
export function timeLeft(): number {
  const deadline = current.getStore()
  return deadline === undefined || deadline.isDone ? Infinity : deadline.at - performance.now()
}

/**
 * Rejects with `DeadlineExceeded` when `work` is not done in time; what it still does then finds no time left. Inside
 * another deadline the earlier end counts.
 */
export async function withDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const length = Math.min(milliseconds, timeLeft())
  const deadline: Deadline = { at: performance.now() + length, isDone: false }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    // A moment later than upstreams are given up, so that what can be shown without them still is.
    timer = setTimeout(() => reject(new DeadlineExceeded(`Not done in ${Math.round(length)} ms`)), length + GRACE_MS)
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

const GRACE_MS = 100
