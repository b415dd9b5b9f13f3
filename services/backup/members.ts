/** Names of members: `tables/SCHEMA.TABLE/000001.jsonl`, `data/PATH` (DATA_DIR), `publications/PATH` (PUBLICATIONS_DIR). */
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { UnusableBackup } from './archive.ts'

export type Root = 'data' | 'publications'

/**
 * Entries of DATA_DIR that are rebuilt, belong to one process, or are written row by row. If a picture store is configured,
 * which every database is, `pictures` contains only copies.
 */
const LEFT_OUT = /^(?:database|epaper|pictures|pictures-made|owner\.json|lock\.sqlite.*|unfinished-.*)$/

/** Whether it comes into being beside a portal's data, so that a folder with nothing else counts as empty. */
export const isByTheWay = (entry: string): boolean =>
  /^(?:owner\.json|lock\.sqlite.*|unfinished-.*|lost\+found)$/.test(entry)

/** Paths of the files below a folder, with `/`; links are followed. None if the folder is not there. */
export async function* listFiles(root: Root, folder: string): AsyncGenerator<string> {
  const top = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of top.toSorted()) if (root !== 'data' || !LEFT_OUT.test(entry)) yield* walk(folder, entry)
}

/** `above`: the folders on the way, which a link must not lead back to. */
async function* walk(folder: string, path: string, above: readonly number[] = []): AsyncGenerator<string> {
  // Gone meanwhile, or a link to nothing.
  const found = await stat(join(folder, path)).catch(() => null)
  if (found?.isFile()) yield path.split(sep).join('/')
  if (!found?.isDirectory() || above.includes(found.ino)) return
  const entries = (await readdir(join(folder, path))).toSorted()
  for (const entry of entries) yield* walk(folder, join(path, entry), [...above, found.ino])
}

export const toTableMember = (schema: string, table: string, batch: number): string =>
  `tables/${schema}.${table}/${String(batch).padStart(6, '0')}.jsonl`

type Place = { table: string } | { root: Root; path: string }

/** Refuses a name that would lead out of its folder. */
export function toPlace(name: string): Place {
  const [, table] = /^tables\/([^/]+)\/\d{6,}\.jsonl$/.exec(name) ?? []
  if (table !== undefined) return { table }
  const [, root, path = ''] = /^(data|publications)\/(.+)$/s.exec(name) ?? []
  const parts = path.split(/[/\\]/)
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..') && !/\0|^[a-z]:/i.test(path)
  if (root === undefined || !isSafe || (root === 'data' && LEFT_OUT.test(parts[0]!)))
    throw new UnusableBackup(`${JSON.stringify(name)} does not belong into a backup`)
  return { root: root as Root, path }
}
