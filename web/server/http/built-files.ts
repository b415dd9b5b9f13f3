/**
 * The build this process serves from its start to its end, and the other ones whose scripts, styles and fonts pages still
 * name: pages of before, in open tabs and in caches in front, and pages of a newer process beside this one.
 */
import { join } from 'node:path'
import { folderOf, listBuilds, readTurn, holdBuilds } from '@lokalteil/tools/builds.mjs'

export type BuiltFiles = {
  folder: string
  /** The browser's files of other builds; null while nothing has changed since it was last asked. */
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
