/** Lists a local folder of pictures recursively, and knows which of them belong to no store. */
import type { Stats } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const DEMO = 'demo/'

/** Shipped with the product, or drawn by an older version: not in any store. */
export function isOwnOfEveryProcess(path: string): boolean {
  return path.startsWith(DEMO)
}

/** `path`: below the folder, with `/`, as in stores. */
export type PictureFile = { file: string; path: string; stats: Stats }

/** Empty if the folder does not exist. `enters`: whether to list a subfolder, by its path with a `/` at the end. */
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
