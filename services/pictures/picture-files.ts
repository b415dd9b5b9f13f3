/**
 * `DATA_DIR/pictures`: this process's local copies of originals. A missing one is fetched once for parallel requests
 * (single flight), piece by piece, at most four at a time; on a full or read-only disk it is delivered without a copy.
 * Files put into the folder by hand or by an older portal are copied to the store one after the other. Pictures shipped
 * with the product stay in the package. Readers' pictures are not copied to the disk, because they can be removed.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { toImageStorePath } from '@lokalteil/domain/display/breakpoints'
import { createWorkGate } from '../platform/work-gate.ts'
import { isReaderPicture, MAX_ORIGINAL_BYTES, type Originals } from './originals.ts'
import { isOwnOfEveryProcess, listPictureFiles } from './picture-folder.ts'

/** `read`: the disk cannot be written; call it when there is memory for the whole picture. */
export type LocatedPicture = { file: string } | { read: () => Promise<Buffer> }

export type PictureFiles = {
  /** Null: no such picture. Rejects if the store does not answer, or too many requests wait for it. */
  locate: (path: string) => Promise<LocatedPicture | null>
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /**
   * Removes a reader's picture with this process's derived files; other processes check the store before they show it
   * again.
   */
  remove: (path: string) => Promise<void>
  /** Copies files that are only in the folder to the store. `signal` stops it; the next start continues. */
  storeFolder: (signal: AbortSignal) => Promise<{ stored: number; known: number }>
}

export type PictureFilesOptions = {
  folder: string
  /** Folder of derived pictures. */
  made?: string
  /** Null: the folder is the only store. */
  originals: Originals | null
  /** The file of a picture shipped with the product; null: none. */
  findShipped?: (path: string) => string | null
  /** Stores up to which time the folder was copied; null: it is compared completely at each start. */
  mark?: { file: string; store: string } | null
}

const FETCHES = 4
const QUEUE = 64
const PARTIAL = '.partial'
/** Milliseconds after which a partial file counts as left by a kill. */
const PARTIAL_OLD_MS = 3_600_000
const PROBE = 'import/00/probe.jpg'
const BATCH = 200
/** Milliseconds between two copied pictures, so that readers do not notice. */
const PAUSE_MS = 20
const CLOCK_SKEW_MS = 3_600_000
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'])

export class PictureStoreBusy extends Error {
  override readonly name = 'PictureStoreBusy'
}

export function createPictureFiles(options: PictureFilesOptions): PictureFiles {
  const folder = resolve(options.folder)
  const { originals } = options
  const fetching = new Map<string, Promise<LocatedPicture | null>>()
  const withSlot = createSlots()

  async function locate(path: string): Promise<LocatedPicture | null> {
    const shipped = options.findShipped?.(path) ?? null
    if (shipped !== null) return { file: shipped }
    const file = resolve(folder, path)
    if (!file.startsWith(folder + sep)) return null
    if (originals !== null && isReaderPicture(path))
      return (await originals.listSizes([path])).has(path) ? { read: () => collect(originals, path) } : null
    if (await isFile(file)) return { file }
    if (originals === null || isOwnOfEveryProcess(path)) return null
    let pending = fetching.get(path)
    if (pending === undefined) {
      pending = withSlot(() => fetchToFile(originals, path, file)).finally(() => fetching.delete(path))
      fetching.set(path, pending)
    }
    return pending
  }

  return {
    locate,
    async put(path, bytes) {
      await originals?.put(path, bytes)
      if (originals !== null && isReaderPicture(path)) return
      const file = resolve(folder, path)
      try {
        if (!(await isFile(file))) await writeWhole(file, (partial) => writeFile(partial, bytes))
      } catch (error) {
        // Without a store the write must succeed; with one the folder is only a cache.
        if (originals === null || !isNoRoom(error)) throw error
      }
    },
    async remove(path) {
      await originals?.remove(path)
      await rm(resolve(folder, path), { force: true })
      if (options.made !== undefined) await rm(toMadeFolder(options.made, path), { recursive: true, force: true })
    },
    storeFolder: (signal) =>
      originals === null
        ? Promise.resolve({ stored: 0, known: 0 })
        : storeFolder({ ...options, folder, originals }, signal),
  }
}

