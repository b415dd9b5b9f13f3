/** Sound and captions for the store: recognised by their bytes; captions are re-encoded. */
import { cleanCaptions } from '../../pictures/captions.ts'
import { recogniseMedia } from '../../pictures/media-kinds.ts'
import { toImportPath } from '../../pictures/originals.ts'

export type StoredMedia = { path: string; bytes: Buffer }

export function toStoredSound(bytes: Buffer): StoredMedia | { reason: string } {
  const extension = recogniseMedia(bytes)
  if (extension === null || extension === 'vtt') return { reason: 'not an MP3, M4A or Ogg file' }
  return { path: toImportPath(bytes, extension), bytes }
}

export function toStoredCaptions(given: Buffer): StoredMedia | { reason: string } {
  const clean = cleanCaptions(given)
  if ('reason' in clean) return clean
  const bytes = Buffer.from(clean.text)
  return { path: toImportPath(bytes, 'vtt'), bytes }
}
