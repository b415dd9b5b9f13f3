/**
 * Reads the key of a service that the portal keeps beside its data, for commands on the same machine; '' if there is
 * none.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function readKeptKey(dataDir: string, name: string): string {
  try {
    return readFileSync(join(dataDir, 'keys', `${name}.key`), 'utf8').trim()
  } catch {
    return ''
  }
}
