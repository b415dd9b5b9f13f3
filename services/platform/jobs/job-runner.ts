/**
 * Works through a queue: claims due jobs under a lease, runs them, then completes them, backs off or gives up.
 * Promises: every job runs at least once; only one process works on a job while its work is shorter than `leaseMs` (or
 * extends it); a failing job stops no other; a job that kills the process is given up like one that fails; `close`
 * begins nothing more, waits for the job under way and releases the rest of its batch. Exactly once is up to the work:
 * call `complete` in its transaction, or send an idempotency key.
 */
import { randomUUID } from 'node:crypto'
import type { Change, Claimed, JobQueue } from './job-queue.ts'

type Work<Job> = (job: Job, context: JobContext) => Promise<JobOutcome<Job>>

/**
 * Void: done. `againAt`: done for now, run again then, with `job` as its data. `retry`: failed for this reason, as if
 * it had thrown. `release`: not finished; the next process goes on at once.
 */
export type JobOutcome<Job> = void | { againAt: Date; job?: Job } | { retry: string } | { release: true }

export type JobContext = {
  /** Counts from 1, this attempt included. */
  attempt: number
  /** Completes the job in the work's own transaction. False: another process has the job; roll back. */
  complete: (change?: Change) => Promise<boolean>
  /** Renews the lease for `leaseMs` from now; false as above. */
  extend: (change?: Change) => Promise<boolean>
  /** True when the process ends: long work should stop where it can be resumed, and return `release`. */
  isClosing: () => boolean
}

/** How many attempts, and the pause after the n-th failure in milliseconds. */
export type RetryPolicy = {
  /** Absent: no limit. Needs a queue that counts attempts. */
  attempts?: number
  delayMs: (attempt: number) => number
  /** The longest pause, in milliseconds. */
  longestMs: number
  /** Errors after which another attempt is useless. */
  isFinal?: (error: unknown) => boolean
}

export type JobRunnerOptions<Job> = {
  queue: JobQueue<Job>
  work: Work<Job>
  retry: RetryPolicy
  leaseMs: number
  /** Jobs claimed at once and worked on one after the other under one lease. */
  batch?: number
  now: () => Date
  /** Called when the queue itself does not answer. */
  onError: (error: unknown, name: string) => void
  /** Called when work threw and its retry is written down; default `onError`. An error it throws ends the run. */
  onFailure?: (error: unknown, job: Job) => void
  onGivenUp?: (job: Job, given: { attempts: number; error: string }) => void
  /**
   * The part of an error that may be stored and shown; default its code or name, because a message may hold personal
   * data.
   */
  toReason?: (error: unknown) => string
  /** Milliseconds between looks at an empty queue after `start`. */
  idleMs?: number
}

export type JobRunner = {
  name: string
  /**
   * Runs all due jobs and returns how many were done. One run at a time: a call during a run waits for its end, then
   * runs again.
   */
  runDue: () => Promise<number>
  /** Runs this job now if it is free. False: another process has it, or it is not there. */
  runOne: (key: Readonly<Record<string, unknown>>) => Promise<boolean>
  /** Runs by itself from now on. */
  start: () => void
  /** Looks again after `afterMs` milliseconds at the latest: a job was added. */
  wake: (afterMs: number) => void
  close: () => Promise<void>
}

const IDLE_MS = 30_000
const SHORTEST_MS = 500
/** The recorded reason when a process died while working on the job. */
export const LEFT_UNDONE = 'LEFT_UNDONE'

/** Exponential back-off: `firstMs`, then `factor` times as long each time, up to `longestMs`. */
export function backOff(firstMs: number, longestMs: number, factor = 2): Pick<RetryPolicy, 'delayMs' | 'longestMs'> {
  return {
    delayMs: (attempt) => Math.min(firstMs * factor ** Math.min(Math.max(attempt - 1, 0), 40), longestMs),
    longestMs,
  }
}

