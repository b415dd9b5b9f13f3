/**
 * The bound of the pictures at hand on this disk: when they take more than `maxBytes` together, those that were used
 * longest ago go until a tenth of it is free. A copy of an original goes only when its store holds as many bytes under
 * its name; where the folder is the store, and in the demo, none does. What was used a moment ago may be in use.
 */
import { opendir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Originals } from './originals.ts'

export type PictureCacheOptions = {
  /** Copies of originals. */
  folder: string
  /** Pictures made of them. */
  made: string
  /** Null: `folder` is all there is. */
  originals: Pick<Originals, 'listSizes'> | null
  maxBytes: number
}

type Found = { file: string; bytes: number; usedAt: number; path: string | null }

const FREE_SHARE = 0.1
const IN_USE_MS = 600_000
const BATCH = 200
const DEMO = 'demo/'

export async function trimPictureCache(options: PictureCacheOptions): Promise<{ removed: number; bytes: number }> {
  const { originals, maxBytes } = options
  const found: Found[] = []
  for await (const { file, ...rest } of listFiles(options.made)) found.push({ file, ...rest, path: null })
  for await (const { file, ...rest } of listFiles(options.folder))
    found.push({ file, ...rest, path: relative(options.folder, file).split(sep).join('/') })
  let bytes = found.reduce((sum, one) => sum + one.bytes, 0)
  let removed = 0
  if (bytes <= maxBytes) return { removed, bytes }

  const wanted = maxBytes * (1 - FREE_SHARE)
  const until = Date.now() - IN_USE_MS
  const oldest = found
    .filter(({ path, usedAt }) => usedAt < until && (path === null || (originals !== null && !path.startsWith(DEMO))))
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

async function* listFiles(folder: string): AsyncIterable<{ file: string; bytes: number; usedAt: number }> {
  let entries
  try {
    entries = await opendir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for await (const entry of entries) {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(file)
    const known = entry.isFile() && !entry.name.startsWith('.') ? await stat(file).catch(() => null) : null
    // Disks note a reading once a day, or never: then the age counts.
    if (known !== null) yield { file, bytes: known.size, usedAt: Math.max(known.atimeMs, known.mtimeMs) }
  }
}
