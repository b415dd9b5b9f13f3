/** Checks files and folders named in documents. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './ensure-node.mjs'

/**
 * `place`: path from the root of the repository. A file may be named without its extension, a folder with or without a
 * slash.
 */
export function isThere(place: string): boolean {
  const path = join(root, place)
  if (place.endsWith('/') || existsSync(path)) return existsSync(path)
  return existsSync(dirname(path)) && readdirSync(dirname(path)).some((name) => name.startsWith(`${basename(path)}.`))
}
