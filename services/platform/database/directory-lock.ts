/**
 * Keeps a data directory to one process. The lock is the operating system's own lock on a small SQLite file: it ends
 * with the process however that ends, so a stale lock or a reused process id cannot mislead, and it holds between
 * containers that share a volume on one machine. `owner.json` beside it only names the owner for the message.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

export type DirectoryLock = { release: () => void }

export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/** Throws `DirectoryInUse` at once (no waiting) when another process, or this one, already holds the directory. */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const owner = join(directory, 'owner.json')
  const lock = takeLock(join(directory, 'lock.sqlite'))
  if (lock === null) {
    throw new DirectoryInUse(
      `The data directory ${directory} is in use by ${describeOwner(owner)}. Stop that process, or give this one another DATA_DIR.`,
    )
  }
  writeFileSync(owner, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }))
  return {
    release() {
      rmSync(owner, { force: true })
      lock.close()
    },
  }
}

function takeLock(file: string): { close: () => void } | null {
  const { DatabaseSync } = loadSqlite()
  const handle = new DatabaseSync(file, { timeout: 0 })
  try {
    handle.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return handle
  } catch (error) {
    handle.close()
    if (/locked|busy/i.test(String(error))) return null
    throw error
  }
}

/** Node 24 warns about this module on first use. That means nothing to operators, so the warning is dropped. */
function loadSqlite(): typeof import('node:sqlite') {
  const warn = Object.getOwnPropertyDescriptor(process, 'emitWarning')!
  Object.defineProperty(process, 'emitWarning', { ...warn, value: () => {} })
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    Object.defineProperty(process, 'emitWarning', warn)
  }
}

function describeOwner(file: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return `process ${String(pid)} on ${String(host)} (since ${String(since)})`
  } catch {
    return 'another process'
  }
}
