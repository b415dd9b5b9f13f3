/**
 * Works through a queue: claims what is due under a lease, works, and completes, backs off or gives up. Promises: at least
 * once; one process at a time on a job while its work is shorter than `leaseMs` (or extends it); a job that fails stops no
 * other; one that kills the process is given up like one that fails; `close` begins nothing more, waits for the job under
 * way and gives the rest of its batch back. Exactly once is the work's own matter: `complete` inside its transaction, or
 * an idempotency key of the other side.
 */
import { randomUUID } from 'node:crypto'
import type { Change, Claimed, JobQueue } from './job-queue.ts'

type Work<Job> = (job: Job, context: JobContext) => Promise<Outcome<Job>>

/**
 * Nothing: it is done. `againAt`: done for now, as `job` from then on. `retry`: not done, for this reason, as if it had thrown.
 * `release`: not finished; whoever comes next goes on at once.
 */
export type Outcome<Job> = void | { againAt: Date; job?: Job } | { retry: string } | { release: true }

export type JobContext = {
  /** With this one. */
  attempt: number
  /** Done, in this transaction; false: somebody else has the job, and the transaction should be undone. */
  complete: (change?: Change) => Promise<boolean>
  /** Another `leaseMs` from now; false as above. */
  extend: (change?: Change) => Promise<boolean>
  /** The process ends: long work stops where it can go on later, with `release`. */
  isClosing: () => boolean
}

/** How often, and how long to wait after the n-th failure. */
export type RetryPolicy = {
  /** Absent: for ever. Needs a queue that counts. */
  attempts?: number
  delayMs: (attempt: number) => number
  /** The longest of them. */
  longestMs: number
  /** No use to try again. */
  isFinal?: (error: unknown) => boolean
}

export type JobRunnerOptions<Job> = {
  queue: JobQueue<Job>
  work: Work<Job>
  retry: RetryPolicy
  leaseMs: number
  /** Claimed at once, worked on one after the other under one lease. */
  batch?: number
  now: () => Date
  /** Told of a queue that does not answer. */
  onError: (error: unknown, name: string) => void
  /** Told of work that threw and will be tried again, when that is written down; default `onError`. What it throws ends the run. */
  onFailure?: (error: unknown, job: Job) => void
  onGivenUp?: (job: Job, given: { attempts: number; error: string }) => void
  /** What of an error may be kept and told; default its code or name. */
  toReason?: (error: unknown) => string
  /** How long `start` leaves an empty queue alone. */
  idleMs?: number
}

export type JobRunner = {
  name: string
  /** Works on what is due now and answers how many were done. One run at a time; a second caller gets one that began later. */
  runDue: () => Promise<number>
  /** Works on this one now, when it is free and waits. False: it was not mine to take. */
  runOne: (key: Readonly<Record<string, unknown>>) => Promise<boolean>
  /** By itself from now on. */
  start: () => void
  /** Something new came in: looks sooner. */
  wake: (afterMs: number) => void
  close: () => Promise<void>
}

const IDLE_MS = 30_000
const SHORTEST_MS = 500
/** What a process that died while working on it leaves as the reason. */
export const LEFT_UNDONE = 'LEFT_UNDONE'

/** `firstMs`, then `factor` times as long each time, up to `longestMs`. */
export function backOff(firstMs: number, longestMs: number, factor = 2): Pick<RetryPolicy, 'delayMs' | 'longestMs'> {
  return {
    delayMs: (attempt) => Math.min(firstMs * factor ** Math.min(Math.max(attempt - 1, 0), 40), longestMs),
    longestMs,
  }
}

/** Long, because a lease, the run and its end share one state that nobody else may touch. */
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
      ...(only === undefined ? {} : { only }),
    })

  async function giveUp({ job, attempts, hold }: Claimed<Job>, error: string): Promise<void> {
    if (await queue.giveUp(hold, now(), error)) options.onGivenUp?.(job, { attempts, error })
  }

  async function fail(claimed: Claimed<Job>, error: string, isFinal: boolean): Promise<false> {
    if (isFinal || claimed.attempts >= (retry.attempts ?? Infinity)) await giveUp(claimed, error)
    else await queue.postpone(claimed.hold, after(retry.delayMs(claimed.attempts)), now(), error)
    return false
  }

  /** Whether it is done. */
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
    let outcome: Outcome<Job>
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
    // Never in the same run.
    const at = new Date(Math.max(outcome.againAt.getTime(), now().getTime() + 1))
    return queue.again(hold, at, now(), outcome.job)
  }

  async function runAll(): Promise<number> {
    let done = 0
    // What fails is not due again in the same run, however long the others take: a silent provider would never let it end.
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
  /** The earlier of two wins: a look that ends must not postpone what came in during it. */
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
    // Keeps no process alive.
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

/** A code or name; a message may hold what nobody may keep. */
function toCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}
