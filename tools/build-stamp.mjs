/**
 * Decides whether the current build is up to date: a hash over every file that the build reads, stored with a finished
 * build and compared at every start. Tests and notes are left out, so editing them causes no build.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { listBuilds, readStamp, returnTo } from './builds.mjs'
import { root } from './ensure-node.mjs'

const SOURCES = ['web', 'domain', 'contracts', 'rooms', 'package-lock.json', 'tools/build.mjs', 'tools/builds.mjs']
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist'])
const SKIPPED_FILES = /\.(?:test|journey)\.tsx?$|\.md$/

export function hashSources(folder = root) {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of listFiles(join(folder, source))) {
      hash.update(relative(folder, file).split(sep).join('/')).update('\0')
      hash.update(createHash('sha256').update(readFileSync(file)).digest()).update('\0')
    }
  for (const file of listExtensionFiles())
    hash
      .update(relative(root, file).split(sep).join('/'))
      .update('\0')
      .update(createHash('sha256').update(readFileSync(file)).digest())
  return hash.digest('hex')
}

/** Source files of publications' extensions and of own rooms, from the same place as `web/extensions-build.ts`. */
function listExtensionFiles() {
  const publications = process.env.PUBLICATIONS_DIR
  const place = publications ? resolve(root, publications) : join(root, 'demo', 'publications')
  try {
    const extensions = readdirSync(place).flatMap((name) => listFiles(join(place, name, 'extensions')))
    return [...extensions, ...listFiles(join(place, 'rooms'))]
  } catch {
    return []
  }
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

/** True if a build of these sources is current now: it was already, or an earlier one of them was kept. */
export function ensureBuilt() {
  const hash = hashSources()
  const [current] = listBuilds()
  return (current !== undefined && readStamp(current) === hash) || returnTo(hash)
}
