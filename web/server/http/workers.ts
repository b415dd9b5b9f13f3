/**
 * Several identical processes of the portal behind one port (`WEB_CONCURRENCY`). The first process starts and watches them
 * and opens nothing itself but the port, whose connections it hands out in turn (round-robin of node:cluster). A worker that
 * ends is replaced after a pause that grows while it keeps ending.
 */
import cluster, { type Worker } from 'node:cluster'
import type { WatchConfig } from '../config/watch.ts'
import type { Log } from './log.ts'

/** A running worker. The functions are called once. */
export type StartedWorker = {
  onReady: (listener: () => void) => void
  /** It drains, and no connection comes to it any more. */
  onQuiet: (listener: () => void) => void
  /** `code` null: it was killed. */
  onEnd: (listener: (code: number | null) => void) => void
  stop: () => void
  /** How many connections it has accepted since its start. One that was handed to it just now counts at the next call. */
  countConnections: () => Promise<number>
  /** Hands it no more connections; with the last worker the port closes, and then it resolves. */
  close: () => Promise<void>
  /** It may answer the requests that it holds. Whoever gets an answer connects again, so the port must have closed before. */
  release: () => void
  kill: () => void
}

export type WorkersOptions = {
  count: number
  /**
   * `number`: 1 to `count`; a worker that replaces another one has its number. `isFirst`: it alone prints the lines of the
   * start.
   */
  startWorker: (number: number, isFirst: boolean) => StartedWorker
  /** Ends this process. */
  end: (code: number) => void
  log: Log
}

export type Workers = {
  /** Called a second time it ends everything at once. */
  stop: (signal: string) => void
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** After so many rounds in which no worker got a connection none waits in the first process. */
const QUIET_ROUNDS = 5
/** Limit under permanent load. */
const LONGEST_ROUNDS_MS = 2000
/** A worker that has run so long counts as sound: its next end is the first one again. */
const SOUND_MS = 60_000

/** The first worker prepares the database for all, so the others start when it is ready; if it cannot start, none does. */
export function startWorkers({ count, startWorker, end, log }: WorkersOptions): Workers {
  const running = new Map<number, StartedWorker>()
  const pauses = new Map<number, NodeJS.Timeout>()
  const ends = new Map<number, number>()
  /** Workers that get connections: whether each one is quiet. */
  const open = new Map<StartedWorker, boolean>()
  let isUp = false
  let isStopping = false
  let isClosing = false

  function start(number: number): void {
    const startedAt = performance.now()
    const worker = startWorker(number, !isUp)
    running.set(number, worker)
    open.set(worker, false)
    worker.onReady(() => {
      log('info', 'worker-ready', { worker: number })
      if (isUp || isStopping) return
      isUp = true
      for (let next = 2; next <= count; next++) start(next)
    })
    worker.onQuiet(() => {
      if (!open.has(worker)) return
      open.set(worker, true)
      if (isStopping) void closePort()
      // The others go on.
      else void close([worker])
    })
    worker.onEnd((code) => {
      running.delete(number)
      open.delete(worker)
      if (isStopping) {
        void closePort()
        if (running.size === 0) end(0)
      }
      // It has said why.
      else if (!isUp) end(code ?? 1)
      else replace(number, code, performance.now() - startedAt)
    })
  }

  async function close(workers: readonly StartedWorker[]): Promise<void> {
    for (const worker of workers) open.delete(worker)
    await Promise.all(workers.map((worker) => worker.close()))
    for (const worker of workers) worker.release()
  }

  /** Once all workers are quiet, and all connections that wait here are handed out. */
  async function closePort(): Promise<void> {
    if (isClosing || ![...open.values()].every(Boolean)) return
    isClosing = true
    const until = performance.now() + LONGEST_ROUNDS_MS
    let before = -1
    for (let quiet = 0; quiet < QUIET_ROUNDS && performance.now() < until;) {
      const counts = await Promise.all([...open.keys()].map((worker) => worker.countConnections()))
      const sum = counts.reduce((total, own) => total + own, 0)
      quiet = sum === before ? quiet + 1 : 0
      before = sum
    }
    await close([...open.keys()])
  }

  function replace(number: number, code: number | null, ran: number): void {
    const before = ran >= SOUND_MS ? 0 : (ends.get(number) ?? 0)
    ends.set(number, before + 1)
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** before, LONGEST_PAUSE_MS)
    log(code === 0 ? 'info' : 'error', 'worker-ended', { worker: number, status: code, pauseMs: pause })
    pauses.set(
      number,
      setTimeout(() => {
        pauses.delete(number)
        start(number)
      }, pause),
    )
  }

  start(1)
  return {
    stop(signal) {
      if (isStopping) {
        for (const worker of running.values()) worker.kill()
        return end(1)
      }
      isStopping = true
      log('info', 'stopping-workers', { signal, workers: running.size })
      for (const pause of pauses.values()) clearTimeout(pause)
      for (const worker of running.values()) worker.stop()
      if (running.size === 0) end(0)
    },
  }
}

