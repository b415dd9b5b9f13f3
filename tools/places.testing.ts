/** Files and folders that documents name. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './ensure-node.mjs'

/** `place`: from the root of the repository; a file may be named without its ending, a folder ends with a slash or not. */
export function isThere(place: string): boolean {
  const path = join(root, place)
  if (place.endsWith('/') || existsSync(path)) return existsSync(path)
  return existsSync(dirname(path)) && readdirSync(dirname(path)).some((name) => name.startsWith(`${basename(path)}.`))
}
