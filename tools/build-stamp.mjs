/**
 * Knows whether dist/ was built from the sources as they are: a hash over every file the build reads, written into
 * dist/ after a build has succeeded and compared at start. Tests and notes do not count, so editing them builds nothing.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './ensure-node.mjs'

const SOURCES = ['web', 'domain', 'contracts', 'package-lock.json', 'tools/build.mjs']
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist'])
const SKIPPED_FILES = /\.test\.tsx?$|\.md$/
const stamp = join(root, 'dist', 'built-from')

export function hashSources(folder = root) {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of listFiles(join(folder, source))) {
      hash.update(relative(folder, file).split(sep).join('/')).update('\0')
      hash.update(createHash('sha256').update(readFileSync(file)).digest()).update('\0')
    }
  return hash.digest('hex')
}

function listFiles(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    if (error.code === 'ENOENT') return []
    throw error
  }
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listFiles(join(path, entry.name))
      return SKIPPED_FILES.test(entry.name) ? [] : [join(path, entry.name)]
    })
}

export function isBuilt() {
  try {
    return readFileSync(stamp, 'utf8').trim() === hashSources()
  } catch {
    return false
  }
}

export function clearStamp() {
  rmSync(stamp, { force: true })
}

export function writeStamp(hash) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${hash}\n`)
}
