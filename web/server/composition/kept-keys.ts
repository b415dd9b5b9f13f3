/** Keys that were not configured: generated at the first start and stored in the data directory. */
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `name` is a word, also the name of the file. */
export type KeptKeys = { read: (name: string) => string }

export function openKeptKeys(dataDir: string): KeptKeys {
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { read: (name) => readOrCreate(join(folder, `${name}.key`)) }
}

/** The file appears whole or not at all: on a full disk it would stay empty, and every later start would take no key. */
function readOrCreate(path: string): string {
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (kept !== '') return kept
  const part = `${path}.${process.pid}.part`
  try {
    writeFileSync(part, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    // If another process made the key in the same moment, its key stays; an incomplete file of a full disk is replaced.
    if (existsSync(path)) renameSync(part, path)
    else linkSync(part, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
