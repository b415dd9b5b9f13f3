/** Keys that were not configured: generated at the first start and stored in the data directory. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `name` is a word, also the name of the file. */
export type KeptKeys = { read: (name: string) => string }

export function openKeptKeys(dataDir: string): KeptKeys {
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { read: (name) => readOrCreate(join(folder, `${name}.key`)) }
}

function readOrCreate(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const key = randomBytes(32).toString('base64url')
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
  return key
}
