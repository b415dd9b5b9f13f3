/**
 * The embedded PostgreSQL (PGlite) in a worker thread, so that a slow query never blocks HTTP. It takes whole batches
 * of wire-protocol messages and answers with the bytes PostgreSQL wrote, without parsing them. A commit is acknowledged
 * after fsync: PGlite switches it off and its file layer has none, so both are put back here.
 */
import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type Extension } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

export type WorkerInput = { dataDir: string | null; code: WebAssembly.Module }
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'answer'; bytes: Uint8Array }
export type MainMessage = { kind: 'run'; bytes: Uint8Array } | { kind: 'close' }

type NodeFiles = { stream_ops: { fsync?: (stream: { nfd?: number }) => number } }
type ErrnoError = new (errno: number) => Error

const EIO = 29
const input = workerData as WorkerInput
const port = parentPort!

const settings: Readonly<Record<string, string>> = {
  search_path: 'public',
  exit_on_error: 'false',
  log_checkpoints: 'false',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  shared_buffers: '32MB',
  max_wal_size: '128MB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  default_text_search_config: 'pg_catalog.german',
  // PGlite's file layer in WebAssembly offers fsync, but no fdatasync.
  ...(input.dataDir === null ? { fsync: 'off' } : { fsync: 'on', wal_sync_method: 'fsync' }),
}

async function open(): Promise<PGlite> {
  return PGlite.create({
    ...(input.dataDir === null ? {} : { dataDir: input.dataDir }),
    pgliteWasmModule: input.code,
    extensions: { pg_trgm, durable },
    startParams: [
      '--single',
      '-O',
      '-j',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  })
}

/** Hooks in before PostgreSQL starts, so that crash recovery is synced, too. */
const durable: Extension = {
  name: 'durable',
  setup: async (_pglite, options: { preRun?: unknown[] }) => ({
    emscriptenOpts: {
      ...options,
      preRun: [
        ...(options.preRun ?? []),
        (module: { NODEFS: NodeFiles; FS: { ErrnoError: ErrnoError } }) =>
          restoreFsync(module.NODEFS, module.FS.ErrnoError),
      ],
    },
  }),
}

function restoreFsync(files: NodeFiles, ErrnoError: ErrnoError): void {
  files.stream_ops.fsync = (stream) => {
    try {
      if (stream.nfd !== undefined) fsyncSync(stream.nfd)
      return 0
    } catch {
      throw new ErrnoError(EIO)
    }
  }
}

async function serve(): Promise<void> {
  const pglite = await open()
  port.on('message', (message: MainMessage) => {
    if (message.kind === 'close') {
      void pglite.close().finally(() => port.close())
      return
    }
    const chunks: Uint8Array[] = []
    pglite
      .execProtocolRawStream(message.bytes, { syncToFs: false, onRawData: (bytes) => void chunks.push(bytes.slice()) })
      .then(
        () => answer(chunks),
        (error: unknown) => send({ kind: 'failed', message: String(error) }),
      )
  })
}

function answer(chunks: readonly Uint8Array[]): void {
  const bytes = chunks.length === 1 ? chunks[0]! : concat(chunks)
  port.postMessage({ kind: 'answer', bytes } satisfies WorkerMessage, [bytes.buffer as ArrayBuffer])
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

function send(message: WorkerMessage): void {
  port.postMessage(message)
}

serve().then(
  () => send({ kind: 'ready' }),
  (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
)
