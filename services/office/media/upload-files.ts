/**
 * Files that editors upload for an article: recordings and PDF documents. The kind is decided by the bytes, never by name or
 * declared type, and the address has the digest of the bytes. Readers get it from `/_media/`.
 */
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { isPdf, recogniseMedia } from '../../pictures/media-kinds.ts'
import { MAX_ORIGINAL_BYTES, toDocumentPath, toImportPath } from '../../pictures/originals.ts'
import type { PictureFiles } from '../../pictures/picture-files.ts'
import { busy, createReceiving, readFile, type ReceivedFile } from './upload-picture.ts'

/** `src`: the address for readers. */
type FileUpload = { src: string; bytes: number; fileName: string }
export type TakeFile = (request: Request) => Promise<FileUpload | Refusal>

/** `toPath`: where the store keeps the file; null: it is of another kind. */
type Kind = { toPath: (file: ReceivedFile) => string | null; refuse: () => Refusal }

export const SOUND: Kind = {
  toPath({ bytes }) {
    const extension = recogniseMedia(bytes)
    return extension === null || extension === 'vtt' ? null : toImportPath(bytes, extension)
  },
  refuse: () => problem(415, 'NO_SOUND', 'Not an MP3, M4A or Ogg file'),
}

export const DOCUMENT: Kind = {
  toPath: ({ bytes, fileName }) => (isPdf(bytes) ? toDocumentPath(bytes, fileName) : null),
  refuse: () => problem(415, 'NO_DOCUMENT', 'Not a complete PDF file'),
}

/** `store`: the picture store of the portal, which keeps these files, too. */
export function createFileUploads(
  store: Pick<PictureFiles, 'put'>,
  { toPath, refuse }: Kind,
  receiving = createReceiving(),
): TakeFile {
  return async (request) => {
    const taken = await receiving(async () => {
      const file = await readFile(request, MAX_ORIGINAL_BYTES, refuse)
      if (isRefusal(file)) return file
      const path = toPath(file)
      if (path === null) return refuse()
      const { bytes, fileName } = file
      await store.put(path, bytes)
      return { src: `/_media/${path}`, bytes: bytes.length, fileName }
    })
    return taken ?? busy()
  }
}
