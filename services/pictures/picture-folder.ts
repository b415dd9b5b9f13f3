/** A folder of pictures on this disk, walked to the bottom, and what of it no store holds. */
import type { Stats } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const DEMO = 'demo/'

/** Shipped with the product, or drawn by a version before: no store holds them. */
export function isOwnOfEveryProcess(path: string): boolean {
  return path.startsWith(DEMO)
}

/** `path`: below the folder, with `/`, as stores name it. */
export type PictureFile = { file: string; path: string; stats: Stats }

/** Empty where there is no folder. `enters`: whether a folder is looked into, by its path with a `/` at the end. */
export async function* listPictureFiles(
  root: string,
  enters: (path: string) => boolean = () => true,
  folder = root,
): AsyncIterable<PictureFile> {
  let entries
  try {
    entries = await opendir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  for await (const entry of entries) {
    const file = join(folder, entry.name)
    const path = relative(root, file).split(sep).join('/')
    if (entry.isDirectory()) {
      if (enters(`${path}/`)) yield* listPictureFiles(root, enters, file)
      continue
    }
    const stats = entry.isFile() ? await stat(file).catch(() => null) : null
    if (stats !== null) yield { file, path, stats }
  }
}
