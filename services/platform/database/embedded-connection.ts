/**
 * Connects `pg` to the embedded engine: a socket on `pg`'s side, a worker thread behind it. Both engines thus share one client,
 * one pool and one set of types, and a lost engine looks like a lost server: the pool reconnects. PGlite cannot cancel a
 * statement, so one that runs too long ends the worker; committed data are on disk, and the next connection recovers them as
 * after a crash. An engine in memory has nothing to recover and stays closed.
 */
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { compileEngine } from './engine-code.ts'
import { DatabaseUnavailable } from './outage.ts'
import type { MainMessage, WorkerInput, WorkerMessage } from './embedded-worker.ts'

export type Engine = {
  /** Resolves when the engine answers. Recovery after a crash counts in and may take long. */
  start: () => Promise<void>
  /** For `pg`'s option `stream`; one at a time. */
  connect: () => Duplex
  /** While `work` runs, statements have no time limit (migrations, maintenance). */
  withoutTimeout: <T>(work: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Messages sent to the engine in one piece and answered in one. */
type Batch = { socket: EngineSocket; bytes: Uint8Array; take: (answer: Uint8Array) => void }

/** Long, because worker, sockets and the batch under way change together; a part outside could see them torn. */
export function createEngine(dataDir: string | null, statementTimeout: number): Engine {
  let worker: Promise<Worker> | null = null
  /** A second worker on the same files before the first is gone would destroy them. */
  let ending: Promise<unknown> = Promise.resolve()
  let timeoutsOff = 0
  let isLost = false
  let isClosed = false
  let timer: NodeJS.Timeout | null = null
  const sockets = new Set<EngineSocket>()
  /** Answers carry no id, so only one batch is with the engine at a time. */
  let running: Batch | null = null
  let waiting: Batch[] = []

  function start(): Promise<Worker> {
    if (isClosed) return Promise.reject(new Error('The embedded database is closed'))
    if (isLost)
      return Promise.reject(
        new Error('The embedded database was in memory and is lost after a statement that ran too long'),
      )
    worker ??= ending
      .then(compileEngine)
      .then((code) => startWorker({ dataDir, code }))
      .then((started) => {
        started.on('message', onMessage)
        started.on('error', (error) => lose(new DatabaseUnavailable('The embedded database broke', { cause: error })))
        started.on('exit', () => lose(new DatabaseUnavailable('The embedded database ended')))
        return started
      })
    worker.catch(() => (worker = null))
    return worker
  }

  function onMessage(message: WorkerMessage): void {
    if (message.kind === 'answer') {
      stopTimer()
      const answered = running
      running = null
      // The client was discarded: drop the answer.
      if (answered?.socket.destroyed === false) answered.take(message.bytes)
      runNext()
    } else if (message.kind === 'failed')
      lose(new DatabaseUnavailable(`The embedded database failed: ${message.message}`))
  }

  /** Ends the worker; the next connection starts another. */
  function lose(error: Error): void {
    stopTimer()
    const lost = worker
    if (lost === null || isClosed) return
    worker = null
    if (dataDir === null) isLost = true
    ending = lost.then(
      (started) => {
        started.removeAllListeners()
        return started.terminate()
      },
      () => {},
    )
    const asked = running?.socket
    running = null
    waiting = []
    for (const socket of sockets)
      socket.destroy(
        socket === asked
          ? error
          : new DatabaseUnavailable('The embedded database is being started again', { cause: error }),
      )
  }

  function run(batch: Batch): void {
    waiting.push(batch)
    runNext()
  }

  function runNext(): void {
    if (running !== null) return
    waiting = waiting.filter(({ socket }) => !socket.destroyed)
    const batch = waiting.shift()
    if (batch === undefined) return
    if (worker === null) {
      batch.socket.destroy(new DatabaseUnavailable('The embedded database is being started again'))
      return runNext()
    }
    running = batch
    void worker.then((started) => {
      if (running !== batch) return
      if (timeoutsOff === 0)
        timer = setTimeout(
          () => lose(new Error(`A statement was stopped after ${statementTimeout} ms`)),
          statementTimeout,
        )
      started.postMessage({ kind: 'run', bytes: batch.bytes } satisfies MainMessage)
    })
  }

  /** The engine's session outlives a discarded client. End its open transaction and drop its prepared statements. */
  async function prepare(socket: EngineSocket): Promise<void> {
    await start()
    for (const statement of ['ROLLBACK', 'DISCARD ALL'])
      await new Promise<void>((resolve) =>
        run({ socket, bytes: toMessage('Q', Buffer.from(`${statement}\0`)), take: () => resolve() }),
      )
  }

  function stopTimer(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    async start() {
      await start()
    },
    connect() {
      const socket: EngineSocket = new EngineSocket(
        () => prepare(socket),
        (bytes) => run({ socket, bytes, take: (answer) => socket.push(answer) }),
      )
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    async withoutTimeout(work) {
      timeoutsOff++
      try {
        return await work()
      } finally {
        timeoutsOff--
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      stopTimer()
      const started = await worker?.catch(() => null)
      if (!started) return
      const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()))
      started.postMessage({ kind: 'close' } satisfies MainMessage)
      await ended
    },
  }
}

function startWorker(input: WorkerInput): Promise<Worker> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: input,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new DatabaseUnavailable('The embedded database ended while it started'))
    worker.once('error', reject)
    worker.once('exit', onExit)
    worker.once('message', (message: WorkerMessage) => {
      worker.off('error', reject)
      worker.off('exit', onExit)
      if (message.kind === 'ready') resolve(worker)
      else
        void worker
          .terminate()
          .then(() =>
            reject(
              new DatabaseUnavailable(
                `The embedded database did not start: ${message.kind === 'failed' ? message.message : message.kind}`,
              ),
            ),
          )
    })
  })
}