/** The folder of all derived files of a reader's picture, so that they are deleted with it. */
export function toMadeFolder(made: string, path: string): string {
  return join(made, path)
}

async function fetchToFile(originals: Originals, path: string, file: string): Promise<LocatedPicture | null> {
  const pieces = await originals.open(path)
  if (pieces === null) return null
  try {
    await writeWhole(file, (partial) => pipeline(Readable.from(pieces), createWriteStream(partial, { flags: 'wx' })))
    return { file }
  } catch (error) {
    if (!isNoRoom(error)) throw error
    return { read: () => collect(originals, path) }
  }
}

async function collect(originals: Originals, path: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (await originals.open(path)) ?? []) {
    size += piece.length
    if (size > MAX_ORIGINAL_BYTES) throw new Error(`The picture ${path} is too large`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Writes to a temporary name and renames, so that a file is complete or missing. */
async function writeWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.${randomUUID()}${PARTIAL}`
  await mkdir(dirname(file), { recursive: true })
  try {
    await write(partial)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  }
}

async function storeFolder(
  { folder, originals, mark = null }: PictureFilesOptions & { originals: Originals },
  signal: AbortSignal,
): Promise<{ stored: number; known: number }> {
  // Reports a wrong key at the start, not with the first picture.
  await originals.listSizes([PROBE])
  const started = Date.now()
  const since = mark === null ? 0 : await readMark(mark)
  const count = { stored: 0, known: 0 }
  let batch: { path: string; bytes: number }[] = []
  const flush = async () => {
    const sizes = await originals.listSizes(batch.map(({ path }) => path))
    for (const { path, bytes } of batch) {
      if (signal.aborted) return
      if (sizes.get(path) === bytes) {
        count.known++
        continue
      }
      await originals.put(path, await readFile(join(folder, path)))
      count.stored++
      await wait(PAUSE_MS)
    }
    batch = []
  }
  for await (const found of listStorable(folder)) {
    if (signal.aborted) return count
    if (found.changed < since) continue
    batch.push(found)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  if (mark !== null && !signal.aborted)
    await writeFile(mark.file, JSON.stringify({ store: mark.store, until: started - CLOCK_SKEW_MS })).catch(() => {})
  return count
}

async function readMark({ file, store }: { file: string; store: string }): Promise<number> {
  try {
    const found = JSON.parse(await readFile(file, 'utf8')) as { store: unknown; until: unknown }
    return found.store === store && typeof found.until === 'number' ? found.until : 0
  } catch {
    return 0
  }
}

/** Files for the store; partial files left by a kill are deleted. */
async function* listStorable(folder: string): AsyncIterable<{ path: string; bytes: number; changed: number }> {
  for await (const { file, path, stats } of listPictureFiles(folder, (inner) => !isOwnOfEveryProcess(inner))) {
    if (path.endsWith(PARTIAL)) {
      if (Date.now() - stats.mtimeMs > PARTIAL_OLD_MS) await rm(file, { force: true }).catch(() => {})
    } else if (toImageStorePath(path) !== null && stats.size <= MAX_ORIGINAL_BYTES)
      yield { path, bytes: stats.size, changed: stats.mtimeMs }
  }
}

function createSlots(): <T>(work: () => Promise<T>) => Promise<T> {
  const gate = createWorkGate(FETCHES, QUEUE)
  return async (work) => {
    const running = gate(work)
    if (running === null) throw new PictureStoreBusy('Too many pictures are being fetched')
    return running
  }
}

function isNoRoom(error: unknown): boolean {
  return NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
