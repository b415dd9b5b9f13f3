/**
 * Where pictures are kept as they came in, whichever process asks: the database, or an S3-compatible store. The folder
 * `DATA_DIR/pictures` is a copy beside each process (`picture-files.ts`). Paths are those of `toImageStorePath`.
 */

import { createHash } from 'node:crypto'

/** Nothing larger is kept or delivered. */
export const MAX_ORIGINAL_BYTES = 30_000_000

export type Originals = {
  /** Bytes of those that are there. Bounded by the caller to some hundred paths. */
  listSizes: (paths: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Writing the same again changes nothing. */
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /** Its bytes one piece after the other; null: there is none. Rejects when the store does not answer. */
  open: (path: string) => Promise<AsyncIterable<Uint8Array> | null>
  /** What is not there is as good as removed. */
  remove: (path: string) => Promise<void>
}

/** Where an imported file lies: its content says, so the same one is kept once. */
export function toImportPath(bytes: Uint8Array, extension = 'jpg'): string {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return `import/${name.slice(0, 2)}/${name}.${extension}`
}

const READERS = 'readers/'

/**
 * Where a picture of a reader lies while it may be seen: at a name nobody can guess. Such a picture can be taken back, so no
 * process keeps a copy of the original, and the store is asked each time whether it is still there.
 */
export function toReaderPicturePath(id: string): string {
  return `${READERS}${id.slice(0, 2)}/${id}.jpg`
}

export function isReaderPicture(path: string): boolean {
  return path.startsWith(READERS)
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  vtt: 'text/vtt; charset=utf-8',
}

export function toContentType(path: string): string {
  return CONTENT_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}