const QUERY = 0x51
const SYNC = 0x53
const TERMINATE = 0x58

/** Buffers the writes of `pg` until a message that PostgreSQL answers, then hands the batch over as one piece. */
class EngineSocket extends Duplex {
  readonly #prepare: () => Promise<void>
  readonly #run: (bytes: Uint8Array) => void
  #pending: Buffer[] = []
  #greeted = false

  constructor(prepare: () => Promise<void>, run: (bytes: Uint8Array) => void) {
    super()
    this.#prepare = prepare
    this.#run = run
  }

  connect(): this {
    this.#prepare().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    for (const { chunk } of chunks) this.#take(chunk)
    done()
  }

  #take(chunk: Buffer): void {
    if (!this.#greeted) {
      this.#greeted = true
      this.push(GREETING)
      return
    }
    // `pg` writes whole messages; Parse, Bind, Describe, Execute and Sync may come in one piece or in five.
    this.#pending.push(chunk)
    const last = lastMessageType(chunk)
    if (last === TERMINATE) {
      this.push(null)
      this.end()
    } else if (last === QUERY || last === SYNC) {
      const bytes = new Uint8Array(this.#pending.reduce((sum, part) => sum + part.length, 0))
      let offset = 0
      for (const part of this.#pending) {
        bytes.set(part, offset)
        offset += part.length
      }
      this.#pending = []
      this.#run(bytes)
    }
  }
}

function lastMessageType(bytes: Buffer): number {
  let offset = 0
  let type = 0
  while (offset + 5 <= bytes.length) {
    type = bytes[offset]!
    offset += 1 + bytes.readUInt32BE(offset + 1)
  }
  return type
}

/** AuthenticationOk, the encoding, a cancel key (which does nothing here), ReadyForQuery. */
const GREETING = Buffer.concat([
  toMessage('R', Buffer.from([0, 0, 0, 0])),
  toMessage('S', Buffer.from('client_encoding\0UTF8\0')),
  toMessage('K', Buffer.alloc(8)),
  toMessage('Z', Buffer.from('I')),
])

function toMessage(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
