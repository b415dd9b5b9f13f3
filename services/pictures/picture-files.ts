/**
 * `DATA_DIR/pictures`: what this process has at hand of the originals. A picture that is not there is fetched once,
 * whoever asks at the same time, a piece at a time and never more than four at once; on a full or read-only disk it is
 * handed on without being kept. Files that somebody put into the folder (a portal of before kept nothing elsewhere) are
 * brought into the store one after the other. Pictures shipped with the product stay where they are and are stored nowhere.
 * Readers' pictures are not copied to the disk, since they can be taken back.
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

/** `read`: the disk takes nothing; to be called when there is room for the whole picture in memory. */
export type LocatedPicture = { file: string } | { read: () => Promise<Buffer> }

export type PictureFiles = {
  /** Null: there is no such picture. Rejects when the store does not answer, or too many wait for it. */
  locate: (path: string) => Promise<LocatedPicture | null>
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /** Of readers' pictures, with what this process made of it; the others look before they show it again. */
  remove: (path: string) => Promise<void>
  /** Brings what only lies in the folder into the store. Stops when `signal` says so; the next start goes on. */
  storeFolder: (signal: AbortSignal) => Promise<{ stored: number; known: number }>
}

export type PictureFilesOptions = {
  folder: string
  /** Where pictures are made of them. */
  made?: string
  /** Null: the folder is all there is. */
  originals: Originals | null
  /** The file of a picture that is shipped with the product; null: it is none. */
  findShipped?: (path: string) => string | null
  /** Where it is written down until when the folder was brought in; null: it is compared whole at each start. */
  mark?: { file: string; store: string } | null
}

const FETCHES = 4
const QUEUE = 64
const PARTIAL = '.partial'
/** What a kill left. */
const PARTIAL_OLD_MS = 3_600_000
const PROBE = 'import/00/probe.jpg'
const BATCH = 200
/** Between two pictures that are brought in, so that readers do not notice. */
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
        // Without a store the folder is the only place; with one it is a convenience.
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

/** Of a reader's picture: all that was made of it, so that it goes with it. */
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

/** There whole or not at all. */
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
  // So that a wrong key is in the log at the start, and not with the first picture.
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

/** What may go into the store; what a kill left is cleared away. */
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
