/**
 * Where builds are stored and which one is current. Each has its own folder, `dist/builds/{id}`, which never changes
 * after it is finished. `dist/current.json` lists the current one first, then earlier ones; it is replaced by an atomic
 * rename, so a reader sees the old list or the new one. A build in use is never removed: a process registers the builds
 * it serves (`holdBuilds`), and only those neither listed nor registered are deleted. A failed or killed build changes
 * no list. Plain JavaScript without dependencies, because it runs before anything is installed.
 */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { root } from './ensure-node.mjs'

/** The current build and two before it, whose scripts and styles open tabs and CDN caches still request. */
const KEPT = 3
const STAMP = 'built-from'
const USES = 'used-by'
const BEAT_MS = 60_000
/** A process on another machine with the same folder is known only by its heartbeat file. */
const FRESH_MS = 10 * BEAT_MS
/** Process ids are reused; a heartbeat file older than this is ignored. */
const OLD_MS = 7 * 24 * 3600 * 1000
const RENAME_TRIES = 20

/** `LOKALTEIL_DIST`: another folder, for tests. Below the repository, because built pages import its packages. */
function distFolder() {
  return process.env.LOKALTEIL_DIST ?? join(root, 'dist')
}

/** @param {string} id @param {string} [dist] */
export function folderOf(id, dist = distFolder()) {
  return join(dist, 'builds', id)
}

/**
 * Finished builds, the current one first. Empty before the first one.
 * @param {string} [dist]
 * @returns {string[]}
 */
export function listBuilds(dist = distFolder()) {
  try {
    const { builds } = JSON.parse(readFileSync(pointerOf(dist), 'utf8'))
    return builds.filter((id) => isFinished(id, dist))
  } catch {
    return []
  }
}

/** Changes when another build becomes current. @param {string} [dist] */
export function readTurn(dist = distFolder()) {
  try {
    return statSync(pointerOf(dist)).mtimeMs
  } catch {
    return 0
  }
}

/** The hash of the sources a build was made from, or null. @param {string} id @param {string} [dist] */
export function readStamp(id, dist = distFolder()) {
  try {
    return readFileSync(join(folderOf(id, dist), STAMP), 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * A folder to build into. `finish` makes it the current build and removes unused ones; `abandon` removes it.
 * @param {string} hash of the sources
 * @param {string} [dist]
 */
export function openBuild(hash, dist = distFolder()) {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const id = `${time}-${hash.slice(0, 8)}-${randomBytes(2).toString('hex')}`
  const folder = folderOf(id, dist)
  mkdirSync(folder, { recursive: true })
  const release = holdBuilds([id], dist)
  return {
    id,
    folder,
    finish() {
      writeFileSync(join(folder, STAMP), `${hash}\n`, { flush: true })
      makeCurrent(id, dist)
      release()
      removeUnused(dist)
    },
    abandon() {
      release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Makes an existing build of these sources current, so that a rollback by one version needs no build.
 * @param {string} hash
 * @param {string} [dist]
 */
export function returnTo(hash, dist = distFolder()) {
  const id = listFolders(dist).findLast((one) => readStamp(one, dist) === hash)
  if (id === undefined) return false
  makeCurrent(id, dist)
  return true
}

/**
 * Protects builds from removal while this process lives, or until the returned function is called.
 * @param {readonly string[]} ids
 * @param {string} [dist]
 */
export function holdBuilds(ids, dist = distFolder()) {
  const name = `${hostname()}.${process.pid}.${randomBytes(4).toString('hex')}`
  const files = ids.map((id) => join(folderOf(id, dist), USES, name))
  for (const file of files)
    tryTo(() => {
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, '')
    })
  const beat = setInterval(() => {
    for (const file of files) tryTo(() => utimesSync(file, new Date(), new Date()))
  }, BEAT_MS)
  beat.unref()
  const release = () => {
    clearInterval(beat)
    process.off('exit', release)
    for (const file of files) tryTo(() => rmSync(file, { force: true }))
  }
  process.once('exit', release)
  return release
}

function makeCurrent(id, dist) {
  const builds = [id, ...listBuilds(dist).filter((other) => other !== id)].slice(0, KEPT)
  const next = `${pointerOf(dist)}.${process.pid}`
  writeFileSync(next, `${JSON.stringify({ builds }, null, 2)}\n`, { flush: true })
  // On Windows a file cannot be replaced while another process reads it.
  for (let attempt = 1; ; attempt++) {
    try {
      return renameSync(next, pointerOf(dist))
    } catch (error) {
      if (attempt === RENAME_TRIES || !['EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * attempt)
    }
  }
}

/** Removes builds that are neither listed nor in use, including unfinished ones of dead processes. */
function removeUnused(dist) {
  const listed = listBuilds(dist)
  for (const id of listFolders(dist)) {
    if (listed.includes(id) || isInUse(id, dist)) continue
    // The stamp first: an incomplete folder must not pass for a build.
    tryTo(() => rmSync(join(folderOf(id, dist), STAMP), { force: true }))
    tryTo(() => rmSync(folderOf(id, dist), { recursive: true, force: true }))
  }
  // An earlier layout had a single build, which a process of that version may still use beside the first of these.
  if (listed.length > 1)
    for (const name of ['client', 'server', STAMP])
      tryTo(() => rmSync(join(dist, name), { recursive: true, force: true }))
}

function isInUse(id, dist) {
  const folder = join(folderOf(id, dist), USES)
  return listNames(folder).some((name) => {
    let age
    try {
      age = Date.now() - statSync(join(folder, name)).mtimeMs
    } catch {
      return false
    }
    const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f]+$/.exec(name) ?? []
    return age < FRESH_MS || (age < OLD_MS && host === hostname() && isAlive(Number(pid)))
  })
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isFinished(id, dist) {
  return /^[\w-]+$/.test(id) && existsSync(join(folderOf(id, dist), STAMP))
}

function listFolders(dist) {
  return listNames(join(dist, 'builds')).toSorted()
}

function listNames(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function pointerOf(dist) {
  return join(dist, 'current.json')
}

/** On a read-only disk nothing can be registered, and nothing is removed either. */
function tryTo(work) {
  try {
    work()
  } catch {
    // See above.
  }
}
