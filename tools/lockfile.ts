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
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => ({ path, name })),
  )
}

/** Resolves as Node does: beside the package, then in every parent folder. */
function isLocked(packages: Packages, path: string, name: string): boolean {
  for (let from = path; ; from = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0))) {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in packages) return true
    if (from === '') return false
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