/** Long, because lease, run and close share one state that no other code may touch. */
export function createJobRunner<Job>(options: JobRunnerOptions<Job>): JobRunner {
  const { queue, retry, leaseMs, now, onError } = options
  const batch = options.batch ?? 1
  const toReason = options.toReason ?? toCode
  const by = randomUUID()
  const after = (milliseconds: number) => new Date(now().getTime() + milliseconds)
  let isClosing = false
  let running: Promise<unknown> | null = null
  const single = new Set<Promise<unknown>>()

  const claim = (limit: number, dueBy: Date, only?: Readonly<Record<string, unknown>>) =>
    queue.claim({
      by,
      now: dueBy,
      until: after(leaseMs),
      horizon: after(2 * Math.max(leaseMs, retry.longestMs)),
      limit,
      only,
    })

  async function giveUp({ job, attempts, hold }: Claimed<Job>, error: string): Promise<void> {
    if (await queue.giveUp(hold, now(), error)) options.onGivenUp?.(job, { attempts, error })
  }

  async function fail(claimed: Claimed<Job>, error: string, isFinal: boolean): Promise<false> {
    if (isFinal || claimed.attempts >= (retry.attempts ?? Infinity)) await giveUp(claimed, error)
    else await queue.postpone(claimed.hold, after(retry.delayMs(claimed.attempts)), now(), error)
    return false
  }

  /** Returns whether the job is done. */
  async function workOn(claimed: Claimed<Job>): Promise<boolean> {
    const { job, attempts, hold } = claimed
    if (attempts > (retry.attempts ?? Infinity)) return fail(claimed, LEFT_UNDONE, true)
    let isCompleted = false
    const context: JobContext = {
      attempt: attempts,
      complete: async (change) => (isCompleted = await queue.complete(hold, now(), change)),
      extend: (change) => queue.extend(hold, after(leaseMs), change),
      isClosing: () => isClosing,
    }
    let outcome: JobOutcome<Job>
    try {
      outcome = await options.work(job, context)
    } catch (error) {
      const isFinal = retry.isFinal?.(error) === true
      await fail(claimed, toReason(error), isFinal)
      if (!isFinal) (options.onFailure ?? (() => onError(error, queue.name)))(error, job)
      return false
    }
    if (outcome === undefined) return isCompleted || queue.complete(hold, now())
    if ('retry' in outcome) return fail(claimed, outcome.retry, false)
    if ('release' in outcome) {
      await queue.release(hold, now())
      return false
    }
    // At least a millisecond later, so never in the same run.
    const at = new Date(Math.max(outcome.againAt.getTime(), now().getTime() + 1))
    return queue.again(hold, at, now(), outcome.job)
  }

  async function runAll(): Promise<number> {
    let done = 0
    // A failed job is not due again in the same run, however long the others take; else a silent provider would never
    // let the run end.
    const begun = now()
    while (!isClosing) {
      const claimed = await claim(batch, begun)
      for (const one of claimed) {
        if (isClosing) await queue.release(one.hold, now())
        else if (await workOn(one)) done++
      }
      if (claimed.length < batch) break
    }
    return done
  }

  async function runDue(): Promise<number> {
    const before = running
    const run = (async () => {
      await before?.catch(() => {})
      return runAll()
    })()
    running = run
    try {
      return await run
    } finally {
      if (running === run) running = null
    }
  }

  let isStarted = false
  let timer: NodeJS.Timeout | null = null
  let wakesAt = 0
  /** The earlier of two times wins: the end of a look must not postpone a job that arrived during it. */
  function wake(afterMs: number): void {
    if (!isStarted || isClosing) return
    const at = performance.now() + afterMs
    if (timer !== null) {
      if (wakesAt <= at) return
      clearTimeout(timer)
    }
    wakesAt = at
    timer = setTimeout(() => {
      timer = null
      void look()
    }, afterMs)
    // The timer keeps no process alive.
    timer.unref()
  }

  async function look(): Promise<void> {
    const idleMs = options.idleMs ?? IDLE_MS
    try {
      await runDue()
      const next = await queue.getNextDue()
      wake(next === null ? idleMs : Math.min(Math.max(next.getTime() - now().getTime(), SHORTEST_MS), idleMs))
    } catch (error) {
      onError(error, queue.name)
      wake(idleMs)
    }
  }

  return {
    name: queue.name,
    runDue,
    async runOne(key) {
      if (isClosing) return false
      const run = (async () => {
        const [claimed] = await claim(1, now(), key)
        if (claimed === undefined) return false
        await workOn(claimed)
        return true
      })()
      single.add(run)
      return run.finally(() => single.delete(run))
    },
    start() {
      isStarted = true
      wake(0)
    },
    wake,
    async close() {
      isClosing = true
      if (timer !== null) clearTimeout(timer)
      await Promise.allSettled([running, ...single])
    },
  }
}

/** A code or a name only; a message may hold personal data. */
function toCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}
