/**
 * The store of original pictures for all processes: the database, or an S3-compatible store. The folder
 * `DATA_DIR/pictures` is each process's local copy (`picture-files.ts`). Paths are those of `toImageStorePath`.
 */

import { createHash } from 'node:crypto'
import { slugOf } from '@lokalteil/domain/german-text'
import type { ObjectStore } from '../platform/s3-store.ts'

/** Larger files are neither stored nor delivered. */
export const MAX_ORIGINAL_BYTES = 30_000_000

export type Originals = ObjectStore

/** Path of an imported file, named by a hash of its content, so that equal files are stored once. */
export function toImportPath(bytes: Uint8Array, extension = 'jpg'): string {
  return `${toDigestPath(bytes)}.${extension}`
}

/** Path of a PDF document. Its last part is the name under which readers save it. */
export function toDocumentPath(bytes: Uint8Array, fileName: string): string {
  return `${toDigestPath(bytes)}/${slugOf(fileName.replace(/\.pdf$/i, '')) || 'dokument'}.pdf`
}

function toDigestPath(bytes: Uint8Array): string {
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return `import/${name.slice(0, 2)}/${name}`
}

const READERS = 'readers/'

/**
 * Path of a reader's picture while it may be seen, with a name that cannot be guessed. Such a picture can be removed,
 * so no process keeps a copy of the original, and the store is asked each time.
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
  pdf: 'application/pdf',
}

export function toContentType(path: string): string {
  return CONTENT_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}
