/**
 * The build that this process serves for its whole life, and other builds whose scripts, styles and fonts are still
 * named by pages in open tabs and CDN caches, or by pages of a newer process.
 */
import { join } from 'node:path'
import { folderOf, listBuilds, readTurn, holdBuilds } from '@lokalteil/tools/builds.mjs'

export type BuiltFiles = {
  folder: string
  /** Browser files of other builds; null: unchanged since the last call. */
  listOthers: () => string[] | null
}

/** Null before the first build. */
export function openBuiltFiles(dist?: string): BuiltFiles | null {
  const [own, ...others] = listBuilds(dist)
  if (own === undefined) return null
  holdBuilds([own, ...others], dist)
  let turn = -1
  return {
    folder: folderOf(own, dist),
    listOthers() {
      const now = readTurn(dist)
      if (now === turn) return null
      turn = now
      return listBuilds(dist)
        .filter((id) => id !== own)
        .map((id) => join(folderOf(id, dist), 'client', 'assets'))
    },
  }
}
