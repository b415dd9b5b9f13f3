/** Class names of CSS Modules, in the readers' build and the office's. */
import { hash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The same suffix for all class names of a file: repeated suffixes compress well. */
export function toClassName(name: string, file: string): string {
  const place = relative(ROOT, file.replace(/\?.*/, ''))
  return `${name}_${hash('sha256', place, 'base64url').slice(0, 4)}`
}
