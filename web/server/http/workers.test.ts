/** Workers that end, and the end of all. `workers.journey.ts` does it with processes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWorkers, type StartedWorker, type Workers } from './workers.ts'

type Fake = StartedWorker & {
  number: number
  isFirst: boolean
  tell: string[]
  ready: () => void
  quiet: () => void
  connections: number
  ends: (code: number | null) => void
}

describe('several workers', () => {
  let started: Fake[]
  let codes: number[]
  let workers: Workers
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    started = []
    codes = []
    workers = startWorkers({ count: 3, startWorker, end: (code) => codes.push(code), log: () => {} })
  })
  afterEach(() => vi.useRealTimers())

  function startWorker(number: number, isFirst: boolean): StartedWorker {
    const worker: Fake = {
      number,
      isFirst,
      tell: [],
      ready: () => {},
      quiet: () => {},
      connections: 0,
      ends: () => {},
      onReady: (listener) => (worker.ready = listener),
      onQuiet: (listener) => (worker.quiet = listener),
      onEnd: (listener) => (worker.ends = listener),
      stop: () => worker.tell.push('stop'),
      countConnections: async () => worker.connections,
      close: async () => void worker.tell.push('close'),
      release: () => worker.tell.push('release'),
      kill: () => worker.tell.push('kill'),
    }
    started.push(worker)
    return worker
  }
  const list = () => started.map(({ number, isFirst }) => `${number}${isFirst ? ' first' : ''}`)

  it('the others start when the first is ready', () => {
    expect(list()).toEqual(['1 first'])
    started[0]!.ready()
    expect(list()).toEqual(['1 first', '2', '3'])
    started[1]!.ready()
    expect(list()).toHaveLength(3)
  })

  it.each([
    [78, 78],
    [null, 1],
  ])('a start that fails with %s ends all with %i', (code, expected) => {
    started[0]!.ends(code)
    vi.advanceTimersByTime(60_000)
    expect([codes, list()]).toEqual([[expected], ['1 first']])
  })

  it('replaces a worker that ends after pauses that grow', () => {
    started[0]!.ready()
    for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = started.length
      started.at(-1)!.ends(1)
      vi.advanceTimersByTime(pause - 1)
      expect(started.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(started.at(-1)).toMatchObject({ number: 3, isFirst: false })
      expect(started.length).toBe(before + 1)
    }
    expect(codes).toEqual([])
  })

  it('begins with the shortest pause again for a worker that has run a while', () => {
    started[0]!.ready()
    started[2]!.ends(1)
    vi.advanceTimersByTime(1000)
    started[3]!.ready()
    vi.advanceTimersByTime(60_000)
    started[3]!.ends(null)
    vi.advanceTimersByTime(1000)
    expect(list()).toEqual(['1 first', '2', '3', '3', '3'])
  })

  it('replaces the first worker by one that does not tell of a start again', () => {
    started[0]!.ready()
    started[0]!.ends(1)
    vi.advanceTimersByTime(1000)
    started.at(-1)!.ready()
    expect(list()).toEqual(['1 first', '2', '3', '1'])
  })

  it('stops all and ends when the last has ended', () => {
    started[0]!.ready()
    started[1]!.ends(1)
    workers.stop('SIGTERM')
    expect(started.map(({ tell }) => tell)).toEqual([['stop'], [], ['stop']])
    started[0]!.ends(0)
    expect(codes).toEqual([])
    started[2]!.ends(0)
    expect(codes).toEqual([0])
    // The one that was to be replaced is not.
    vi.advanceTimersByTime(60_000)
    expect(started).toHaveLength(3)
  })

  const listTold = () => started.map(({ tell }) => tell.join())

  it('closes the port when all that still run are quiet', async () => {
    started[0]!.ready()
    workers.stop('SIGTERM')
    started[1]!.quiet()
    started[0]!.quiet()
    await vi.advanceTimersByTimeAsync(1000)
    expect(listTold()).toEqual(['stop', 'stop', 'stop'])
    started[2]!.ends(null)
    await vi.advanceTimersByTimeAsync(1000)
    expect(listTold()).toEqual(['stop,close,release', 'stop,close,release', 'stop'])
  })

  it('closes the port when no connection waits for a worker', async () => {
    let waiting = 20
    started[0]!.ready()
    const [first] = started
    first!.countConnections = async () => (waiting > 0 ? 20 - --waiting : 20)
    workers.stop('SIGTERM')
    for (const worker of started) {
      worker.close = async () => void worker.tell.push(`close with ${waiting} waiting`)
      worker.quiet()
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(listTold()).toEqual([1, 2, 3].map(() => 'stop,close with 0 waiting,release'))
  })

  it('lets no worker answer held requests before the port has closed', async () => {
    started[0]!.ready()
    const order: string[] = []
    workers.stop('SIGTERM')
    for (const worker of started) {
      worker.close = async () => {
        await new Promise((resolve) => setTimeout(resolve, worker.number * 100))
        order.push('close')
      }
      worker.release = () => order.push('release')
      worker.quiet()
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(order).toEqual(['close', 'close', 'close', 'release', 'release', 'release'])
  })

  it('hands no more connections to a worker that drains by itself', async () => {
    started[0]!.ready()
    started[1]!.quiet()
    await vi.advanceTimersByTimeAsync(0)
    expect(listTold()).toEqual(['', 'close,release', ''])
    workers.stop('SIGTERM')
    for (const worker of started) worker.quiet()
    await vi.advanceTimersByTimeAsync(1000)
    expect(listTold()).toEqual(['stop,close,release', 'close,release,stop', 'stop,close,release'])
  })

  it('stops a first worker that is still starting, and starts no other', () => {
    workers.stop('SIGINT')
    started[0]!.ready()
    started[0]!.ends(null)
    expect([codes, list()]).toEqual([[0], ['1 first']])
  })

  it('a second signal ends it at once', () => {
    started[0]!.ready()
    workers.stop('SIGINT')
    workers.stop('SIGINT')
    expect([codes, started.map(({ tell }) => tell)]).toEqual([[1], [1, 2, 3].map(() => ['stop', 'kill'])])
  })
})
