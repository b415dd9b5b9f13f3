/** Checks files and folders named in documents. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './ensure-node.mjs'
import { REMOVED_ROOMS } from './runs.ts'

/**
 * `place`: path from the root of the repository. A file may be named without its extension, a folder with or without a
 * slash.
 */
export function isThere(place: string): boolean {
  if (isOfRemovedRoom(place)) return true
  const path = join(root, place)
  if (place.endsWith('/') || existsSync(path)) return existsSync(path)
  return existsSync(dirname(path)) && readdirSync(dirname(path)).some((name) => name.startsWith(`${basename(path)}.`))
}

/** Documents may speak of a room that was removed (docs/rooms.md). */
export function isOfRemovedRoom(place: string): boolean {
  return REMOVED_ROOMS.includes(place.split('/')[1] ?? '') && place.startsWith('rooms/')
}