const IS_FIRST = 'LOKALTEIL_WORKER_IS_FIRST'
const READY = 'ready'
const QUIET = 'quiet'
const COUNT = 'count'
const RELEASE = 'release'
const LAST_TURNS = 30

/** Runs this program again as a worker. Figures of workers are at ports in a row. */
export function forkWorker(
  number: number,
  isFirst: boolean,
  { metricsAddress }: Pick<WatchConfig, 'metricsAddress'>,
): StartedWorker {
  const worker: Worker = cluster.fork({
    [IS_FIRST]: isFirst ? '1' : '0',
    WEB_CONCURRENCY: '1',
    ...(metricsAddress === null ? {} : { METRICS_ADDRESS: toWorkerAddress(metricsAddress, number) }),
  })
  return {
    onReady: (listener) => worker.on('message', (message) => message === READY && listener()),
    onQuiet: (listener) => worker.on('message', (message) => message === QUIET && listener()),
    onEnd: (listener) => worker.once('exit', listener),
    stop: () => void worker.process.kill('SIGTERM'),
    countConnections: () =>
      new Promise((resolve) => {
        if (!worker.isConnected()) return resolve(0)
        const answer = (count: unknown) => {
          if (count !== null && typeof count !== 'number') return
          worker.off('message', answer).off('disconnect', giveUp)
          resolve(count ?? 0)
        }
        const giveUp = () => answer(null)
        worker.on('message', answer).on('disconnect', giveUp)
        worker.send(COUNT, (error) => error !== null && giveUp())
      }),
    close: () => takeTurns().then(() => void worker.disconnect()),
    // Its channel is there until all its connections have ended.
    release: () => void (worker.isConnected() && worker.send(RELEASE, () => {})),
    kill: () => void worker.process.kill('SIGKILL'),
  }
}

/** A turn of the event loop accepts and hands out one connection of the system's queue. */
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < LAST_TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function toWorkerAddress({ host, port }: { host: string; port: number }, number: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port === 0 ? 0 : port + number - 1}`
}

export type OwnWorker = {
  /** It fills a demo, and prints the lines of the start. */
  isFirst: boolean
  tellReady: () => void
  /** `count`: connections so far. */
  answerCounts: (count: () => number) => void
  /** Asks for the end of its port: node:cluster then calls `close` of its server. Resolves when the port has closed. */
  untilClosed: () => Promise<void>
}

/** Null: this process is no worker. */
export function findOwnWorker(): OwnWorker | null {
  if (!cluster.isWorker) return null
  return {
    isFirst: process.env[IS_FIRST] === '1',
    tellReady: () => void process.send?.(READY),
    answerCounts: (count) => process.on('message', (message) => message === COUNT && process.send?.(count())),
    untilClosed: () =>
      new Promise((resolve) => {
        process.on('message', (message) => message === RELEASE && resolve())
        process.send?.(QUIET)
      }),
  }
}
