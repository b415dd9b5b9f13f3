/**
 * An LRU limit for pictures on this disk: if they exceed `maxBytes` in total, the least recently used are deleted until
 * a tenth is free. A copy of an original is deleted only if its store has a file of the same size; if the folder is the
 * only store, and in the demo, originals stay. Recently used files may be in use and stay. Derived files of a reader's
 * picture are deleted once its original is gone.
 */
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isReaderPicture, type Originals } from './originals.ts'
import { isOwnOfEveryProcess, listPictureFiles } from './picture-folder.ts'

export type PictureCacheOptions = {
  /** Copies of originals. */
  folder: string
  /** Derived pictures. */
  made: string
  /** Null: `folder` is the only store. */
  originals: Pick<Originals, 'listSizes'> | null
  maxBytes: number
}

type CachedFile = { file: string; bytes: number; usedAt: number; path: string | null }

const FREE_SHARE = 0.1
const IN_USE_MS = 600_000
const BATCH = 200

export async function trimPictureCache(options: PictureCacheOptions): Promise<{ removed: number; bytes: number }> {
  const { originals, maxBytes } = options
  const found: CachedFile[] = []
  if (originals !== null) await removeTakenBack(options.made, originals)
  for await (const one of listUsed(options.made)) found.push({ ...one, path: null })
  for await (const one of listUsed(options.folder)) found.push(one)
  let bytes = found.reduce((sum, one) => sum + one.bytes, 0)
  let removed = 0
  if (bytes <= maxBytes) return { removed, bytes }

  const wanted = maxBytes * (1 - FREE_SHARE)
  const until = Date.now() - IN_USE_MS
  const oldest = found
    .filter(
      ({ path, usedAt }) => usedAt < until && (path === null || (originals !== null && !isOwnOfEveryProcess(path))),
    )
    .toSorted((a, b) => a.usedAt - b.usedAt)
  for (let start = 0; start < oldest.length && bytes > wanted; start += BATCH) {
    const batch = oldest.slice(start, start + BATCH)
    const paths = batch.flatMap(({ path }) => (path === null ? [] : [path]))
    const stored = paths.length === 0 || originals === null ? null : await originals.listSizes(paths)
    for (const one of batch) {
      if (bytes <= wanted) break
      if (one.path !== null && stored?.get(one.path) !== one.bytes) continue
      await rm(one.file, { force: true })
      bytes -= one.bytes
      removed++
    }
  }
  return { removed, bytes }
}

async function removeTakenBack(made: string, originals: Pick<Originals, 'listSizes'>): Promise<void> {
  const folders = new Map<string, string>()
  for await (const { file, path } of listPictureFiles(made, (inner) => isReaderPicture(inner)))
    if (isReaderPicture(path)) folders.set(dirname(path), dirname(file))
  const paths = [...folders.keys()]
  for (let start = 0; start < paths.length; start += BATCH) {
    const batch = paths.slice(start, start + BATCH)
    const stored = await originals.listSizes(batch)
    for (const path of batch) if (!stored.has(path)) await rm(folders.get(path) ?? '', { recursive: true, force: true })
  }
}

async function* listUsed(folder: string): AsyncIterable<CachedFile & { path: string }> {
  for await (const { file, path, stats } of listPictureFiles(folder)) {
    if (basename(file).startsWith('.')) continue
    // File systems update the access time once a day or never, so the modification time counts as well.
    yield { file, path, bytes: stats.size, usedAt: Math.max(stats.atimeMs, stats.mtimeMs) }
  }
}
