/**
 * Keeps package-lock.json installable everywhere: no entry names a download host, and none requires an optional package
 * that is not locked. If a registry lacks a build for another system, npm writes such an entry, and `npm ci` then
 * refuses the whole lockfile. Run `node tools/lockfile.ts` after an upgrade to remove these entries.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure-node.mjs'

type Entry = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}
export type Packages = Record<string, Entry>

export function listPlaces(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { resolved }]) =>
    resolved !== undefined && /[:@]/.test(resolved) ? [`${path}: ${resolved}`] : [],
  )
}

export function listUnlocked(packages: Packages): { path: string; name: string }[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => findLocked(packages, path, name) === null)
      .map((name) => ({ path, name })),
  )
}

/** Where `path` finds a package, as Node does: beside it, then in every parent folder. Null if it is not locked. */
export function findLocked(packages: Readonly<Record<string, unknown>>, path: string, name: string): string | null {
  for (let from = path; ; from = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0))) {
    const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (place in packages) return place
    if (from === '') return null
  }
}

if (import.meta.main) {
  const file = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }
  const unlocked = listUnlocked(lock.packages)
  for (const { path, name } of unlocked) delete lock.packages[path]?.optionalDependencies?.[name]
  if (unlocked.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Removed ${unlocked.length} requirements of packages that are not locked.`)
}
